import { dripBriefSchema, type DripText, writeDrip } from "#ground/writing/public.server.ts";

/** The input of the drip on /leadDrip. The business is made up. */
const TYPED = {
  name: "Marcus Bell",
  email: "marcus@northfork.example",
  company: "North Fork Roofing",
  industry: "Roofing",
  product: "roof replacement",
  leadType: "demo",
  tone: "Friendly",
  objection: "It's too expensive",
  goal: "Book a site visit",
};

/** The drip on /leadDrip, made by the same writer from the same kind of input as anyone's. */
export const sampleDrip = (): DripText => writeDrip(dripBriefSchema.parse(TYPED));
