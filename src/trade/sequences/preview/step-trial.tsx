import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";
import type { PreviewFrame } from "./frame.ts";
import { type PreviewedStep, StepPreview } from "./step-preview.tsx";

/** A preview with a button that emails the step to the user. */
export function StepTrial({
  step,
  at,
  frame,
  name,
  sending,
  message,
}: {
  step: { readonly title: string; readonly kind: string; readonly previewed: PreviewedStep };
  at: number;
  frame: PreviewFrame;
  name: string;
  sending: boolean;
  message: { readonly words: string; readonly kind: "info" | "done" | "error" } | null;
}) {
  const { kind } = step.previewed;
  const isRead = kind !== "wait" && kind !== "condition";
  return (
    <article aria-labelledby={`step-${at + 1}-title`}>
      <h3 className="text-xl" id={`step-${at + 1}-title`}>
        {at + 1}. {step.title}
      </h3>
      <p className="mb-2 text-sm text-pencil">{step.kind[0]!.toUpperCase() + step.kind.slice(1)}</p>
      {isRead ? (
        <StepPreview step={step.previewed} frame={frame} name={name} />
      ) : (
        <p className="max-w-measure">{step.previewed.body}</p>
      )}
      {isRead ? (
        <Form method="post" preventScrollReset className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
          <input type="hidden" name="step" value={at} />
          <SubmitButton
            kind="plain"
            size="small"
            busy="Sending..."
            sending={sending}
            aria-label={`Send me a test of step ${at + 1}`}
          >
            Send me a test
          </SubmitButton>
          <StatusLine kind={message?.kind ?? "info"}>{message?.words}</StatusLine>
        </Form>
      ) : null}
    </article>
  );
}
