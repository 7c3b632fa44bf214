import { LinkButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { ActButton, ActForm } from "./act-form.tsx";
import type { PackageView } from "./view.server.ts";

type VersionView = PackageView["versions"][number];

/** What was published, the newest first. */
export function Versions({
  versions,
  path,
  mayChange,
  isNew,
}: {
  versions: PackageView["versions"];
  path: string;
  mayChange: boolean;
  /** Whether one was published just now. */
  isNew: boolean;
}) {
  const [newest] = versions;
  if (!newest) return null;
  return (
    <Section title="Published" id="versions">
      <StatusLine kind="done" takesFocus={isNew}>
        {isNew && newest.state === "ready" ? `Version ${newest.version} is published.` : null}
      </StatusLine>
      <ul className="mt-4">
        {versions.map((one) => (
          <li key={one.id} className="border-t border-rule py-3">
            <OneVersion one={one} path={path} mayChange={mayChange} isNewest={one === newest} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OneVersion({
  one: { version, state, problem, made, size },
  path,
  mayChange,
  isNewest,
}: {
  one: VersionView;
  path: string;
  mayChange: boolean;
  isNewest: boolean;
}) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b>Version {version}</b>
        <time className="text-pencil" dateTime={made.iso}>
          {made.words}
        </time>
        {state === "ready" && isNewest ? <StateMark state="done">What your client sees</StateMark> : null}
      </p>
      {state === "waiting" ? (
        <div className="mt-2" role="status">
          <p className="max-w-measure">
            We’re making the page and the PDF. This takes a few seconds, or a little longer with hundreds of
            photos. You don’t have to wait.
          </p>
          <LinkButton className="mt-2" href={`${path}#versions`} kind="plain" size="small">
            Check again
          </LinkButton>
        </div>
      ) : null}
      {state === "failed" ? (
        <ActForm intent="retry" path={path} place="#versions" className="mt-2">
          <p className="max-w-measure">We couldn’t make this version. {problem} Nothing is lost.</p>
          {mayChange ? <ActButton intent="retry" kind="plain" size="small" className="mt-2" /> : null}
        </ActForm>
      ) : null}
      {state === "ready" ? (
        <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
          <a className="text-link" href={`${path}/preview?version=${version}`}>
            See it as your client does
          </a>
          <a className="text-link" href={`${path}/pdf?version=${version}`}>
            {`PDF, ${size}`}
          </a>
        </p>
      ) : null}
    </>
  );
}
