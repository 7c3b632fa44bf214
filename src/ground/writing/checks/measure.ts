import { checkWholeDrip, checkWholeMagnet } from "./check-whole.ts";
import { fitsAnyBusiness, paragraphsOf, readingGrade, unitsOf, withoutOwnWords } from "./checks.ts";
import type { Course } from "../drip/course-schema.ts";
import { asMagnetBrief } from "../drip/brief.ts";
import { type DripBrief, type DripText, dripBriefSchema, type LeadType } from "../drip/schema.ts";
import { phrasesOf } from "../playbook/phrases.ts";
import type { Playbook } from "../playbook/schema.ts";
import { type MagnetBrief, magnetBriefSchema } from "../schema.ts";
import { sentencesOf } from "../text/sentences.ts";
import { choosePlaybook } from "../playbook/understand-brief.ts";
import { writeDrip } from "../drip/write-drip.ts";
import { writeMagnet } from "../magnet/write-magnet.ts";

/** A brief of testing/briefs.json, for both generators, with its trade. */
export interface SampleBrief {
  readonly trade: string;
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly product: string;
  readonly targetAudience: string;
  readonly topic: string;
  readonly goal: string;
  readonly tone: string;
  readonly industry: string;
  readonly leadType: string;
  readonly objection: string;
}

interface Shelf {
  readonly playbooks: readonly Playbook[];
  readonly courses: Readonly<Record<LeadType, Course>>;
}

export interface Row {
  readonly brief: string;
  readonly sentences: number;
  /** School grade of the first version. */
  readonly grade: number;
  /**
   * Of the paragraphs alone, without the owner's words: a guide without points and checkboxes, a drip without
   * calls.
   */
  readonly paragraphGrade: number;
  readonly findings: number;
  /** Shared with the most similar brief of the trade. */
  readonly nearest: number;
  /** Shared with the previous version, the worse of two. */
  readonly versions: number;
  readonly specific: number;
}

/** Results of one generator for all briefs. Shares are of sentences, 0 to 1. */
export interface Measures {
  readonly rows: readonly Row[];
  readonly written: number;
  /** Findings of our checks in the first three versions, each with its brief. */
  readonly findings: readonly string[];
  /** Sentences shared by pairs of briefs of one trade: mean and worst pair. */
  readonly sameTrade: Share;
  readonly otherTrade: Share;
  /** Sentences shared with the previous version. */
  readonly versions: Share;
  readonly specific: Share;
  readonly sentences: number;
}

export interface Share {
  readonly mean: number;
  readonly worst: number;
  readonly whose: string;
}

const VERSIONS = [1, 2, 3];

export const magnetBriefOf = (sample: SampleBrief): MagnetBrief => magnetBriefSchema.parse(sample);

/** The sample as a lead-drip brief, which requires company and product. */
const dripBriefOf = (sample: SampleBrief): DripBrief =>
  dripBriefSchema.parse({
    ...sample,
    company: sample.company || sample.name,
    product: sample.product || "our services",
  });

/** Writes a lead magnet per brief, in several versions, and compares them. */
export function measureMagnets(samples: readonly SampleBrief[], { playbooks }: Shelf): Measures {
  return measure(samples, (sample, version) => {
    const brief = magnetBriefOf(sample);
    const text = writeMagnet(brief, { version, playbooks });
    const playbook = choosePlaybook(brief, playbooks);
    const own = phrasesOf(brief, playbook).own;
    return {
      units: unitsOf(text),
      paragraphs: paragraphsOf(text),
      own,
      playbook,
      findings: checkWholeMagnet(text, brief, playbook),
    };
  });
}

/** Writes a lead drip per brief, in several versions, and compares them. */
export function measureDrips(samples: readonly SampleBrief[], shelf: Shelf): Measures {
  return measure(samples, (sample, version) => {
    const brief = dripBriefOf(sample);
    const text = writeDrip(brief, { version, ...shelf });
    const playbook = choosePlaybook(asMagnetBrief(brief), shelf.playbooks);
    const { own } = phrasesOf(asMagnetBrief(brief), playbook);
    return {
      units: spoken(text),
      paragraphs: paragraphsOfDrip(text),
      own,
      playbook,
      findings: checkWholeDrip(text, brief, playbook),
    };
  });
}

