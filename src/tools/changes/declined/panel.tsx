import { Field } from "#ui/field.tsx";
import { Panel } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { ActButton, ActForm } from "../office/act-form.tsx";
import { QUESTION } from "./decision.ts";

type Intent = "anyway" | "credit" | "drop";

/** What was wrong with one of its forms. */
interface Refused {
  readonly values: Readonly<Record<"intent" | "note" | "credit" | "text", string>>;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly message: string | null;
}

/** What to do about a change that its client declined. */
export function DeclinedPanel({
  form,
  path,
  refused,
}: {
  /** Id of the form, so that submitting it again adds one credit only. */
  form: string;
  path: string;
  refused: Refused | undefined;
}) {
  const of = (intent: Intent) => (refused?.values.intent === intent ? refused : undefined);
  const [anyway, credit, drop] = [of("anyway"), of("credit"), of("drop")];
  return (
    <Panel tone="brick" className="mb-8">
      <h2 className="text-xl" id="declined">
        {QUESTION}
      </h2>
      <p className="mt-2 max-w-measure">
        Your client declined it. You can also change it yourself and send it again.
      </p>
      <details className="fold mt-4" open={anyway !== undefined || undefined}>
        <summary>Do it anyway, at our cost</summary>
        <ActForm intent="anyway" path={path} className="form mt-2">
          <Field
            name="note"
            id="why-anyway"
            label="Why we do it"
            hint="The change log and the trail show it. Your client can still approve it."
            required
            maxLength={500}
            defaultValue={anyway?.values.note}
            error={anyway?.errors["note"]}
          />
          <ActButton intent="anyway" kind="plain" />
          <StatusLine kind="error">{anyway?.message}</StatusLine>
        </ActForm>
      </details>
      <details className="fold" open={credit !== undefined || undefined}>
        <summary>Give a credit</summary>
        <ActForm intent="credit" path={path} className="form mt-2">
          <input type="hidden" name="form" value={form} />
          <Field
            name="credit"
            label="Amount of the credit"
            inputMode="decimal"
            required
            hint="Comes off the price. Nothing is sent until you send the new revision."
            defaultValue={credit?.values.credit}
            error={credit?.errors["credit"]}
          />
          <Field
            name="text"
            label="What your client reads"
            required
            maxLength={200}
            defaultValue={credit?.values.text || "Credit"}
            error={credit?.errors["text"]}
          />
          <ActButton intent="credit" kind="plain" />
          <StatusLine kind="error">{credit?.message}</StatusLine>
        </ActForm>
      </details>
      <details className="fold" open={drop !== undefined || undefined}>
        <summary>Drop it</summary>
        <ActForm intent="drop" path={path} className="form mt-2">
          <Field
            name="note"
            id="why-dropped"
            label="Why we drop it"
            hint="The work isn’t done, and nobody can approve it anymore. You can send it again later."
            maxLength={500}
            defaultValue={drop?.values.note}
            error={drop?.errors["note"]}
          />
          <ActButton intent="drop" kind="plain" />
          <StatusLine kind="error">{drop?.message}</StatusLine>
        </ActForm>
      </details>
    </Panel>
  );
}
