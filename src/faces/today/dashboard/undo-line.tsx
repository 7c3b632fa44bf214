import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import type { Done } from "./undo.server.ts";

/**
 * The last action with its undo. Always in the page, so that a change is announced; on a phone it is near
 * the thumb.
 */
export function DoneLine({ done }: { done: Done | null }) {
  return (
    <div className="done-line" role="status" data-empty={done ? undefined : ""}>
      {done ? (
        <>
          <p>{done.words}</p>
          {done.undo ? (
            <Form method="post" action="/account/dashboard" preventScrollReset replace>
              {Object.entries(done.undo).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <SubmitButton kind="plain" size="small" data-key="u">
                Undo
              </SubmitButton>
            </Form>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
