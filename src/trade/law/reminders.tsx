import type { ReactNode } from "react";
import { formatMoney } from "#platform/money/money.ts";
import { headingOf, type Reminder } from "./rules.ts";
import type { UsState } from "./us-states.ts";

/** What the law may want at this price, with where we read it. A reminder only: nothing is blocked by it. */
export function Reminders({
  state,
  reminders,
  currency,
  isOpen = false,
  children,
}: {
  state: UsState | null;
  reminders: readonly Reminder[];
  /** ISO 4217. */
  currency: string;
  /** Whether it is open from the start. */
  isOpen?: boolean;
  /** Hides them. */
  children: ReactNode;
}) {
  if (reminders.length === 0) return null;
  return (
    <details className="panel mb-8" open={isOpen}>
      <summary className="cursor-pointer text-xl font-semibold">
        {headingOf(state)} ({reminders.length})
      </summary>
      <ul className="mt-4 grid max-w-measure gap-4">
        {reminders.map(({ id, text, citation, source, edition, mostDeposit }) => (
          <li key={id}>
            {text}
            {mostDeposit === null ? null : ` At this price that’s ${formatMoney(mostDeposit, currency)}.`}
            <span className="estimate-quiet">
              <a className="text-link" href={source} target="_blank" rel="noreferrer">
                {citation}
              </a>
              , {edition}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 max-w-measure text-pencil">
        A reminder, not legal advice. Rules change and have exceptions, and your city may have its own. You
        can send the estimate either way.
      </p>
      {children}
    </details>
  );
}
