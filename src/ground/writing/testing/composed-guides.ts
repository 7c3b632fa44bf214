import { composedGuideSchema, type ComposedGuide, type MagnetBrief, magnetBriefSchema } from "../schema.ts";
import stored from "./composed-guides.json" with { type: "json" };

// Guides as releases before the library composed them, and as models wrote them until they wrote whole ones.
// Accounts have many, so they stay readable, editable and printable.

const PERSON = "Maria Lopez";
const COMPANY = "Lopez & Daughters";
const EMAIL = "maria@example.com";

/** The six stored guides and their briefs: roofs, kitchens, decks, wiring, solar panels, bookkeeping. */
export const composedGuides: readonly { readonly brief: MagnetBrief; readonly text: ComposedGuide }[] =
  stored.map(({ brief, text }) => ({
    brief: magnetBriefSchema.parse(brief),
    text: composedGuideSchema.parse(text),
  }));

const quoted = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * One of them with another sender.
 * @param at which one, from 0
 */
export function composedGuide(
  { name, company, email }: Pick<MagnetBrief, "name" | "company" | "email">,
  at = 0,
): ComposedGuide {
  const { text } = composedGuides[at]!;
  const filled = JSON.stringify(text)
    .replaceAll(PERSON, () => quoted(name))
    .replaceAll(COMPANY, () => quoted(company || name))
    .replaceAll(EMAIL, () => quoted(email));
  const { nextStep, ...rest } = JSON.parse(filled) as ComposedGuide;
  return { ...rest, nextStep: { ...nextStep, contact: { name, company, email } } };
}
