import type { Action } from "#ground/businesses/public.server.ts";

interface Act {
  readonly label: string;
  /** On the button while it happens. */
  readonly busy: string;
  readonly right: Action;
}

/** What owners and managers do with a change in the office, by the `intent` of its form. */
export const ACTS = {
  send: { label: "Send change", busy: "Sending...", right: "work.write" },
  share: { label: "Text it, or copy a link", busy: "One moment...", right: "work.write" },
  withdraw: { label: "Withdraw change", busy: "Withdrawing...", right: "work.write" },
  void: { label: "Void change order", busy: "Voiding...", right: "work.write" },
  anyway: { label: "Do it anyway", busy: "Saving...", right: "work.write" },
  credit: { label: "Add the credit", busy: "Adding...", right: "work.write" },
  drop: { label: "Drop it", busy: "Dropping...", right: "work.write" },
} as const satisfies Record<string, Act>;

export type Intent = keyof typeof ACTS;
