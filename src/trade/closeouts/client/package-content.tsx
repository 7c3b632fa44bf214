import type { ReactNode } from "react";
import { ItemsView, Plan } from "#trade/reports/public.tsx";
import { dialled } from "#ui/dialled.ts";
import type { Contact, PackageFile, PackagePart, Snapshot } from "../content/snapshot.ts";

interface Of {
  readonly page: Snapshot;
  /** Where its photos are: `{photosAt}/{sha256}/thumb`. */
  readonly photosAt: string;
  /** Where its documents are; null if they can't be opened yet. */
  readonly filesAt: string | null;
}

/** Everything that a package shows, as its client reads it. Works without a script. */
export function PackageContent({ page, photosAt, filesAt }: Of) {
  const of = (section: PackagePart["section"]) => page.parts.filter((part) => part.section === section);
  const [photos, checklists, plans] = [of("photos"), of("checklists"), of("plans")];
  const parts: readonly (readonly [id: string, title: string, is: boolean, content: ReactNode])[] = [
    ["letter", "Warranty letter", page.letter.length > 0, <Letter key="letter" letter={page.letter} />],
    ["contacts", "Contacts", page.contacts.length > 0, <Contacts key="contacts" contacts={page.contacts} />],
    [
      "papers",
      "Signed papers",
      page.papers.length > 0,
      <Files key="papers" files={page.papers} at={filesAt} />,
    ],
    [
      "manuals",
      "Manuals",
      page.manuals.length > 0,
      <Files key="manuals" files={page.manuals} at={filesAt} />,
    ],
    [
      "photos",
      "Photos",
      photos.length > 0,
      photos.map((part) => <Rooms key={part.id} part={part} photosAt={photosAt} />),
    ],
    [
      "checklists",
      "Checklists",
      checklists.length > 0,
      <Lists key="lists" parts={checklists} photosAt={photosAt} />,
    ],
    [
      "plans",
      "Plans and punch list",
      plans.length > 0,
      plans.map((part) => <Plans key={part.id} part={part} photosAt={photosAt} />),
    ],
  ];
  const shown = parts.filter(([, , is]) => is);
  return (
    <>
      {page.remarks.map((remark) => (
        <p key={remark} className="mt-4 max-w-measure text-pencil">
          {remark}
        </p>
      ))}
      {shown.length === 0 ? <p className="mt-6 max-w-measure">There’s nothing in this package yet.</p> : null}
      {shown.length > 1 ? (
        <nav aria-label="In this package" className="closeout-contents">
          {shown.map(([id, title]) => (
            <a key={id} className="text-link" href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      ) : null}
      {shown.map(([id, title, , content]) => (
        <section key={id} id={id} className="closeout-part" aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          {content}
        </section>
      ))}
    </>
  );
}

function Letter({ letter }: Pick<Snapshot, "letter">) {
  return (
    <div className="closeout-letter">
      {letter.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

function Contacts({ contacts }: { contacts: readonly Contact[] }) {
  return (
    <ul className="closeout-rows">
      {contacts.map(({ role, parts }) => (
        <li key={`${role} ${parts.join()}`}>
          {role ? <p className="closeout-small">{role}</p> : null}
          <p className="closeout-contact">
            {parts.map((part) => (
              <Reach key={part} part={part} />
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Seven digits or more, or a short number such as 911, and nothing that isn't part of one. */
const PHONE = /^\+?[\d\s().-]{3,}(?:(?:x|ext\.?)\s*\d+)?$/i;

/** A phone number or an email address is a link. */
function Reach({ part }: { part: string }) {
  if (MAIL.test(part))
    return (
      <a className="text-link wrap-anywhere" href={`mailto:${part}`}>
        {part}
      </a>
    );
  if (PHONE.test(part))
    return (
      <a className="text-link" href={`tel:${dialled(part)}`}>
        {part}
      </a>
    );
  return <span>{part}</span>;
}

function Files({ files, at }: { files: readonly PackageFile[]; at: string | null }) {
  return (
    <ul className="closeout-rows">
      {files.map(({ id, title, details }) => (
        <li key={id}>
          {at === null ? (
            <p className="wrap-anywhere">{title}</p>
          ) : (
            <a className="text-link closeout-file wrap-anywhere" href={`${at}/${id}`}>
              {title}
            </a>
          )}
          <p className="closeout-small">{details}</p>
        </li>
      ))}
    </ul>
  );
}

/** The first rooms are open; a job with fifty of them isn't one endless page. */
const MOST_OPEN = 3;

function Rooms({ part: { page }, photosAt }: { part: PackagePart; photosAt: string }) {
  const rooms = page.groups
    .map(({ title, items }) => ({ title, photos: items.flatMap(({ photos }) => photos) }))
    .filter(({ photos }) => photos.length > 0);
  return rooms.map(({ title, photos }, at) => (
    <details key={title} className="closeout-fold" open={at < MOST_OPEN || undefined}>
      <summary>
        <h3>{title}</h3>
        <span className="closeout-small">{photos.length === 1 ? "1 photo" : `${photos.length} photos`}</span>
      </summary>
      <ul className="gallery">
        {photos.map(({ sha256, label, details, alt }) => (
          <li key={sha256} className="gallery-tile">
            <figure>
              <a className="gallery-photo" href={`${photosAt}/${sha256}/screen`}>
                <img src={`${photosAt}/${sha256}/thumb`} alt={alt} loading="lazy" decoding="async" />
              </a>
              <figcaption>{[label, details].filter(Boolean).join(" · ")}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </details>
  ));
}

function Lists({ parts, photosAt }: { parts: readonly PackagePart[]; photosAt: string }) {
  return parts.map(({ id, title, page }) => (
    <details key={id} className="closeout-fold">
      <summary>
        <h3>{title}</h3>
        <span className="closeout-small">{figuresOf(page.figures)}</span>
      </summary>
      <ItemsView page={page} photosAt={photosAt} heading="h4" />
    </details>
  ));
}

const figuresOf = (figures: PackagePart["page"]["figures"]): string =>
  figures
    .filter(({ value }) => value !== "0")
    .map(({ value, name }) => `${value} ${name.toLowerCase()}`)
    .join(", ");

/** The plans are open, what was fixed is a tap away. */
function Plans({ part: { page }, photosAt }: { part: PackagePart; photosAt: string }) {
  return (
    <>
      {page.plans.map((plan) => (
        <Plan key={plan.sha256} plan={plan} photosAt={photosAt} />
      ))}
      <details className="closeout-fold">
        <summary>
          <h3>Punch list</h3>
          <span className="closeout-small">{figuresOf(page.figures)}</span>
        </summary>
        <ItemsView page={{ ...page, plans: [] }} photosAt={photosAt} heading="h4" />
      </details>
    </>
  );
}
