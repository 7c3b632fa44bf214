import type { ReactNode } from "react";
import type { MagnetText } from "#ground/writing/public.server.ts";
import { CopyButton, LinkButton } from "#ui/button.tsx";

/** Cover and actions on one side, pages and text on the other. */
export function MagnetReading({
  text,
  fileAt,
  children,
}: {
  text: MagnetText;
  fileAt: (format: "pdf" | "text" | "cover" | "pages") => string;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-6 self-start lg:sticky lg:top-24">
        {/* The PDF's own first page. */}
        <img
          src={fileAt("cover")}
          width={612}
          height={792}
          alt={`Cover: ${text.title}`}
          className="h-auto w-full max-w-44 border border-edge lg:max-w-none"
        />
        <div className="flex flex-wrap gap-3">
          <LinkButton href={fileAt("pdf")} size="small">
            Download PDF
          </LinkButton>
          <LinkButton href={fileAt("text")} kind="plain" size="small">
            Download text
          </LinkButton>
          <CopyButton target="magnet-text">Copy text</CopyButton>
          {children ? (
            <div className="flex basis-full flex-col items-start gap-5 pt-1">{children}</div>
          ) : null}
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <details className="fold">
          <summary>Preview every page</summary>
          {/* Rendered only when opened. */}
          <img
            src={fileAt("pages")}
            loading="lazy"
            alt={`All pages of ${text.title}`}
            className="mt-2 h-auto w-full max-w-[38rem] border border-edge"
          />
        </details>
        <MagnetWords text={text} />
      </div>
    </div>
  );
}

export function MagnetWords({ text }: { text: MagnetText }) {
  const { contact } = text.nextStep;
  return (
    <article className="prose" id="magnet-text">
      <h2 className="mt-0!">{text.title}</h2>
      <p className="text-lg">{text.promise}</p>
      <p className="text-pencil">{text.readers}</p>
      <Part
        heading={text.opening.heading}
        paragraphs={text.opening.paragraphs}
        points={text.opening.points}
      />
      {text.sections.map((section, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- an owner may say the same thing twice, here and below
        <Part key={at} heading={section.heading} paragraphs={section.paragraphs} points={section.points}>
          <p>
            <strong>{text.todoLabel}:</strong> {section.todo}
          </p>
        </Part>
      ))}
      <Part heading={text.checklist.heading} paragraphs={[text.checklist.intro]}>
        {text.checklist.groups.map((group, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <Group key={at} {...group} />
        ))}
      </Part>
      <Part heading={text.about.heading} paragraphs={text.about.paragraphs} />
      <Part heading={text.nextStep.heading} paragraphs={text.nextStep.paragraphs}>
        <p>
          {[contact.name, contact.company].filter(Boolean).join(", ")}
          <br />
          <a href={`mailto:${encodeURIComponent(contact.email).replace("%40", "@")}`}>{contact.email}</a>
        </p>
      </Part>
    </article>
  );
}

function Group({ heading, items }: { heading: string; items: readonly string[] }) {
  return (
    <>
      <h4>{heading}</h4>
      <ul>
        {items.map((item, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <li key={at}>{item}</li>
        ))}
      </ul>
    </>
  );
}

// A fragment, because the prose class spaces its direct children.
function Part({
  heading,
  paragraphs,
  points = [],
  children,
}: {
  heading: string;
  paragraphs: readonly string[];
  points?: readonly { readonly title: string; readonly text: string }[];
  children?: ReactNode;
}) {
  return (
    <>
      <h3>{heading}</h3>
      {paragraphs.map((paragraph, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <p key={at}>{paragraph}</p>
      ))}
      {points.length ? (
        <ol>
          {points.map((point, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <li key={at}>
              <strong>{point.title}</strong> {point.text}
            </li>
          ))}
        </ol>
      ) : null}
      {children}
    </>
  );
}
