import type { NamedGoal } from "../trades/named-goals.ts";
import type { NamedPlaces } from "../trades/named-places.server.ts";
import type { GuideReader, GuideTone } from "./guide-file.ts";

// Lines that name what a brief names: what the reader does next, where, and who the reader is.

const OF: Readonly<Record<GuideReader, string>> = {
  homeowner: "your house",
  seller: "your house",
  buyer: "the house",
  tenant: "your place",
  landlord: "your building",
  board: "your building",
  manager: "your building",
  builder: "your job",
};

const BY_TONE: Readonly<Record<GuideTone, (goal: NamedGoal) => string>> = {
  plain: ({ does, sends }) => `To ${does}, send me ${sends}.`,
  warm: ({ does, sends }) => `Whenever you’re ready to ${does}, send me ${sends}.`,
  expert: ({ does, sends }) => `To ${does}, all I need is ${sends}.`,
  direct: ({ does, sends }) => `Ready to ${does}? Send me ${sends}.`,
  playful: ({ does, sends }) => `If you’d like to ${does}, send me ${sends}. That’s all there is to it.`,
};

/**
 * The line that ends an ask with what the business wants, and where it works as far as the brief says so.
 * Nothing says that it works there, or that nobody else may ask.
 */
export function lineOfGoal(
  goal: NamedGoal | undefined,
  place: NamedPlaces | undefined,
  { tone, reader }: { readonly tone: GuideTone; readonly reader: GuideReader },
): string[] {
  if (!place) return goal ? [BY_TONE[tone](goal)] : [];
  const near = `If ${OF[reader]} is ${place.inside}`;
  // "Portland, Maine" needs its second comma.
  const comma = place.names.includes(",") ? "," : "";
  return [
    goal
      ? `${near}${comma} and you’d like to ${goal.does}, send me ${goal.sends}.`
      : `${near}, name the street when you get in touch.`,
  ];
}

/** A guide that has no part of its own for a business reader speaks to somebody who lives there. */
const ASIDES: Readonly<Partial<Record<GuideReader, string>>> = {
  landlord: "Where I say “your house,” read “the house you rent out.” Your tenant sees things before you do.",
  manager: "Where I say “your house,” read “the building you look after.”",
  board:
    "Where I say “your house,” read “our buildings,” and look up first whose job it is, the owner’s or yours.",
  builder: "Where I say “your house,” read “the house you’re building.”",
};

/** What a business reader should know of a guide that has nothing for them alone. */
export const asideFor = (reader: GuideReader): string[] => [ASIDES[reader] ?? []].flat();

/** All of them have this, in any guide. */
export const isAside = (sentence: string): boolean =>
  Object.values(ASIDES).some((aside) => aside.includes(sentence));
