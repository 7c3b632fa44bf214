import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Panel } from "#ui/layout.tsx";

/** Addresses and numbers in a person's replies that aren't among theirs yet, each with one tap to add it. */
export function FoundInReplies({
  found,
  sending,
}: {
  found: readonly { readonly address: string; readonly shown: string }[];
  sending: boolean;
}) {
  if (!found.length) return null;
  return (
    <Panel className="mb-6">
      {found.map(({ address, shown }) => (
        <Form key={address} method="post" className="flex flex-wrap items-center gap-3 not-first:mt-3">
          <p className="wrap-anywhere">
            Their reply mentions <b>{shown}</b>.
          </p>
          <input type="hidden" name="address" value={address} />
          <SubmitButton
            kind="plain"
            size="small"
            name="do"
            value="add-found"
            busy="Adding..."
            sending={sending}
          >
            Add to contact
          </SubmitButton>
        </Form>
      ))}
    </Panel>
  );
}
