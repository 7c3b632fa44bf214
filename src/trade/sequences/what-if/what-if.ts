import { NOT_SENT } from "../rules.ts";

/** Actions of a lead in a preview. */
const ACTIONS = {
  replied: { label: "reply", done: "They reply", deed: "replied", end: NOT_SENT.replied },
  clicked: { label: "click a link", done: "They click a link", deed: "clicked", end: null },
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

export type Action = keyof typeof ACTIONS;

export interface WhatIf {
  readonly what: Action;
  readonly after: number;
}

/** Whether a word in the URL is a known action. */
export const isAction = (word: string | null): word is Action =>
  word !== null && Object.hasOwn(ACTIONS, word);

export const ACTION_CHOICES: readonly { readonly value: string; readonly label: string }[] = [
  { value: "", label: "don’t respond" },
  ...Object.entries(ACTIONS).map(([value, { label }]) => ({ value, label })),
];

export const describeAction = (what: Action): string => ACTIONS[what].done;

/** The event a condition looks for; null if none can. */
export const eventOf = (what: Action): string | null => ACTIONS[what].deed;

/** Why the action ends the sequence, and whether that cancels a promised gift; null if it goes on. */
export function stopCausedBy(
  what: Action,
): { readonly reason: string; readonly includesGift: boolean } | null {
  const { end } = ACTIONS[what];
  return end && { reason: end, includesGift: what === "unsubscribed" };
}
