import { playbooks } from "./playbooks.server.ts";
import type { MagnetBrief, MagnetText } from "./schema.ts";
import * as writer from "./write-magnet.ts";

export { type MagnetBrief, type MagnetSection, type MagnetText, type Point, magnetBriefSchema } from "./schema.ts";

/** Writes a lead magnet with the built-in playbooks. The same brief and seed give the same text. */
export function writeMagnet(brief: MagnetBrief, { seed }: { seed: string }): MagnetText {
  return writer.writeMagnet(brief, { seed, playbooks: playbooks() });
}
