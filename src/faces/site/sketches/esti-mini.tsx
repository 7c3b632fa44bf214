import { StateMark } from "#ui/state-mark.tsx";
import { Amount, Sheet, Signature } from "./sheet.tsx";

const lines = [
  ["Take out old gate and two posts, haul away", "1 job", "$160.00"],
  ["Set two 4×4 treated posts in concrete", "2 at $95.00", "$190.00"],
  ["Posts, concrete, cedar gate, hinges, latch", "1 lot, taxable", "$412.50"],
  ["Hang gate and adjust after the concrete sets", "3 h at $68.00", "$204.00"],
] as const;

const states = [
  ["Sent", "Tue 4:12 PM"],
  ["Viewed", "Tue 6:47 PM"],
  ["Approved", "Tue 6:55 PM"],
] as const;

/** A gate, priced: the client's view, and the owner's view of the client. */
export function EstiMiniSketch() {
  return (
    <Sheet
      title="Estimate"
      reference="EST-2026-014, version 1"
      about="North Fork Decks for Dana R. Side gate, 4 ft. Good through Fri, July 10."
    >
      <ul className="border-b border-rule py-3">
        {lines.map(([what, quantity, amount]) => (
          <li
            key={what}
            className="flex items-baseline justify-between gap-4 border-b border-rule py-2 last:border-0"
          >
            <span className="sm:grid sm:flex-1 sm:grid-cols-[minmax(0,1fr)_8rem] sm:gap-4">
              <span className="block">{what}</span>
              <span className="block text-pencil" data-figures="">
                {quantity}
              </span>
            </span>
            <span data-figures="">{amount}</span>
          </li>
        ))}
        <li className="mt-1 flex items-baseline justify-between gap-4 border border-dashed border-edge px-3 py-2">
          <span>
            Keyed latch. <span className="text-pencil">Optional, not in the total</span>
          </span>
          <span data-figures="">$58.00</span>
        </li>
      </ul>
      <div className="grid gap-x-8 gap-y-5 pt-4 sm:grid-cols-2">
        <dl className="sm:order-last">
          <Amount label="Subtotal" amount="$966.50" />
          <Amount label="Sales tax, 6% of $412.50" amount="$24.75" />
          <div className="flex items-baseline justify-between gap-4 border-t-2 border-ink py-2 font-display text-2xl font-bold">
            <dt>Total</dt>
            <dd data-figures="">$991.25</dd>
          </div>
          <Amount label="Deposit, 10%, with your approval" amount="$99.13" />
        </dl>
        <div className="grid content-start gap-4">
          <ol className="grid gap-1" aria-label="Sample status">
            {states.map(([state, when]) => (
              <li key={state} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <StateMark state="done">{state}</StateMark>
                <span className="text-pencil" data-figures="">
                  {when}
                </span>
              </li>
            ))}
          </ol>
          <div className="border-t border-rule pt-3">
            <Signature hand="dana" />
            <p className="border-t border-edge pt-1 text-pencil">Dana R. approved version 1</p>
          </div>
        </div>
      </div>
    </Sheet>
  );
}
