import { dripBriefSchema, type DripText, writeDrip } from "#ground/writing/public.server.ts";
import { SAMPLE_BUSINESS } from "./sample-guide.server.ts";

/** What was typed for the drip on /leadDrip. */
const TYPED = {
  name: "Marcus Bell",
  email: "marcus@northfork.example",
  company: SAMPLE_BUSINESS,
  industry: "Deck building",
  product: "decks, stairs and railings",
  leadType: "demo",
  tone: "Friendly",
  objection: "It's too expensive",
  goal: "Book a site visit",
};

/** The drip on /leadDrip: written by the same writer, as it would be for anyone who typed this. */
export const sampleDrip = (): DripText => writeDrip(dripBriefSchema.parse(TYPED));
