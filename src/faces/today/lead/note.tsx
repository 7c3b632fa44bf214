import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";

/**
 * An internal note about a lead.
 * @param kept changes once a note is saved, which clears the field
 */
export function LeadNote({
  typed,
  error,
  kept,
  sending,
}: {
  typed: string;
  error: string | undefined;
  kept: number;
  sending: boolean;
}) {
  return (
    <Section title="Note" id="note">
      <Form method="post" className="mt-3 grid max-w-measure gap-3" key={error ? "refused" : `kept-${kept}`}>
        <TextArea
          name="note"
          label="For you and your team"
          hint="They won’t see it unless they request their data."
          rows={3}
          unmarked
          defaultValue={typed}
          error={error}
        />
        <div>
          <SubmitButton kind="plain" name="do" value="note" busy="Saving..." sending={sending}>
            Save note
          </SubmitButton>
        </div>
      </Form>
    </Section>
  );
}
