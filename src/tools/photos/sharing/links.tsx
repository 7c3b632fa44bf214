import { Select } from "#ui/field.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { ActButton, ActForm } from "./act-form.tsx";
import type { GalleryView } from "./gallery.server.ts";

type LinkView = GalleryView["links"][number];

const DAYS = [
  { value: "7", label: "A week" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
] as const;

/** Who has a link to a gallery, who opened it, and closing it. */
export function GalleryLinks({
  links,
  path,
  mayChange,
}: {
  links: readonly LinkView[];
  path: string;
  mayChange: boolean;
}) {
  if (links.length === 0)
    return <p className="mt-4 max-w-measure">Nobody has a link yet. Create one, or email the photos.</p>;
  return (
    <ul className="mt-4">
      {links.map((link) => (
        <li key={link.id} className="border-t border-rule py-4">
          <h3 className="text-lg wrap-anywhere">{link.to}</h3>
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-pencil">
            <State link={link} />
            <span>
              Created <time dateTime={link.made.iso}>{link.made.words}</time>
              {link.by ? ` by ${link.by}` : ""}
            </span>
            <span>
              {link.state === "ended" ? "Expired" : "Expires"}{" "}
              <time dateTime={link.ends.iso}>{link.ends.words}</time>
            </span>
            {link.hasPasscode ? <span>Needs a passcode</span> : null}
          </p>
          <Visits visits={link.visits} />
          {mayChange ? <Change link={link} path={path} /> : null}
        </li>
      ))}
    </ul>
  );
}

function State({ link: { state, viewed } }: { link: LinkView }) {
  if (state === "closed") return <StateMark state="stopped">Closed</StateMark>;
  if (state === "ended") return <StateMark state="stopped">Expired</StateMark>;
  return viewed ? (
    <StateMark state="done">
      First opened <time dateTime={viewed.iso}>{viewed.words}</time>
    </StateMark>
  ) : (
    <StateMark state="waiting">Not opened yet</StateMark>
  );
}

function Visits({ visits }: Pick<LinkView, "visits">) {
  if (visits.length === 0) return null;
  return (
    <details className="fold mt-2">
      <summary>Visits and downloads ({visits.length})</summary>
      <ol className="mt-2 grid gap-1">
        {visits.map(({ at, words }) => (
          <li key={at.iso + words}>
            <time className="text-pencil" dateTime={at.iso}>
              {at.words}
            </time>{" "}
            {words}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Change({ link: { id, state }, path }: { link: LinkView; path: string }) {
  return (
    <details className="fold">
      <summary>Close it, or change when it expires</summary>
      <ActForm intent="extend" path={path} place="#links" className="mt-3 flex flex-wrap items-end gap-3">
        <input type="hidden" name="link" value={id} />
        <Select
          id={`days-${id}`}
          name="days"
          label="Expires, counting from today"
          unmarked
          defaultValue="30"
          options={DAYS}
        />
        <ActButton intent="extend" kind="plain" />
      </ActForm>
      <ActForm intent={state === "closed" ? "reopen" : "close"} path={path} place="#links" className="mt-3">
        <input type="hidden" name="link" value={id} />
        <ActButton intent={state === "closed" ? "reopen" : "close"} kind="plain" />
      </ActForm>
    </details>
  );
}
