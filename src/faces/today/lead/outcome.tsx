import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { REASONS } from "./reasons.ts";

export interface ShownEnding {
  readonly outcome: "won" | "lost" | null;
  readonly reason: string | null;
  readonly canBook: boolean;
  readonly canUndo: boolean;
  /** In the field's format. */
  readonly value: string;
  readonly currency: string;
  /** Their stage in the pipeline, and the stage one tap moves them to. */
  readonly stage: string | null;
  readonly moves: readonly { readonly stage: string; readonly words: string }[];
}

/** Rejected input. */
interface Refused {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
}

const WORDS = { won: "Won", lost: "Lost" } as const;

/** The job's value, an appointment, and won or lost, each with one tap. */
export function LeadEnding({
  ending,
  refused,
  sending,
}: {
  ending: ShownEnding;
  refused: Refused | undefined;
  sending: boolean;
}) {
  const { outcome, reason, canBook, canUndo, value, currency, stage, moves } = ending;
  return (
    <Section title="Status" id="ending">
      <Form method="post" className="mt-4 flex max-w-measure flex-wrap items-end gap-3">
        <div className="w-40">
          <Field
            name="value"
            label={`Value, in ${currency}`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            unmarked
            placeholder="4,200"
            defaultValue={refused?.values["value"] ?? value}
            key={refused ? "refused" : value}
            error={refused?.errors["value"]}
          />
        </div>
        <SubmitButton kind="plain" name="do" value="value" busy="Saving..." sending={sending}>
          Save
        </SubmitButton>
      </Form>
      <Form method="post" className="mt-5">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="label mb-2">
            {stage ? `In “${stage}” in your pipeline. Move to` : "Not in your pipeline. Move to"}
          </legend>
          {moves.map((move) => (
            <SubmitButton
              key={move.stage}
              kind="plain"
              size="small"
              name="do"
              value={`stage:${move.stage}`}
              busy="Moving..."
              sending={sending}
              aria-label={`Move to: ${move.words}`}
            >
              {move.words}
            </SubmitButton>
          ))}
        </fieldset>
      </Form>
      <p className="mt-6 max-w-measure">
        {outcome
          ? `${WORDS[outcome]}${reason ? `: ${reason}` : ""}. Everything planned has stopped. “Undo” brings it back right where it was.`
          : canUndo
            ? "They have an appointment or a quote, so everything planned has stopped. “Undo” brings it back."
            : "Marking it here stops their follow-up."}
      </p>
      {canBook || canUndo ? (
        <Form method="post" className="mt-3 flex flex-wrap gap-2">
          {canBook ? (
            <SubmitButton
              kind="plain"
              size="small"
              name="do"
              value="booked"
              busy="Saving..."
              sending={sending}
            >
              Appointment set
            </SubmitButton>
          ) : null}
          {canUndo ? (
            <SubmitButton
              kind="quiet"
              size="small"
              name="do"
              value="undo"
              busy="One moment..."
              sending={sending}
            >
              Undo
            </SubmitButton>
          ) : null}
        </Form>
      ) : null}
      {(["won", "lost"] as const).map((one) => (
        <Form method="post" key={one} className="mt-5">
          <fieldset className="flex flex-wrap gap-2">
            <legend className="label mb-2">{outcome === one ? `${WORDS[one]}. Why?` : WORDS[one]}</legend>
            {outcome === one ? null : (
              <SubmitButton
                size="small"
                kind="plain"
                name="do"
                value={one}
                busy="Saving..."
                sending={sending}
              >
                {WORDS[one]}
              </SubmitButton>
            )}
            {REASONS[one].map((why) => (
              <SubmitButton
                key={why}
                kind="plain"
                size="small"
                name="do"
                value={`${one}:${why}`}
                busy="Saving..."
                sending={sending}
                aria-label={`${WORDS[one]}: ${why}`}
                aria-pressed={outcome === one && reason === why ? true : undefined}
              >
                {why}
              </SubmitButton>
            ))}
          </fieldset>
        </Form>
      ))}
      <details className="fold mt-5" open={Boolean(refused?.errors["reason"])}>
        <summary>Say why in your own words</summary>
        <Form method="post" className="grid max-w-measure gap-3">
          <Field
            name="reason"
            label="Why"
            maxLength={200}
            unmarked
            autoComplete="off"
            defaultValue={refused?.values["reason"] ?? reason ?? ""}
            error={refused?.errors["reason"]}
          />
          <div className="flex flex-wrap gap-2">
            <SubmitButton size="small" kind="plain" name="do" value="won" busy="Saving..." sending={sending}>
              Won, because of this
            </SubmitButton>
            <SubmitButton size="small" kind="plain" name="do" value="lost" busy="Saving..." sending={sending}>
              Lost, because of this
            </SubmitButton>
          </div>
        </Form>
      </details>
    </Section>
  );
}

/** The last action, with a one-tap undo. */
export function LeadUndo({
  said,
  sending,
}: {
  said: { words: string; button: string; deed: string } | null;
  sending: boolean;
}) {
  return (
    <div className="mb-6" role="status">
      {said ? (
        <Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-rule py-2">
          <input type="hidden" name="deed" value={said.deed} />
          <p>{said.words}</p>
          <SubmitButton
            kind="quiet"
            size="small"
            name="do"
            value="take-back"
            busy="One moment..."
            sending={sending}
          >
            {said.button}
          </SubmitButton>
        </Form>
      ) : null}
    </div>
  );
}

/** The error message that belongs to no field. */
export function LeadRefusal({ message }: { message: string | null | undefined }) {
  return message ? <StatusLine kind="error">{message}</StatusLine> : null;
}
