import { formatMoney } from "#platform/money/money.ts";
import { describeNotice, type Notice } from "./notice.ts";
import { formatDays } from "./rules.ts";
import type { State } from "./states.ts";

/** Work that nobody has approved yet. */
export interface Risk {
  readonly count: number;
  readonly cents: number;
  readonly days: number;
}

/** "3 changes aren’t approved yet: $4,250, +3 days." @param currency ISO 4217 */
export const describeRisk = ({ count, cents, days }: Risk, currency: string): string =>
  `${count === 1 ? "1 change isn’t" : `${count} changes aren’t`} approved yet: ${[
    formatMoney(cents, currency),
    days === 0 ? "" : formatDays(days),
  ]
    .filter(Boolean)
    .join(", ")}.`;

/** Days after which a change that was sent is silent, and one that wasn't is late. */
const PATIENCE = { sent: 3, viewed: 3, draft: 2 } as const;

const ago = (days: number): string => (days === 1 ? "yesterday" : `${days} days ago`);

/** Days before its last one from which a notice is urgent. */
const NOTICE_SOON = 3;

/**
 * What a change asks of us: the next step and how urgent it is, the smallest first; null for nothing yet.
 * @param days whole days since its state began
 * @param notice the clock of one that isn't sent
 */
export function nextStep(
  { state, cents }: { readonly state: State; readonly cents: number },
  days: number,
  notice: Notice | null = null,
): { readonly rank: number; readonly text: string; readonly action: string } | null {
  if (state === "asked") return { rank: 0, text: "your client has a question", action: "Answer" };
  if (state === "declined")
    return { rank: 1, text: "declined. Change it, or leave the work out", action: "Open" };
  if (state === "draft" && notice && notice.left <= NOTICE_SOON)
    return { rank: 1, text: describeNotice(notice).replace(/^N/, "n"), action: "Open" };
  if (state === "expired" || state === "withdrawn")
    return { rank: 2, text: `${state}, not approved`, action: "Send again" };
  if (state === "draft" && days >= PATIENCE.draft)
    return {
      rank: 3,
      text: `found ${ago(days)}, ${cents === 0 ? "not priced" : "not sent"}`,
      action: "Open",
    };
  if ((state === "sent" || state === "viewed") && days >= PATIENCE[state])
    return {
      rank: 4,
      text: `${state === "sent" ? "sent" : "opened"} ${ago(days)}, no reply yet`,
      action: "Open",
    };
  return null;
}
