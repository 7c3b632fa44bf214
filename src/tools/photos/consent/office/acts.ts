import type { Action } from "#ground/businesses/public.server.ts";

interface Act {
  readonly label: string;
  /** On the button while it happens. */
  readonly busy: string;
  readonly right: Action;
}

/** What owners and managers do about consent, by the `intent` of its form. */
export const ACTS = {
  send: { label: "Email the request", busy: "Sending...", right: "work.write" },
  share: { label: "Create a link", busy: "One moment...", right: "work.write" },
  withdraw: { label: "Stop showing them", busy: "One moment...", right: "work.write" },
  show: { label: "Show on my page", busy: "Adding...", right: "work.write" },
  hide: { label: "Take off my page", busy: "Removing...", right: "work.write" },
  caption: { label: "Save caption", busy: "Saving...", right: "work.write" },
  up: { label: "Move up", busy: "Moving...", right: "work.write" },
  down: { label: "Move down", busy: "Moving...", right: "work.write" },
} as const satisfies Record<string, Act>;

export type Intent = keyof typeof ACTS;
