import { dripBriefSchema, type DripText, writeDrip } from "#ground/writing/public.server.ts";
import { SAMPLE_BUSINESS } from "./sample-guide.server.ts";

/** The input of the drip on /leadDrip. */
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

/** The drip on /leadDrip, made by the same writer from the same kind of input as anyone's. */
export const sampleDrip = (): DripText => writeDrip(dripBriefSchema.parse(TYPED));
