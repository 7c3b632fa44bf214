import { Button, SubmitButton } from "#ui/button.tsx";
import type { DraftText } from "../draft/draft.ts";
import { KIND_LABELS, draftStepTitle, formatWait } from "../draft/labels.ts";

/** Shows another person's text below the form. Nothing is overwritten until the user chooses. */
export function Meanwhile({
  by,
  when,
  theirs,
  revision,
  resolveConflict,
}: {
  by: string | null;
  when: string;
  theirs: DraftText;
  revision: number;
  /** Absent without script: then the buttons submit the form. */
  resolveConflict?: (whose: "mine" | "theirs") => void;
}) {
  const decide = (whose: "mine" | "theirs") =>
    resolveConflict ? { type: "button" as const, onClick: () => resolveConflict(whose) } : {};
  return (
    <div className="panel my-6" data-tone="brick" role="alert" tabIndex={-1} id="meanwhile">
      <h2 className="text-xl">{by ?? "Someone else"} changed it too</h2>
      <p className="mt-2 max-w-measure">
        They saved theirs {when}, while you were working on yours. Your version is in the fields below, and
        theirs is here. Pick one to continue with. You can bring the other one back.
      </p>
      <input type="hidden" name="over-revision" value={revision} />
      <details className="steps mt-3">
        <summary>
          Their version: “{theirs.name}”,{" "}
          {theirs.steps.length === 1 ? "one step" : `${theirs.steps.length} steps`}
        </summary>
        <ol className="mt-2 grid gap-3">
          {theirs.steps.map((step, at) => (
            <li key={step.id} className="border-l-2 border-rule pl-4">
              <p className="text-sm text-pencil">
                {KIND_LABELS[step.kind]} · {formatWait(step, at === 0)}
              </p>
              <p className="font-semibold wrap-anywhere">{draftStepTitle(step)}</p>
              {step.body ? <p className="text-sm wrap-anywhere whitespace-pre-line">{step.body}</p> : null}
            </li>
          ))}
        </ol>
      </details>
      <p className="mt-4 flex flex-wrap gap-3">
        <SubmitButton kind="plain" size="small" name="do" value="over" formNoValidate {...decide("mine")}>
          Continue with mine
        </SubmitButton>
        {resolveConflict ? (
          <Button kind="plain" size="small" {...decide("theirs")}>
            Use theirs
          </Button>
        ) : (
          <a className="text-link" href="?">
            Use theirs
          </a>
        )}
      </p>
    </div>
  );
}
