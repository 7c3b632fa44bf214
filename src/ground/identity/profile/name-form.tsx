import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { LONGEST_NAME } from "../rules.ts";

/** The name that colleagues and clients see. */
export function YourName({
  name,
  error,
  sending,
}: {
  readonly name: string;
  readonly error: string | undefined;
  readonly sending: boolean;
}) {
  return (
    <Form method="post" action="/account/settings/you" className="form mt-6">
      <input type="hidden" name="intent" value="name" />
      <Field
        name="name"
        label="Name"
        hint="Shown on jobs and reports instead of your email. Signatures and locked records show both."
        autoComplete="name"
        maxLength={LONGEST_NAME}
        defaultValue={name}
        autoFocus={Boolean(error)}
        error={error}
      />
      <SubmitButton kind="plain" busy="Saving..." sending={sending}>
        Save name
      </SubmitButton>
    </Form>
  );
}
