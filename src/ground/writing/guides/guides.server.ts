import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { MagnetBrief } from "../schema.ts";
import { namedTrades } from "../trades/named-trades.ts";
import { chooseTrade, GENERAL } from "../trades/understand-brief.ts";
import { clearTrade, likelyTrades } from "../trades/likely-trades.server.ts";
import { trades } from "../trades/trades.server.ts";
import { guideReaders } from "./fill-guide.ts";
import { fitFor, type FoundGuide, GuideSearch, isSure } from "./find-guide.ts";
import type { Guide, GuideReader } from "./guide-file.ts";
import { FOLDER, guides, library } from "./library.server.ts";
import { GuideRanking, type RankedGuide } from "./rank-guides.ts";

let made: { readonly search: GuideSearch; readonly ranking: GuideRanking } | undefined;

/** Both ways to find a guide. */
function finders() {
  const { guides: all, search, typed } = library();
  return (made ??= { search: new GuideSearch(all, search), ranking: new GuideRanking(all, typed) });
}

/** Trades that answer what another's clients ask: a kitchen remodeler's ask about payments, too. */
const KIN: Readonly<Record<string, readonly string[]>> = {
  "general-contractor": ["remodeler"],
  remodeler: ["basement-waterproofing"],
  "kitchen-bath": ["remodeler", "countertops"],
  painter: ["drywall"],
  handyman: ["drywall", "garage-doors", "gutters", "stairs-railings", "windows-doors"],
  roofer: ["insulation", "gutters"],
  hvac: ["insulation"],
  "concrete-masonry": ["landscaper", "chimney"],
  landscaper: ["concrete-masonry", "irrigation", "tree-care"],
  plumber: ["irrigation", "restoration"],
};

const kinOf = (own: ReadonlySet<string>): Set<string> =>
  new Set([...own].flatMap((trade) => KIN[trade] ?? [])).difference(own);

/** From when on a guide of a trade that the product doesn't name answers the topic. */
const ANY_TRADE = { confidence: 0.75, words: 3 };

/** A single word in common says nothing about a product, or about a guide of another trade. */
const LEAST_WORDS = 2;

/**
 * How likely a guide's trade is what a brief is from: one that the product names, that its words point to,
 * that the topic does; trades of the same questions; and guides for any client.
 */
const LIKELY = { named: 1, product: 0.8, clear: 0.8, words: 0.6, topic: 0.5, kin: 0.7, general: 0.45 };

/** How likely a brief is from each trade, 0 to 1; the others are not. */
function likelyOf(brief: MagnetBrief): Map<string, number> {
  const likely = new Map<string, number>();
  const raise = (trade: string, to: number) => likely.set(trade, Math.max(likely.get(trade) ?? 0, to));
  for (const trade of namedTrades(brief.product)) raise(trade, LIKELY.named);
  raise(chooseTrade({ ...brief, topic: "" }, trades()).id, LIKELY.product);
  raise(chooseTrade(brief, trades()).id, LIKELY.topic);
  for (const { trade, weight } of likelyTrades(brief.product)) raise(trade, LIKELY.words * weight);
  const clear = clearTrade(brief.product);
  if (clear !== undefined) raise(clear, LIKELY.clear);
  for (const [trade, weight] of likely) for (const kin of KIN[trade] ?? []) raise(kin, weight * LIKELY.kin);
  raise(GENERAL, LIKELY.general);
  return likely;
}

/** All guides for a brief, by everything that people type when each of them answers; best first. */
const rankGuides = (brief: MagnetBrief): RankedGuide[] =>
  finders().ranking.rank(brief, likelyOf(brief), fitFor(brief));

/**
 * From when on the first of a ranking is nearer to what was asked than a general guide: some of it in one
 * phrase, of a trade that may be meant, or half of it and more than a word.
 */
const NEAR = { likeness: 0.2, likely: 0.5, half: 0.5, words: 2 };

const isNear = ({ likeness, likely, words }: RankedGuide): boolean =>
  likeness >= NEAR.likeness && (likely >= NEAR.likely || (likeness >= NEAR.half && words >= NEAR.words));

/** From when on the first of a ranking answers the brief: like a phrase, or far ahead of the next. */
const CLEAR = { likely: 0.8, likeness: 0.5, lead: 1.7, leastLikeness: 0.3, farAhead: 3 };

/**
 * The guide nearest to a brief; undefined if no guide has anything to do with it. Whether it answers the
 * brief is `isSure`.
 */
export function findGuide(brief: MagnetBrief): FoundGuide | undefined {
  const found = findByPhrase(brief);
  if (brief.topic === "") return found;
  const ranked = rankGuides(brief);
  const [first, second, ...others] = ranked;
  // "Comparing bids" is a phrase of several trades.
  const own = ownTrades(brief);
  const isLikely =
    found !== undefined &&
    (own.has(found.guide.trade) ||
      first?.guide.id === found.guide.id ||
      (kinOf(own).has(found.guide.trade) &&
        ranked.slice(0, MOST_OTHERS).some(({ guide }) => guide.id === found.guide.id)));
  const isDoubted = (guide: Guide) => isForOthers(guide, brief) || isUnanswered(guide, brief, own);
  // "How much is a kitchen?" has one word in common with a question about permits for kitchens.
  const isThin =
    found?.words === 1 &&
    (ranked.find(({ guide }) => guide.id === found.guide.id)?.likeness ?? 0) < CLEAR.likeness;
  if (isLikely && isSure(found) && !isThin && !isDoubted(found.guide)) return found;
  if (!first) return found && { ...found, confidence: 0 };
  const lead = second ? first.score / second.score : Number.POSITIVE_INFINITY;
  const isClear =
    first.likely >= CLEAR.likely &&
    !isDoubted(first.guide) &&
    ((first.likeness >= CLEAR.likeness && lead >= CLEAR.lead) ||
      (first.likeness >= CLEAR.leastLikeness && lead >= CLEAR.farAhead));
  return {
    guide: first.guide,
    confidence: isClear ? 1 : 0,
    words: first.words,
    isNear: isNear(first),
    others: [second, ...others].slice(0, MOST_OTHERS).flatMap((one) => one?.guide ?? []),
  };
}

