import { namedGoal } from "../trades/named-goals.ts";
import { namedPlaces } from "../trades/named-places.server.ts";
import { askOf, toneOf } from "../trades/understand-brief.ts";
import type { MagnetBrief } from "../schema.ts";
import { capitalize } from "../text/normalize.ts";
import { type Guide, type GuideAsk, GUIDE_TONES, type GuideReader, type GuideTone } from "./guide-file.ts";
import { asideFor, lineOfGoal } from "./next-step.ts";
import type { WholeGuide } from "./whole-guide-schema.ts";

const TONES = {
  friendly: "warm",
  calm: "warm",
  expert: "expert",
  direct: "direct",
  plain: "plain",
} as const satisfies Record<string, GuideTone>;

/** The tone of a guide that a brief's tone asks for. */
export const guideTone = (tone: string): GuideTone =>
  /play|fun|humor|humour|joke|witty|light|cheer|upbeat/i.test(tone) ? "playful" : TONES[toneOf(tone)];

const ASKS = {
  visit: "visit",
  quote: "estimate",
  call: "call",
  message: "reply",
} as const satisfies Record<string, GuideAsk>;

/** What a guide asks its reader to do for a brief's goal. */
export const guideAsk = (goal: string): GuideAsk =>
  /second opinion|paper|(their|other) (bid|quote)|read (my|their|the)|compar/i.test(goal)
    ? "papers"
    : ASKS[namedGoal(goal)?.ask ?? askOf(goal)];

/** Readers whom an audience names, most likely first; none if it names none. */
export function guideReaders(audience: string): GuideReader[] {
  const rules: readonly (readonly [GuideReader, RegExp])[] = [
    ["board", /\bhoa\b|board|associations?\b|condo/],
    [
      "manager",
      /manager|facilit|commercial|janitor|business owner|restaurant|retail|hotel|school|church|office|warehouse|strip mall|shopping center|\bplaza|dentist|practice owner/,
    ],
    ["landlord", /landlord|rental|investor|airbnb|short.?term|propert(y|ies) owner/],
    [
      "builder",
      /builder|contractor|architect|developer|remodelers|\bgcs?\b|superintendent|\bcrews\b|\bsubs\b/,
    ],
    ["seller", /sell|realtor|real.?estate|listing|agent/],
    ["buyer", /buy|first.?time|new to the area|moving/],
    ["tenant", /tenant|renter/],
    ["homeowner", /home|house|famil|residen|couple|retire|neighbo/],
  ];
  return rules.flatMap(([reader, rule]) => (rule.test(audience.toLowerCase()) ? [reader] : []));
}

const READERS_LINES: Readonly<Record<GuideReader, string>> = {
  homeowner: "For homeowners",
  landlord: "For landlords",
  seller: "For people selling a house",
  buyer: "For people buying a house",
  board: "For boards and associations",
  manager: "For property and facility managers",
  builder: "For builders",
  tenant: "For tenants",
};

/**
 * Nobody measured it, and the reader is told so. Sums and made-up prices are named where they stand, and
 * need no line.
 */
const isRuleOfThumb = ({ source, where }: Guide["sources"][number]): boolean =>
  where === "" && /\brules? of thumb\b/i.test(source);

/** Whether a guide means somebody else's house where it says "your house." */
const isForAnother = ({ readers: { fits }, lead, parts }: Guide, reader: GuideReader): boolean =>
  fits.includes("homeowner") &&
  fits[0] !== reader &&
  !parts.some(({ only }) => only?.includes(reader)) &&
  /\byour (?:house|home)\b/.test([...lead, ...parts.flatMap(({ paragraphs }) => paragraphs)].join(" "));

/** Sources as printed at the end of a guide. */
export const sourceLines = (sources: Guide["sources"]): string[] => [
  ...new Set(
    sources
      .filter(({ where }) => where !== "")
      .map(({ source, year }) => `${source}${year === "undated" ? "" : `, ${year}`}`),
  ),
  ...sources.filter(isRuleOfThumb).map(({ figure }) => `Rule of thumb: ${figure}`),
];

/**
 * A guide for one brief. Of what was typed, only the names and the email address appear in it.
 * @param version from 1; each has another opening and title, and they repeat after as many as there are tones
 */
export function fillGuide(guide: Guide, brief: MagnetBrief, version = 1): WholeGuide {
  const asked = guideTone(brief.tone);
  const tones = [asked, ...GUIDE_TONES.filter((tone) => tone !== asked)];
  const at = (version - 1) % tones.length;
  const tone = guide.tones[tones[at]!];
  const goal = namedGoal(brief.goal);
  const place = namedPlaces(brief.targetAudience);
  const titles = [guide.title, ...guide.titles];
  const ask = guide.asks[guideAsk(brief.goal)];
  const readers = guideReaders(brief.targetAudience);
  const reader = readers.find((one) => guide.readers.fits.includes(one)) ?? guide.readers.fits[0]!;
  const isRead = ({ only }: Guide["parts"][number]) =>
    only === null || only.includes(reader) || only.some((one) => readers.includes(one));
  return {
    version: 2,
    guide: guide.id,
    title: titles[at % titles.length]!,
    promise: guide.deliverable,
    readers: guide.readers.line ?? `${READERS_LINES[reader]}${place ? ` in ${place.names}` : ""}`,
    opening: {
      paragraphs: [
        ...[tone.opening, ...guide.lead],
        ...(isForAnother(guide, reader) ? asideFor(reader) : []),
      ],
    },
    sections: guide.parts.filter(isRead).map(({ only: _only, ...section }) => section),
    askAfter: guide.parts.slice(0, guide.askAfter).filter(isRead).length,
    nextStep: {
      heading: goal ? capitalize(goal.does) : ask.heading,
      paragraphs: [
        tone.ask,
        // The page ends with the contact.
        ...ask.text
          .split(/\n{2,}/)
          .flatMap((line) => (line.trim() === "" || line.includes("{{sender}}") ? [] : [line.trim()])),
        ...lineOfGoal(goal, place, { tone: tones[at]!, reader }),
      ],
      contact: { name: brief.name, company: brief.company, email: brief.email },
    },
    sources: sourceLines(guide.sources),
  };
}
