import type { MagnetBrief } from "../schema.ts";
import type { DripBrief } from "./schema.ts";

/** Converts a drip's brief for trade detection and phrases; the industry acts as the topic. */
export const asMagnetBrief = (brief: DripBrief): MagnetBrief => ({
  name: brief.name,
  email: brief.email,
  company: brief.company,
  product: brief.product,
  targetAudience: "",
  goal: brief.goal,
  tone: brief.tone,
  topic: brief.industry,
});
