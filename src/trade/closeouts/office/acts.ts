import type { Action } from "#ground/businesses/public.server.ts";

interface Act {
  readonly label: string;
  /** On the button while it happens. */
  readonly busy: string;
  readonly right: Action;
}

/** What the office does with the package of a job, by the `intent` of its form. */
export const ACTS = {
  save: { label: "Save", busy: "Saving...", right: "work.write" },
  preview: { label: "Save and preview", busy: "Saving...", right: "work.write" },
  publish: { label: "Save and publish", busy: "Publishing...", right: "work.write" },
  retry: { label: "Try again", busy: "One moment...", right: "work.write" },
  share: { label: "Create a link", busy: "One moment...", right: "work.write" },
  send: { label: "Send the package", busy: "Sending...", right: "work.write" },
  remove: { label: "Remove", busy: "Removing...", right: "work.write" },
  restore: { label: "Undo", busy: "One moment...", right: "work.write" },
} as const satisfies Record<string, Act>;

export type Intent = keyof typeof ACTS;
