import { Panel } from "#ui/layout.tsx";
import { ActButton, ActForm } from "./act-form.tsx";
import type { Deposit } from "./deposit.server.ts";

/** The deposit that is due, and the tick that it is here. */
export function DepositForm({ path, deposit }: { path: string; deposit: Deposit }) {
  const { amount, receivedAt } = deposit;
  return (
    <Panel className="mb-8">
      <ActForm intent="deposit" path={path} id="deposit" className="flex flex-wrap items-center gap-3">
        <p role="status">
          {receivedAt ? `Deposit of ${amount} received ${receivedAt.words}.` : `Deposit of ${amount} due.`}
        </p>
        <ActButton
          intent="deposit"
          kind={receivedAt ? "quiet" : "chalk"}
          size="small"
          name="received"
          value={receivedAt ? "no" : "yes"}
        >
          {receivedAt ? "Undo" : undefined}
        </ActButton>
      </ActForm>
    </Panel>
  );
}
