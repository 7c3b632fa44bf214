import { formatNumber } from "#ui/bars.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { DataList, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import type { ImportView } from "./view.server.ts";

/** Progress and result of an import, rows to fix, and the undo form. */
export function ImportResult({ view, message }: { view: ImportView; message: string | null | undefined }) {
  const { state, result, progress } = view;
  const wrong = result.errors + result.partly;
  return (
    <>
      <StatusLine kind={message ? "error" : "done"}>{message ?? HEADLINES[state]}</StatusLine>
      {state === "running" ? (
        <div className="max-w-narrow">
          <progress
            className="w-full"
            aria-label="Rows read"
            value={progress.done}
            max={Math.max(1, progress.all)}
          />
          <p className="mt-2">
            {formatNumber(progress.done)} of {formatNumber(progress.all)} rows. This page updates by itself.
            You can close it, and the import keeps going.
          </p>
        </div>
      ) : null}
      {state === "undone" || state === "undoing" ? (
        <Undone view={view} />
      ) : (
        <>
          <DataList
            counts
            items={[
              ["New leads", formatNumber(result.added)],
              ["Already here", formatNumber(result.known)],
              ["Left out: asked not to be emailed", formatNumber(result.optedOut)],
              ["Opted out before, or email bounced", formatNumber(result.suppressed)],
              ["Duplicates in the file", formatNumber(result.repeated)],
              ["Rows left out", formatNumber(result.errors)],
              ["Imported without a number or date we couldn’t read", formatNumber(result.partly)],
            ]}
          />
          <DataList
            items={[
              ["Where they’re from", view.origin ?? ""],
              ["Follow-up", followUpOf(view)],
            ]}
          />
        </>
      )}
      {state === "done" ? (
        <p className="mt-6 mb-8">
          <LinkButton href="/account/leads">See your leads</LinkButton>
        </p>
      ) : null}
      {view.optedOut.length && state !== "undone" && state !== "undoing" ? (
        <Section title="Left out: asked not to be emailed" id="opted-out">
          <ul className="mt-4 list-disc pl-5">
            {view.optedOut.map(({ line, who, problem }) => (
              <li key={line} className="wrap-anywhere">
                {who} ({problem})
              </li>
            ))}
          </ul>
          {result.optedOut > view.optedOut.length ? (
            <p className="mt-2">And {formatNumber(result.optedOut - view.optedOut.length)} more.</p>
          ) : null}
        </Section>
      ) : null}
      {wrong > 0 && state !== "running" ? (
        <Section title="Rows to fix" id="errors">
          <p className="mt-4 max-w-measure">
            Download these rows with the reason next to each. Fix them and import that file. No one is
            imported twice.
          </p>
          <p className="mt-4">
            <LinkButton kind="plain" href={`/account/leads/import/${view.id}/errors.csv`} download>
              Download {formatNumber(wrong)} {wrong === 1 ? "row" : "rows"}
            </LinkButton>
          </p>
        </Section>
      ) : null}
      {view.undoUntil ? (
        <Section title="Undo the import" id="undo">
          <p className="mt-4 max-w-measure">
            Removes people added only by this import who haven’t replied or been emailed, and stops their
            follow-up. Available until <time dateTime={view.undoUntil.iso}>{view.undoUntil.words}</time>.
          </p>
          <form method="post" className="mt-4">
            <Confirm label="Undo this import" question="Remove them for good and stop their follow-up?">
              <SubmitButton kind="stop" name="intent" value="undo" busy="Undoing...">
                Remove them
              </SubmitButton>
            </Confirm>
          </form>
        </Section>
      ) : null}
    </>
  );
}

const HEADLINES = {
  ready: null,
  running: "Importing.",
  done: "Imported.",
  undoing: "Undoing. This page updates by itself.",
  undone: "Undone.",
} as const;

function followUpOf({ followUp, followUpState, lastStart, result }: ImportView): string {
  if (followUp === null) return "None";
  if (followUpState) return `${followUp}. ${followUpState}`;
  return result.added > 0 && lastStart ? `${followUp}; the last ones start ${lastStart.words}` : followUp;
}

function Undone({ view }: { view: ImportView }) {
  return (
    <>
      <DataList counts items={[["Leads removed", formatNumber(view.removed)]]} />
      {view.kept.length ? (
        <Section title="What stays, and why" id="kept">
          <ul className="mt-4 list-disc pl-5">
            {view.kept.map(({ words, many }) => (
              <li key={words}>
                {formatNumber(many)} {words}.
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}
