import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Panel } from "#ui/layout.tsx";

export interface ShownMerge {
  readonly id: string;
  readonly name: string;
  readonly until: string;
}

/** Merges that can still be undone, on the page of the person they made. */
export function MergeNote({
  id,
  merges,
  takesFocus,
  sending,
}: {
  id: string;
  merges: readonly ShownMerge[];
  takesFocus: boolean;
  sending: boolean;
}) {
  return merges.map((merge, at) => (
    <Panel key={merge.id} className="mb-6">
      <Form method="post" action={`/account/leads/${id}/merge`} className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="merge" value={merge.id} />
        <p role="status" tabIndex={-1} autoFocus={takesFocus && at === 0}>
          <b>You merged {merge.name} into this person.</b> You can undo it until {merge.until}.
        </p>
        <SubmitButton kind="plain" size="small" name="do" value="undo" busy="One moment..." sending={sending}>
          Undo
        </SubmitButton>
      </Form>
    </Panel>
  ));
}
