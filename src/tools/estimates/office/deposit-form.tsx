import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Panel } from "#ui/layout.tsx";
import type { Deposit } from "./deposit.server.ts";

/** The deposit that is due, and the tick that it is here. */
export function DepositForm({ path, deposit, busy }: { path: string; deposit: Deposit; busy: boolean }) {
  const { amount, receivedAt } = deposit;
  return (
    <Panel className="mb-8">
      <Form method="post" action={path} id="deposit" className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="intent" value="deposit" />
        <p role="status">
          {receivedAt ? `Deposit of ${amount} received ${receivedAt.words}.` : `Deposit of ${amount} due.`}
        </p>
        <SubmitButton
          kind={receivedAt ? "quiet" : "chalk"}
          size="small"
          name="received"
          value={receivedAt ? "no" : "yes"}
          busy="Saving..."
          sending={busy}
        >
          {receivedAt ? "Undo" : "Deposit received"}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
