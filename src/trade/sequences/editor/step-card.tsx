import { memo, useState } from "react";
import { Button, SubmitButton } from "#ui/button.tsx";
import { Icon, type IconName } from "#ui/icons.tsx";
import { RewriteBox } from "../rewrite/rewrite-box.tsx";
import { SAMPLE } from "../what-if/sample.ts";
import type { PreviewFrame } from "../preview/frame.ts";
import { StepPreview } from "../preview/step-preview.tsx";
import { ADDABLE, type DraftStep, FIELDS, type Kind, type StepField } from "../draft/draft.ts";
import { ADD_LABELS, KIND_LABELS, draftStepTitle, formatWait } from "../draft/labels.ts";
import { StepFields } from "./step-fields.tsx";

const ICONS: Readonly<Record<Kind, IconName>> = {
  gift: "document",
  mail: "mail",
  text: "message",
  call: "phone",
  wait: "clock",
  condition: "arrow",
};

interface Props {
  readonly step: DraftStep;
  readonly at: number;
  readonly of: number;
  readonly isOpen: boolean;
  /** By field; "" for the whole step. */
  readonly errors: Readonly<Record<string, string>>;
  /** On its words as they are now. */
  readonly advice: readonly string[] | undefined;
  readonly sequenceId: string;
  readonly frame: PreviewFrame;
  /** Steps of the same kind before it. */
  readonly alike: number;
}

/** One step: a summary, its fields when open, and buttons to move it. */
export const StepCard = memo(function StepCard({
  step,
  at,
  of,
  isOpen,
  errors,
  advice,
  sequenceId,
  frame,
  alike,
}: Props) {
  const { id, kind } = step;
  const mine = Object.fromEntries(
    FIELDS.flatMap((field) => (errors[field] ? [[field, errors[field]]] : [])),
  ) as Partial<Record<StepField, string>>;
  // Previews render only once visible: a long sequence has dozens.
  const [isSeen, setSeen] = useState(false);
  const first = at === 0;
  const name = `${KIND_LABELS[kind]}, step ${at + 1}`;
  const isGift = kind === "gift";
  return (
    <li
      className="step-card"
      data-step={id}
      data-item=""
      data-first={isGift ? "" : undefined}
      data-kind={kind}
      id={`step-${id}`}
    >
      <span className="timeline-mark text-ink">
        <Icon name={ICONS[kind]} />
      </span>
      <input type="hidden" name={`steps.${at}.id`} value={id} />
      <input type="hidden" name={`steps.${at}.kind`} value={kind} />
      <input type="hidden" name={`steps.${at}.signed`} value={step.signed} />
      <div className="step-head">
        <p className="text-sm text-pencil">
          <b className="text-ink">{KIND_LABELS[kind]}</b> · {formatWait(step, first)}
        </p>
        <div className="step-tools">
          {isGift ? null : (
            <>
              <Button
                kind="quiet"
                size="small"
                className="drag-handle"
                data-handle={id}
                aria-label={`Move ${name}`}
                title="Drag, or press Alt and the arrow keys"
              >
                <span aria-hidden="true">⠿</span>
              </Button>
              <Tool deed={`up:${at}`} words="Up" name={name} off={at === 0} />
              <Tool deed={`down:${at}`} words="Down" name={name} off={at === of - 1} />
            </>
          )}
          <Tool deed={`delete:${at}`} words="Delete" name={name} off={false} />
        </div>
      </div>
      {errors[""] ? (
        <p className="field-error" id={`field-${id}`}>
          <Icon name="warning" />
          <span>{errors[""]}</span>
        </p>
      ) : null}
      <details
        className="step-edit"
        open={isOpen || Object.keys(errors).length > 0 || undefined}
        onToggle={() => setSeen(true)}
      >
        <summary>
          <span className="step-title">{draftStepTitle(step)}</span>
          <span className="sr-only">, change {name}</span>
        </summary>
        <div className="step-fields">
          <StepFields step={step} at={at} after={of - at - 1} errors={mine} />
          {advice?.length ? (
            <ul className="field-notes">
              {advice.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          ) : null}
          {isSeen && kind !== "wait" && kind !== "condition" ? (
            <>
              <RewriteBox
                sequenceId={sequenceId}
                words={{ kind, subject: step.subject, body: step.body }}
                before={alike}
                onWords={({ subject, body }) => {
                  if (kind === "gift" || kind === "mail") putWords(`field-${id}-subject`, subject);
                  putWords(`field-${id}-body`, body);
                }}
              />
              <details className="fold">
                <summary>Preview</summary>
                <StepPreview
                  step={{ kind, subject: step.subject, body: step.body, signed: step.signed === "yes" }}
                  frame={frame}
                  name={SAMPLE.name}
                />
              </details>
            </>
          ) : null}
        </div>
      </details>
      <AddStep at={at} words={first && of === 1 ? "Add the next step" : "Add a step here"} />
    </li>
  );
});

/** Sets a field through an input event, so that it is saved. */
function putWords(id: string, words: string): void {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.value = words;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function Tool({ deed, words, name, off }: { deed: string; words: string; name: string; off: boolean }) {
  return (
    <SubmitButton
      kind="quiet"
      size="small"
      name="do"
      value={deed}
      disabled={off}
      aria-label={`${words}: ${name}`}
      formNoValidate
    >
      {words}
    </SubmitButton>
  );
}

export function AddStep({ at, words, open = false }: { at: number; words: string; open?: boolean }) {
  return (
    <details className="step-add" open={open || undefined}>
      <summary>
        <Icon name="plus" /> {words}
      </summary>
      <p className="step-add-kinds">
        {ADDABLE.map((kind) => (
          <SubmitButton
            key={kind}
            kind="plain"
            size="small"
            name="do"
            value={`add:${kind}:${at}`}
            formNoValidate
          >
            <Icon name={ICONS[kind]} /> {ADD_LABELS[kind]}
          </SubmitButton>
        ))}
      </p>
    </details>
  );
}
