import { formatMoney } from "#platform/money/money.ts";
import { describeNotice, type Notice } from "../notice/notice.ts";
import { QUESTION } from "../declined/decision.ts";
import { formatDays } from "../rules/change.ts";
import type { State } from "../rules/states.ts";

/** Work that nobody has approved yet. */
export interface Risk {
  readonly count: number;
  readonly cents: number;
  readonly days: number;
  /** Logged on them. */
  readonly hours: number;
  readonly equipment: number;
}

/** "36 hours and 2 entries of equipment"; empty for nothing. */
export const describeLogged = ({ hours, equipment }: Pick<Risk, "hours" | "equipment">): string =>
  [
    hours === 0 ? "" : `${hours.toLocaleString("en-US")} hour${hours === 1 ? "" : "s"}`,
    equipment === 0 ? "" : `${equipment} ${equipment === 1 ? "entry" : "entries"} of equipment`,
  ]
    .filter(Boolean)
    .join(" and ");

/** "3 changes aren’t approved yet: $4,250, +3 days, 36 hours logged." @param currency ISO 4217 */
export function describeRisk({ count, cents, days, ...logged }: Risk, currency: string): string {
  const facts = [
    cents === 0 ? "" : formatMoney(cents, currency),
    days === 0 ? "" : formatDays(days),
    describeLogged(logged) && `${describeLogged(logged)} logged`,
  ].filter(Boolean);
  const changes = count === 1 ? "1 change isn’t" : `${count} changes aren’t`;
  return `${changes} approved yet${facts.length > 0 ? `: ${facts.join(", ")}` : ""}.`;
}

/** Days after which a change that was sent is silent, and one that wasn't is late. */
const PATIENCE = { sent: 3, viewed: 3, draft: 2 } as const;

const ago = (days: number): string => (days === 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`);

/** Days before its last one from which a notice is urgent. */
const NOTICE_SOON = 3;

/**
 * What a change asks of us: the next step and how urgent it is, the smallest first; null for nothing yet.
 * @param logged what was logged on it, in words: work has begun
 * @param days whole days since its state began
 * @param notice the clock of one that isn't sent
 */
export function nextStep(
  { state, cents, logged = "" }: { readonly state: State; readonly cents: number; readonly logged?: string },
  days: number,
  notice: Notice | null = null,
): { readonly rank: number; readonly text: string; readonly action: string } | null {
  if (state === "asked") return { rank: 0, text: "your client has a question", action: "Answer" };
  if (state === "declined") return { rank: 1, text: `declined. ${QUESTION}`, action: "Decide" };
  if (state === "draft" && notice && notice.left <= NOTICE_SOON)
    return { rank: 1, text: describeNotice(notice).replace(/^N/, "n"), action: "Open" };
  if (state === "draft" && logged)
    return {
      rank: 1,
      text: `${logged} logged, ${cents === 0 ? "not priced" : "not sent"}`,
      action: "Open",
    };
  if (state === "expired" || state === "withdrawn")
    return { rank: 2, text: `${state}, not approved`, action: "Send again" };
  // Who found it on site waits for the office to price it. One with a price may be on its way out.
  if (state === "draft" && (cents === 0 || days >= PATIENCE.draft))
    return {
      rank: 3,
      text: `found ${ago(days)}, ${cents === 0 ? "not priced" : "not sent"}`,
      action: cents === 0 ? "Price it" : "Open",
    };
  if ((state === "sent" || state === "viewed") && days >= PATIENCE[state])
    return {
      rank: 4,
      text: `${state === "sent" ? "sent" : "opened"} ${ago(days)}, no reply yet`,
      action: "Open",
    };
  return null;
}
