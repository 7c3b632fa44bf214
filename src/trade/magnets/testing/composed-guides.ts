import { readFileSync } from "node:fs";
import type { ComposedGuide, MagnetBrief } from "#ground/writing/public.server.ts";

// Guides of earlier releases, as accounts have them. A model still writes them.

interface Sample {
  readonly brief: MagnetBrief;
  readonly text: ComposedGuide;
}

/** Roofs, kitchens, decks, wiring, solar panels and bookkeeping, from Maria Lopez. */
export const composedGuides = JSON.parse(
  readFileSync("src/ground/writing/testing/composed-guides.json", "utf8"),
) as readonly Sample[];

const quoted = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * One of them with another sender.
 * @param at which one, from 0
 */
export function composedGuide(
  { name, company, email }: Pick<MagnetBrief, "name" | "company" | "email">,
  at: number,
): ComposedGuide {
  const filled = JSON.stringify(composedGuides[at]!.text)
    .replaceAll("Maria Lopez", () => quoted(name))
    .replaceAll("Lopez & Daughters", () => quoted(company || name))
    .replaceAll("maria@example.com", () => quoted(email));
  const { nextStep, ...rest } = JSON.parse(filled) as ComposedGuide;
  return { ...rest, nextStep: { ...nextStep, contact: { name, company, email } } };
}
