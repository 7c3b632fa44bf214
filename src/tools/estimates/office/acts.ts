import type { Action } from "#ground/businesses/public.server.ts";

interface Act {
  readonly label: string;
  /** On the button while it happens. */
  readonly busy: string;
  readonly right: Action;
}

/** What people do with an estimate in the office, by the `intent` of its form. `act.server.ts` does it. */
export const ACTS = {
  send: { label: "Send estimate", busy: "Sending...", right: "work.write" },
  share: { label: "Text it, or copy a link", busy: "One moment...", right: "work.write" },
  unschedule: { label: "Cancel sending", busy: "One moment...", right: "work.write" },
  withdraw: { label: "Withdraw estimate", busy: "Withdrawing...", right: "work.write" },
  deposit: { label: "Deposit received", busy: "Saving...", right: "work.write" },
  hide: { label: "Hide for this estimate", busy: "Hiding...", right: "work.write" },
  unhide: { label: "Show the hidden reminders", busy: "One moment...", right: "work.write" },
} as const satisfies Record<string, Act>;

export type Intent = keyof typeof ACTS;
