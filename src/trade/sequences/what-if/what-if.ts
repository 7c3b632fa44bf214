import { NOT_SENT } from "../rules.ts";

/** Actions of a lead in a preview. */
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

export interface WhatIf {
  readonly what: Doing;
  readonly after: number;
}

/** Whether a word in the URL is a known action. */
export const isDoing = (word: string | null): word is Doing => word !== null && Object.hasOwn(DOINGS, word);

export const DOING_CHOICES: readonly { readonly value: string; readonly label: string }[] = [
  { value: "", label: "stay silent" },
  ...Object.entries(DOINGS).map(([value, { label }]) => ({ value, label })),
];

/** The action as a line of the plan. */
export const describeDoing = (what: Doing): string => DOINGS[what].done;

/** The event a condition looks for; null if none can. */
export const deedOf = (what: Doing): string | null => DOINGS[what].deed;

/** Why the action ends the sequence, and whether that cancels a promised gift; null if it goes on. */
export function endOf(what: Doing): { readonly reason: string; readonly includesGift: boolean } | null {
  const { end } = DOINGS[what];
  return end && { reason: end, includesGift: what === "unsubscribed" };
}
