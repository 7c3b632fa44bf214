import type { DripText } from "./drip/schema.ts";
import { sortMagnetFields } from "./field-order.ts";
import { playbooks } from "./playbook/playbooks.server.ts";
import { fillGuide } from "./guides/fill-guide.ts";
import { GUIDE_TONES } from "./guides/guide-file.ts";
import { isSure } from "./guides/find-guide.ts";
import { findGuide, guides } from "./guides/guides.server.ts";
import type { ComposedGuide, MagnetBrief, MagnetText } from "./schema.ts";
import { followUpVersions } from "./follow-ups/write-follow-up.server.ts";
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
export type { WholeGuide } from "./guides/whole-guide-schema.ts";
export {
  type ComposedGuide,
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

/** Number of versions of a composed text before they repeat. */
const VERSIONS = 12;

/**
 * Number of versions of a text before they repeat: a whole guide has one for each tone, a whole follow-up as
 * many as it has subjects or openings, and often a single one.
 */
export const versionsOf = (text: MagnetText | DripText): number =>
  "guide" in text ? GUIDE_TONES.length : ("emails" in text && followUpVersions(text)) || VERSIONS;

/**
 * The version after one; the first after the last.
 * @param text any version of what is written
 */
export const nextVersion = (version: number, text: MagnetText | DripText): number =>
  (version % versionsOf(text)) + 1;

/** The version requested by an address or form; the second if missing or invalid. */
export const parseVersion = (typed: string | null | undefined): number => {
  const version = /^\d{1,2}$/.test(typed ?? "") ? Number(typed) : 0;
  return version >= 1 && version <= VERSIONS ? version : 2;
};

/**
 * Composes a lead magnet from the built-in playbooks. Deterministic per brief and version.
 * @param version from 1; each is a different text
 */
export function writeMagnet(brief: MagnetBrief, version = 1): ComposedGuide {
  return writer.writeMagnet(sortMagnetFields(brief), { version, playbooks: playbooks() });
}

export { understoodIn, writeFollowUp as writeDrip } from "./follow-ups/write-follow-up.server.ts";

/** A whole guide that a visitor may have instead. */
export interface OtherGuide {
  /** "roofer/repair-or-replace". */
  readonly id: string;
  readonly title: string;
}

/**
 * Writes a lead magnet: the whole guide that answers the brief, or one composed from a playbook while there
 * is none. Deterministic per brief and version.
 * @param version from 1; each is a different text
 * @param chosen the id of the guide that somebody chose instead
 */
export function writeGuide(brief: MagnetBrief, version = 1, chosen?: string): MagnetText {
  const picked = chosen === undefined ? undefined : guides().find(({ id }) => id === chosen);
  if (picked) return fillGuide(picked, sortMagnetFields(brief), version);
  const sorted = sortMagnetFields(brief);
  const found = findGuide(sorted);
  return found && isSure(found) ? fillGuide(found.guide, sorted, version) : writeMagnet(brief, version);
}

/** Guides near a text, nearest first; empty for a composed one. */
export function guidesBeside(text: MagnetText, brief: MagnetBrief): OtherGuide[] {
  if (text.version === 1) return [];
  const found = findGuide(sortMagnetFields(brief));
  return [found?.guide, ...(found?.others ?? [])].flatMap((guide) =>
    guide && guide.id !== text.guide ? [{ id: guide.id, title: guide.title }] : [],
  );
}
