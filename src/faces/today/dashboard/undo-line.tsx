import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import type { Done } from "./undo.server.ts";

/**
 * What was done a moment ago, with the way back. Always in the page, so that a change is announced; on a
 * phone it stands by the thumb.
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
