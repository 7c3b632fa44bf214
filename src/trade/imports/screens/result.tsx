import { formatNumber } from "#ui/bars.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { DataList, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import type { ImportView } from "../view.server.ts";
import { Problems } from "./problems.tsx";

const HEADLINES = {
  ready: null,
  running: "Importing.",
  done: "Imported.",
  undoing: "Undoing. This page updates by itself.",
  undone: "Undone.",
} as const;

/** Progress and result of an import, and its undo. */
export function Result({ view, message }: { view: ImportView; message: string | null | undefined }) {
  const { state, progress } = view;
  const trouble = message ?? view.trouble;
  return (
    <>
      <StatusLine kind={trouble ? "error" : "done"}>{trouble ?? HEADLINES[state]}</StatusLine>
      {state === "running" ? (
        <div className="max-w-narrow">
          <progress
            className="w-full"
            aria-label="Read"
            value={progress.done}
            max={Math.max(1, progress.all)}
          />
          <p className="mt-2">
            {formatNumber(progress.done)} of {formatNumber(progress.all)}. This page updates by itself. You
            can close it, and the import keeps going.
          </p>
        </div>
      ) : null}
      {state === "undone" || state === "undoing" ? (
        <>
          <DataList
            counts
            items={[
              ["Removed", formatNumber(view.removed)],
              ["Left here, because someone changed or used it since", formatNumber(view.kept)],
            ]}
          />
          <p className="mt-6 max-w-measure">
            The history of a job still says what was imported and that it was undone.
          </p>
        </>
      ) : (
        <DataList
          counts
          items={[
            ...view.added.map(({ nouns, many }) => [`New ${nouns[1]}`, formatNumber(many)] as const),
            ["Already here", formatNumber(view.known)],
            ["Duplicates in the file", formatNumber(view.repeated)],
            ["Left out", formatNumber(view.refused)],
          ]}
        />
      )}
      {state === "done" ? (
        <p className="mt-6 mb-8">
          <LinkButton href="/account/jobs">See your jobs</LinkButton>
        </p>
      ) : null}
      {state === "done" ? <Problems problems={view.problems} all={view.refused} /> : null}
      {view.undoUntil ? (
        <Section title="Undo the import" id="undo">
          <p className="mt-4 max-w-measure">
            Removes everything that this import added. What someone has changed since stays, and so do jobs
            that people have worked on. Available until{" "}
            <time dateTime={view.undoUntil.iso}>{view.undoUntil.words}</time>.
          </p>
          <form method="post" className="mt-4">
            <Confirm label="Undo this import" question="Remove everything that this import added?">
              <SubmitButton kind="stop" name="intent" value="undo" busy="Undoing...">
                Remove it
              </SubmitButton>
            </Confirm>
          </form>
        </Section>
      ) : null}
    </>
  );
}