/** What leads read and hear, without greetings and signatures. */
const spoken = ({ emails, scripts }: DripText): string[][] => [
  ...emails.flatMap(({ body }) =>
    body
      .split("\n\n")
      .slice(1, -1)
      .map((paragraph) => [paragraph]),
  ),
  ...scripts.flatMap(({ lines }) => lines.map(({ say }) => [say])),
];

const paragraphsOfDrip = ({ emails }: DripText): string[] =>
  emails.flatMap(({ body }) => body.split("\n\n").slice(1, -1));

interface Written {
  /** Running text, without points, checkboxes and phone scripts. */
  readonly paragraphs: readonly string[];
  readonly units: readonly (readonly string[])[];
  readonly own: readonly string[];
  readonly playbook: Playbook;
  readonly findings: readonly { readonly check: string; readonly words: string }[];
}

function measure(
  samples: readonly SampleBrief[],
  write: (sample: SampleBrief, version: number) => Written,
): Measures {
  const texts = samples.map((sample) => ({
    sample,
    versions: VERSIONS.map((version) => write(sample, version)),
  }));
  const sentences = texts.map(({ versions }) =>
    versions.map(({ units }) => units.flat().flatMap(sentencesOf)),
  );
  const called = ({ trade, product, topic }: SampleBrief) =>
    `${trade}: ${product || "no product"}, ${topic || "no topic"}`;
  const pairs = samples.flatMap((one, i) =>
    samples.slice(0, i).map((other, j) => ({
      isSameTrade: one.trade === other.trade,
      share: inCommon(sentences[i]![0]!, sentences[j]![0]!),
      whose: `${called(other)} / ${called(one)}`,
    })),
  );
  const versionShares = sentences.map((each) => [inCommon(each[0]!, each[1]!), inCommon(each[1]!, each[2]!)]);
  const specific = texts.map(({ versions: [first] }) => specificShare(first!));
  const rows = texts.map(({ sample, versions }, i): Row => {
    const others = samples.flatMap((other, j) =>
      j !== i && other.trade === sample.trade ? [inCommon(sentences[i]![0]!, sentences[j]![0]!)] : [],
    );
    return {
      brief: called(sample),
      sentences: sentences[i]![0]!.length,
      grade: readingGrade(versions[0]!.units.flat()),
      paragraphGrade: readingGrade(
        versions[0]!.paragraphs.map((line) => withoutOwnWords(line, versions[0]!.own)),
      ),
      findings: versions.flatMap(({ findings }) => findings).length,
      nearest: Math.max(0, ...others),
      versions: Math.max(...versionShares[i]!),
      specific: specific[i]!,
    };
  });
  return {
    rows,
    written: samples.length * VERSIONS.length,
    findings: texts.flatMap(({ sample, versions }) =>
      versions.flatMap(({ findings }, at) =>
        findings.map(({ check, words }) => `${called(sample)}, version ${at + 1}: ${check}: ${words}`),
      ),
    ),
    sameTrade: shareOf(pairs.filter(({ isSameTrade }) => isSameTrade)),
    otherTrade: shareOf(pairs.filter(({ isSameTrade }) => !isSameTrade)),
    versions: shareOf(
      versionShares.flatMap((shares, at) => shares.map((share) => ({ share, whose: called(samples[at]!) }))),
    ),
    specific: shareOf(
      specific.map((share, at) => ({ share, whose: called(samples[at]!) })),
      "fewest",
    ),
    sentences: mean(sentences.map(([first]) => first!.length)),
  };
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);

/** Share of the shorter text's sentences that occur verbatim in the other. */
function inCommon(one: readonly string[], other: readonly string[]): number {
  const [short, long] = one.length < other.length ? [one, new Set(other)] : [other, new Set(one)];
  return short.filter((sentence) => long.has(sentence)).length / short.length;
}

function specificShare({ units, own, playbook }: Written): number {
  const masked = units
    .flat()
    .flatMap(sentencesOf)
    .map((sentence) => withoutOwnWords(sentence, own));
  return (
    1 -
    fitsAnyBusiness(
      masked.map((sentence) => [sentence]),
      playbook,
    ).length /
      masked.length
  );
}

function shareOf(
  shares: readonly { readonly share: number; readonly whose: string }[],
  worst: "most" | "fewest" = "most",
): Share {
  const ranked = shares.toSorted((a, b) => (worst === "most" ? b.share - a.share : a.share - b.share));
  return {
    mean: mean(shares.map(({ share }) => share)),
    worst: ranked[0]?.share ?? 0,
    whose: ranked[0]?.whose ?? "",
  };
}
