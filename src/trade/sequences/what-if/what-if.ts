import { NOT_SENT } from "../rules.ts";

/** What somebody may do on their way; silent is what the plan shows by itself. */
const DOINGS = {
  replied: { label: "reply", done: "They reply", deed: "replied", end: NOT_SENT.replied },
  clicked: { label: "follow a link", done: "They follow a link", deed: "clicked", end: null },
  downloaded: { label: "open the guide", done: "They open the guide", deed: "downloaded", end: null },
  returned: {
    label: "come back to your page",
    done: "They come back to your page",
    deed: "returned",
    end: null,
  },
  booked: {
    label: "get an appointment",
    done: "They get an appointment",
    deed: "booked",
    end: NOT_SENT.booked,
  },
  unsubscribed: { label: "unsubscribe", done: "They unsubscribe", deed: null, end: NOT_SENT.unsubscribed },
} as const;

export type Doing = keyof typeof DOINGS;

/** What they do, and after which step. */
export interface WhatIf {
  readonly what: Doing;
  /** The number of the step, from 0. */
  readonly after: number;
}

/** Whether a word of an address names something they may do. */
export const isDoing = (word: string | null): word is Doing => word !== null && Object.hasOwn(DOINGS, word);

/** What can be chosen, the first of it nothing at all. */
export const DOING_CHOICES: readonly { readonly value: string; readonly label: string }[] = [
  { value: "", label: "stay silent" },
  ...Object.entries(DOINGS).map(([value, { label }]) => ({ value, label })),
];

/** What they did, as a line of the plan. */
export const describeDoing = (what: Doing): string => DOINGS[what].done;

/** What is kept of it, such as a fork asks for; null for what no fork can ask. */
export const deedOf = (what: Doing): string | null => DOINGS[what].deed;

/**
 * Why nothing follows it, and whether that takes away what they were promised too; null where the sequence
 * goes on.
 */
export function endOf(what: Doing): { readonly reason: string; readonly includesGift: boolean } | null {
  const { end } = DOINGS[what];
  return end && { reason: end, includesGift: what === "unsubscribed" };
}
