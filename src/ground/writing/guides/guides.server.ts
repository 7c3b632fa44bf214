import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { MagnetBrief } from "../schema.ts";
import { namedTrades } from "../playbook/named-trades.ts";
import { choosePlaybook } from "../playbook/understand-brief.ts";
import { playbooks } from "../playbook/playbooks.server.ts";
import { type FoundGuide, GuideSearch } from "./find-guide.ts";
import { type Guide, readGuide } from "./guide-file.ts";

let loaded: readonly Guide[] | undefined;

/**
 * All guides in content/guides, read once.
 * @throws Error naming the file and what is wrong with it
 */
export const guides = (): readonly Guide[] => (loaded ??= readGuides(path.resolve("content/guides")));

/** The guides in a folder of trades, by name. */
function readGuides(folder: string): Guide[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
    .flatMap((trade) =>
      readdirSync(path.join(folder, trade))
        .filter((name) => name.endsWith(".md"))
        .toSorted()
        .map((name) =>
          readGuide(readFileSync(path.join(folder, trade, name), "utf8"), `${trade}/${name.slice(0, -3)}`),
        ),
    );
}

let search: GuideSearch | undefined;

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

/** From when on a guide of a trade that the product doesn't name answers the topic. */
const ANY_TRADE = { confidence: 0.75, words: 3 };

/** A single word in common says nothing about a product, or about a guide of another trade. */
const LEAST_WORDS = 2;

/**
 * The guide nearest to a brief; undefined if its trade has none. What a business sells says more about its
 * trade than the topic does: a tree service that asks about a fence means the tree.
 */
export function findGuide(brief: MagnetBrief): FoundGuide | undefined {
  const index = (search ??= new GuideSearch(guides()));
  const tradeOf = (part: MagnetBrief) => choosePlaybook(part, playbooks()).id;
  const named = namedTrades(brief.product);
  const own = new Set([...named, tradeOf({ ...brief, topic: "" }), tradeOf(brief)]);
  const nearest = (trades: Iterable<string>, leastWords: number) =>
    [...trades]
      .flatMap((trade) => index.find(trade, brief) ?? [])
      .map((one) => (one.words < leastWords ? { ...one, confidence: 0 } : one))
      .toSorted((one, other) => other.confidence - one.confidence)[0];
  const ofTrade = nearest(own, brief.topic === "" ? LEAST_WORDS : 0);
  // Without a topic the product is asked about, and that is this trade's.
  if (ofTrade?.confidence === 1 || brief.topic === "") return ofTrade;
  const kin = new Set([...own].flatMap((trade) => KIN[trade] ?? [])).difference(own);
  const ofKin = nearest(kin, LEAST_WORDS);
  const best = ofKin && ofKin.confidence > (ofTrade?.confidence ?? -1) ? ofKin : ofTrade;
  if (best && best.confidence >= ANY_TRADE.confidence) return best;
  // “Carbon fiber straps” names no trade, but what it's asked about does.
  const ofAny = nearest(new Set(guides().map(({ trade }) => trade)), ANY_TRADE.words);
  return ofAny && ofAny.confidence >= ANY_TRADE.confidence ? ofAny : best;
}
