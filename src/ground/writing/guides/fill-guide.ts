import type { MagnetBrief } from "../schema.ts";
import { type Guide, type GuideAsk, GUIDE_TONES, type GuideReader, type GuideTone } from "./guide-file.ts";
import type { WholeGuide } from "./whole-guide-schema.ts";

const first = <T>(words: string, rules: readonly (readonly [T, RegExp])[], otherwise: T): T =>
  rules.find(([, rule]) => rule.test(words.toLowerCase()))?.[0] ?? otherwise;

/** The tone that a brief asks for. */
export const guideTone = (tone: string): GuideTone =>
  first<GuideTone>(
    tone,
    [
      ["playful", /play|fun|humor|humour|joke|witty|light|cheer|upbeat/],
      [
        "warm",
        /warm|friend|kind|casual|neighbo|calm|reassur|gentle|caring|empath|support|helpful|patient|honest|trust/,
      ],
      ["expert", /expert|profession|technical|authorit|formal|educat|engineer|academic|serious|precise/],
      ["direct", /direct|bold|blunt|no.?nonsense|urgent|confident|straight|punch|strong|short|persuas/],
    ],
    "plain",
  );

/** What a goal asks the reader to do. */
export const guideAsk = (goal: string): GuideAsk =>
  first<GuideAsk>(
    goal,
    [
      ["papers", /second opinion|paper|their (bid|quote)|other (bid|quote)|read (my|their|the)|compar/],
      [
        "visit",
        /inspect|visit|walk.?through|assess|survey|measure|in.?home|on.?site|evaluation|audit|check.?up|showroom|tour/,
      ],
      ["estimate", /quote|estimat|\bbids?\b|proposal|pric|tender|sell|sale|close|contract/],
      ["call", /\bcalls?\b|phone|talk|consult|appointment|meeting|discovery|schedul|book|demo|chat/],
    ],
    "reply",
  );

/** Readers whom an audience names, most likely first; homeowners if it names none. */
export function guideReaders(audience: string): GuideReader[] {
  const rules: readonly (readonly [GuideReader, RegExp])[] = [
    ["board", /\bhoa\b|board|associations?\b|condo/],
    [
      "manager",
      /manager|facilit|commercial|business owner|restaurant|retail|hotel|school|church|office|warehouse/,
    ],
    ["landlord", /landlord|rental|investor|airbnb|short.?term|propert(y|ies) owner/],
    ["builder", /builder|contractor|architect|developer|remodelers|\bgcs?\b|superintendent/],
    ["seller", /sell|realtor|real.?estate|listing|agent/],
    ["buyer", /buy|first.?time|new to the area|moving/],
    ["tenant", /tenant|renter/],
  ];
  const found = rules.flatMap(([reader, rule]) => (rule.test(audience.toLowerCase()) ? [reader] : []));
  return found.length > 0 ? found : ["homeowner"];
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
 * A guide for one brief. Of what was typed, only the names and the email address appear in it.
 * @param version from 1; further ones have another opening and title, and there are as many as tones
 */
export function fillGuide(guide: Guide, brief: MagnetBrief, version = 1): WholeGuide {
  const asked = guideTone(brief.tone);
  const tones = [asked, ...GUIDE_TONES.filter((tone) => tone !== asked)];
  const tone = guide.tones[tones[(version - 1) % tones.length]!];
  const titles = [guide.title, ...guide.titles];
  const ask = guide.asks[guideAsk(brief.goal)];
  const readers = guideReaders(brief.targetAudience);
  const [reader = "homeowner"] = readers.filter((one) => guide.readers.fits.includes(one));
  const isRead = ({ only }: Guide["parts"][number]) =>
    only === null || only.some((one) => readers.includes(one));
  return {
    version: 2,
    guide: guide.id,
    title: titles[(version - 1) % titles.length]!,
    promise: guide.deliverable,
    readers: READERS_LINES[reader],
    opening: { paragraphs: [tone.opening, ...guide.lead] },
    sections: guide.parts.filter(isRead).map(({ only: _only, ...section }) => section),
    askAfter: guide.parts.slice(0, guide.askAfter).filter(isRead).length,
    nextStep: {
      heading: ask.heading,
      paragraphs: [tone.ask, ...ask.text.split(/\n{2,}/)].flatMap((line) => {
        const words = line.trim();
        // The page ends with the contact.
        return words === "" || words.includes("{{sender}}") ? [] : [words];
      }),
      contact: { name: brief.name, company: brief.company, email: brief.email },
    },
    sources: [
      ...new Set(
        guide.sources
          .filter(({ where }) => where !== "")
          .map(({ source, year }) => `${source}${year === "undated" ? "" : `, ${year}`}`),
      ),
    ],
  };
}
