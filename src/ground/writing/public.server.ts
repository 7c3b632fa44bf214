import { courses } from "./drip/courses.server.ts";
import type { DripBrief, DripText } from "./drip/schema.ts";
import { sortDripFields, sortMagnetFields } from "./field-order.ts";
import { playbooks } from "./playbook/playbooks.server.ts";
import type { MagnetBrief, MagnetText } from "./schema.ts";
import * as dripWriter from "./drip/write-drip.ts";
import * as writer from "./magnet/write-magnet.ts";

export { fixNameCase } from "./text/normalize.ts";
export { otherLanguage } from "./text/language.ts";
export { resumeWriting, stopWriting } from "./model/running.server.ts";
export { DRIP_PARTS, writeDripByModel } from "./model/drip.server.ts";
export { MAGNET_PARTS, writeMagnetByModel } from "./model/magnet.server.ts";
export { createOffers, type Offer, offerOf, type OfferStore } from "./model/offers.server.ts";
export { bannedPhrases, readingGrade } from "./checks/checks.ts";
export { adviceOn, checkMagnetEdit, drawableMagnet, notesOnMagnet } from "./editor/check-edit.server.ts";
export { createPreviews } from "./editor/previews.server.ts";
export type { Tone } from "./playbook/schema.ts";
export { productName } from "./playbook/phrases.ts";
export { toneOf } from "./playbook/understand-brief.ts";
export {
  type DripBrief,
  type DripEmail,
  type DripScript,
  type DripText,
  dripBriefSchema,
} from "./drip/schema.ts";
export {
  type MagnetBrief,
  type MagnetSection,
  type MagnetText,
  type Point,
  magnetBriefSchema,
} from "./schema.ts";

export { type AnswerDraft, KIND_WORDS, writeAnswer } from "./answer/write-answer.ts";

export { draftOf as draftOfDrip, type StepWanted } from "./drip/draft-step.ts";
export { rewriteByModel } from "./model/rewrite.server.ts";
export { rewriteStep, type StepWords } from "./drip/rewrite-step.ts";

/** Number of versions of a brief before they repeat. */
const VERSIONS = 12;

export const nextVersion = (version: number): number => (version % VERSIONS) + 1;

/** The version requested by an address or form; the second if missing or invalid. */
export const parseVersion = (typed: string | null | undefined): number => {
  const version = /^\d{1,2}$/.test(typed ?? "") ? Number(typed) : 0;
  return version >= 1 && version <= VERSIONS ? version : 2;
};

/**
 * Writes a lead magnet with the built-in playbooks. Deterministic per brief and version.
 * @param version from 1; each is a different text
 */
export function writeMagnet(brief: MagnetBrief, version = 1): MagnetText {
  return writer.writeMagnet(sortMagnetFields(brief), { version, playbooks: playbooks() });
}

/**
 * Writes a lead drip with the built-in playbooks and courses. Deterministic per brief and version.
 * @param version from 1; each is a different text
 */
export function writeDrip(brief: DripBrief, version = 1): DripText {
  return dripWriter.writeDrip(sortDripFields(brief), { version, playbooks: playbooks(), courses: courses() });
}
