import type { Action } from "#ground/businesses/public.server.ts";

interface Act {
  readonly label: string;
  /** On the button while it happens. */
  readonly busy: string;
  readonly right: Action;
}

/** What the business does with a gallery, by the `intent` of its form. */
export const ACTS = {
  send: { label: "Send photos", busy: "Sending...", right: "work.write" },
  share: { label: "Create a link", busy: "One moment...", right: "work.write" },
  close: { label: "Close now", busy: "Closing...", right: "work.write" },
  reopen: { label: "Reopen", busy: "Opening...", right: "work.write" },
  extend: { label: "Set expiration", busy: "Changing...", right: "work.write" },
} as const satisfies Record<string, Act>;

export type Intent = keyof typeof ACTS;