/** Guides for these alone answer nobody else. */
const BUSINESSES: ReadonlySet<GuideReader> = new Set(["board", "builder", "landlord", "manager"]);

const isForBusinesses = (readers: readonly GuideReader[]): boolean =>
  readers.every((reader) => BUSINESSES.has(reader));

/** Whether a guide is for businesses, and nothing in the brief is about one. */
function isForOthers({ readers: { fits } }: Guide, { topic, product, targetAudience }: MagnetBrief): boolean {
  if (!isForBusinesses(fits)) return false;
  const named = guideReaders(`${topic} ${product} ${targetAudience}`);
  return !fits.some((reader) => named.includes(reader));
}

/** Whether what was asked is nearer to a question that no guide answers. Those are homeowners' questions. */
const isUnanswered = (guide: Guide, { topic }: MagnetBrief, own: ReadonlySet<string>): boolean =>
  !isForBusinesses(guide.readers.fits) &&
  finders().ranking.isNearer(
    [...new Set([...own, guide.trade])].flatMap((trade) => library().unanswered[trade] ?? []),
    topic,
    guide,
  );

/** The trades that the product names, or that it and the topic point to. */
const ownTrades = (brief: MagnetBrief): Set<string> =>
  new Set([
    ...namedTrades(brief.product),
    chooseTrade({ ...brief, topic: "" }, trades()).id,
    chooseTrade(brief, trades()).id,
  ]);

/**
 * The guide with a phrase nearest to a brief; undefined if its trade has none. What a business sells says
 * more about its trade than the topic does: a tree service that asks about a fence means the tree.
 */
function findByPhrase(brief: MagnetBrief): FoundGuide | undefined {
  const index = finders().search;
  const own = ownTrades(brief);
  const nearest = (trades: Iterable<string>, leastWords: number) =>
    [...trades]
      .flatMap((trade) => index.find(trade, brief) ?? [])
      .map((one) => (one.words < leastWords ? { ...one, confidence: 0 } : one))
      .toSorted((one, other) => other.confidence - one.confidence)[0];
  const ofTrade = nearest(own, brief.topic === "" ? LEAST_WORDS : 0);
  // Without a topic the product is asked about, and that is this trade's.
  if (ofTrade?.confidence === 1 || brief.topic === "") return ofTrade;
  const ofKin = nearest(kinOf(own), LEAST_WORDS);
  const best = ofKin && ofKin.confidence > (ofTrade?.confidence ?? -1) ? ofKin : ofTrade;
  if (best && best.confidence >= ANY_TRADE.confidence) return best;
  // “Carbon fiber straps” names no trade, but what it's asked about does.
  const ofAny = nearest(new Set(guides().map(({ trade }) => trade)), ANY_TRADE.words);
  return ofAny && ofAny.confidence >= ANY_TRADE.confidence ? ofAny : best;
}

let generals: Readonly<Record<string, readonly string[]>> | undefined;

/**
 * The guides that any client of a trade can use, best first: what it costs, how to choose, what to look
 * at.
 */
export const generalGuides = (): Readonly<Record<string, readonly string[]>> =>
  (generals ??= z
    .record(z.string(), z.array(z.string()).min(1))
    .parse(JSON.parse(readFileSync(path.join(FOLDER, "when-nothing-fits.json"), "utf8"))));

/** What nobody has written a guide for: the subject that was asked for, or anything for the trade. */
export type GuideMiss = "subject" | "trade";

/** The guide for a brief, and why it isn't the one that was asked for; null if it is. */
export interface ChosenGuide {
  readonly guide: Guide;
  /** Nearest first. */
  readonly others: readonly Guide[];
  /** Its folder; "general" if no trade was recognized. */
  readonly trade: string;
  readonly miss: GuideMiss | null;
}

const MOST_OTHERS = 3;

/**
 * The guide that answers a brief. If there is none, a general one of its trade or of any, which is whole and
 * has its own true title.
 */
export function chooseGuide(brief: MagnetBrief): ChosenGuide {
  const found = findGuide(brief);
  if (found && isSure(found)) return { ...found, trade: found.guide.trade, miss: null };
  const named = namedTrades(brief.product)[0] ?? chooseTrade(brief, trades()).id;
  const trade = generalGuides()[named] ? named : GENERAL;
  const readers = guideReaders(brief.targetAudience);
  const fits = ({ readers: { fits: those } }: Guide) =>
    readers.length === 0 || those.some((one) => readers.includes(one));
  const listed = [...generalGuides()[trade]!, ...generalGuides()[GENERAL]!].flatMap(
    (id) => guides().find((guide) => guide.id === id) ?? [],
  );
  // A guide with some of what was asked in one phrase says more than a general one.
  const near = found && brief.topic !== "" && found.isNear ? [found.guide] : [];
  const [guide, ...others] = new Set([
    ...near,
    ...listed.filter(fits),
    ...(found ? [found.guide, ...found.others] : []),
    ...listed,
  ]);
  const isAsked = brief.topic !== "";
  const miss = trade === GENERAL && brief.product !== "" ? "trade" : isAsked ? "subject" : null;
  return { guide: guide!, others: others.slice(0, MOST_OTHERS), trade, miss };
}
