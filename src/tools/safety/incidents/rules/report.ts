import type { SevereKind } from "./clocks.ts";

/** States, and Puerto Rico, that run OSHA for private employers themselves. */
const STATE_PLANS = new Set("AK AZ CA HI IA IN KY MD MI MN NC NM NV OR PR SC TN UT VA VT WA WY".split(" "));

/**
 * Whether a state takes reports itself. Its number is another one, and its hours can be shorter (1904.37).
 * @param state "CA"
 */
export const hasStatePlan = (state: string): boolean => STATE_PLANS.has(state.toUpperCase());

/** How the end of a limb or another part was lost. */
export const LOSSES = {
  severed: { label: "A limb, finger or other part was cut off, completely or partly", isAmputation: true },
  fingertip: { label: "A fingertip was cut off, with or without bone", isAmputation: true },
  medical: { label: "A doctor had to amputate", isAmputation: true },
  reattached: { label: "It was cut off, and reattached", isAmputation: true },
  avulsion: { label: "Skin or tissue was torn off", isAmputation: false },
  degloving: { label: "Skin was stripped off a hand or foot", isAmputation: false },
  scalping: { label: "Scalp was torn off", isAmputation: false },
  ear: { label: "An ear was cut off", isAmputation: false },
  tooth: { label: "A tooth was broken or lost", isAmputation: false },
  eye: { label: "An eye was removed (report it as the loss of an eye)", isAmputation: false },
} as const;

/**
 * Whether OSHA calls it an amputation: 1904.39(b)(11). A doctor's diagnosis comes first (OSHA's letters of
 * December 16, 2014 and May 25, 2016).
 * @param diagnosis null if there is none
 */
export const isAmputation = (
  loss: keyof typeof LOSSES,
  diagnosis: "amputation" | "avulsion" | null,
): boolean => (diagnosis === null ? LOSSES[loss].isAmputation : diagnosis === "amputation");

const KIND_WORDS: Readonly<Record<SevereKind, string>> = {
  death: "Death",
  hospitalization: "In-patient hospitalization",
  amputation: "Amputation",
  "eye-loss": "Loss of an eye",
};

/** What the caller knows. Null for what nobody knows yet. */
export interface ReportFacts {
  readonly establishment: string | null;
  readonly location: string | null;
  /** Day and time in words. */
  readonly at: string | null;
  readonly kind: SevereKind;
  readonly names: readonly string[];
  readonly contact: string | null;
  readonly phone: string | null;
  readonly description: string | null;
}

/**
 * What OSHA asks, in its order: 1904.39(b)(2). Names are given to OSHA also in privacy cases.
 * @returns `says` is null for what is still to find out
 */
export function whatToSay(
  facts: ReportFacts,
): readonly { readonly asks: string; readonly says: string | null }[] {
  const { establishment, location, at, kind, names, contact, phone, description } = facts;
  const call = [contact, phone].filter((part) => part !== null);
  return [
    { asks: "Name of the business", says: establishment },
    { asks: "Where it happened", says: location },
    { asks: "When it happened", says: at },
    { asks: "What you report", says: KIND_WORDS[kind] },
    { asks: "How many people", says: names.length > 0 ? String(names.length) : null },
    { asks: "Their names", says: names.length > 0 ? names.join(", ") : null },
    { asks: "Who OSHA can call, and the number", says: call.length === 2 ? call.join(", ") : null },
    { asks: "What happened, in a few words", says: description },
  ];
}
