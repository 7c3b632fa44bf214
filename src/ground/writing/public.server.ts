import type { DripText } from "./drip/schema.ts";
import { fillGuide } from "./guides/fill-guide.ts";
import { GUIDE_TONES } from "./guides/guide-file.ts";
import { chooseGuide, type GuideMiss } from "./guides/guides.server.ts";
import { guides } from "./guides/library.server.ts";
import type { WholeGuide } from "./guides/whole-guide-schema.ts";
import type { MagnetBrief, MagnetText } from "./schema.ts";
import { followUpVersions } from "./follow-ups/write-follow-up.server.ts";

export { fixNameCase } from "./text/normalize.ts";
export { otherLanguage } from "./text/language.ts";
export { resumeWriting, stopWriting } from "./model/running.server.ts";
export { DRIP_PARTS, writeDripByModel } from "./model/drip.server.ts";
export { MAGNET_PARTS, writeMagnetByModel } from "./model/magnet.server.ts";
export { createOffers, type Offer, offerOf, type OfferStore } from "./model/offers.server.ts";
export { bannedPhrases, readingGrade } from "./checks/checks.ts";
export { adviceOn, checkMagnetEdit, drawableMagnet, notesOnMagnet } from "./editor/check-edit.server.ts";
export { createPreviews } from "./editor/previews.server.ts";
export type { Tone } from "./trades/schema.ts";
export { productName } from "./trades/phrases.ts";
export { toneOf } from "./trades/understand-brief.ts";
export {
  type DripBrief,
  type DripEmail,
  type DripScript,
  type DripText,
  dripBriefSchema,
} from "./drip/schema.ts";
export type { WholeGuide } from "./guides/whole-guide-schema.ts";
export { type ComposedGuide, type MagnetBrief, type MagnetText, magnetBriefSchema } from "./schema.ts";

export { packLibrary } from "./guides/library.server.ts";
export { type AnswerDraft, KIND_WORDS, writeAnswer } from "./answer/write-answer.ts";

export { draftOf as draftOfDrip, type StepWanted } from "./drip/draft-step.ts";
export { rewriteByModel } from "./model/rewrite.server.ts";
export { rewriteStep, type StepWords } from "./drip/rewrite-step.ts";

/** No text has more versions. */
const MOST_VERSIONS = 12;

/**
 * Number of versions of a text before they repeat: a guide has one for each tone, a follow-up as many as it
 * has subjects or openings, and often a single one. A text that isn't from the library is followed by ours.
 */
export const versionsOf = (text: MagnetText | DripText): number =>
  ("emails" in text ? followUpVersions(text) : undefined) ?? GUIDE_TONES.length;

/**
 * The version after one; the first after the last.
 * @param text any version of what is written
 */
export const nextVersion = (version: number, text: MagnetText | DripText): number =>
  (version % versionsOf(text)) + 1;

/** The version requested by an address or form; the second if missing or invalid. */
export const parseVersion = (typed: string | null | undefined): number => {
  const version = /^\d{1,2}$/.test(typed ?? "") ? Number(typed) : 0;
  return version >= 1 && version <= MOST_VERSIONS ? version : 2;
};

/** A version beyond the last one is one of the first again. */
export const versionIn = (text: MagnetText | DripText, version: number): number =>
  ((version - 1) % versionsOf(text)) + 1;

export { understoodIn, writeFollowUp as writeDrip } from "./follow-ups/write-follow-up.server.ts";
export { otherStages } from "./follow-ups/understand-drip.ts";
export { countMissedDrip, countMissedGuide, listMisses, type Missed } from "./misses/misses.server.ts";

/** A whole guide that a visitor may have instead. */
export interface OtherGuide {
  /** "roofer/repair-or-replace". */
  readonly id: string;
  readonly title: string;
}

/**
 * Writes a lead magnet: the guide that answers the brief, or a general one of its trade while there is none.
 * Deterministic per brief and version.
 * @param version from 1; each is a different text
 * @param chosen the id of the guide that somebody chose instead
 */
export function writeGuide(brief: MagnetBrief, version = 1, chosen?: string): WholeGuide {
  const picked = chosen === undefined ? undefined : guides().find(({ id }) => id === chosen);
  return fillGuide(picked ?? chooseGuide(brief).guide, brief, version);
}

/** Whether a text is from the library: not composed by an earlier release, and not a model's. */
const isOurs = (text: MagnetText): text is WholeGuide => text.version === 2 && text.writer === undefined;

/** Why a text isn't about what the brief asks for; null if it is, or if it's not from the library. */
export function guideMiss(text: MagnetText, brief: MagnetBrief): GuideMiss | null {
  return isOurs(text) ? chooseGuide(brief).miss : null;
}

/** Guides near a text, nearest first; empty for one that isn't from the library. */
export function guidesBeside(text: MagnetText, brief: MagnetBrief): OtherGuide[] {
  if (!isOurs(text)) return [];
  const { guide: first, others } = chooseGuide(brief);
  return [first, ...others].flatMap((guide) =>
    guide.id === text.guide ? [] : [{ id: guide.id, title: guide.title }],
  );
}
