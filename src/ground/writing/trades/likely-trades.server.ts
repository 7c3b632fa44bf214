import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { termsOf, TextSearch } from "#platform/search/text-search.ts";

/** A trade that what a business sells points to. */
export interface LikelyTrade {
  readonly trade: string;
  /** 0 to 1, beside the likeliest. */
  readonly weight: number;
  /** Words of the product that the trade's have. */
  readonly words: number;
  /** Their share of the product's words, 0 to 1. */
  readonly share: number;
}

/** Words that any trade's products have. */
const STOPWORDS = new Set(
  (
    "a all and any are as at best both by co commercial company contractor custom day do emergency etc every expert experts family for free from full " +
    "general good help home homes house houses i in inc install installation installations installed installer is job jobs just kind kinds large local " +
    "llc mainly maintenance more most mostly my new of old on or other our out over owned people plus pro professional project projects property pros " +
    "quality real repair repairs replace replacement residential same service services small specialist stuff system systems that the their them they things to " +
    "up we with work works year yearly years you your"
  ).split(" "),
);
const ALL = "all";
const MOST = 4;

let search: TextSearch | undefined;

/** The trades whose owners describe what they sell in such words, likeliest first; none if nobody does. */
export function likelyTrades(product: string): LikelyTrade[] {
  const terms = termsOf(product, STOPWORDS);
  search ??= new TextSearch(
    Object.entries(read()).map(([trade, sells]) => ({
      ...{ id: trade, group: ALL, title: trade.replaceAll("-", " ") },
      phrases: sells.join(" "),
    })),
    STOPWORDS,
  );
  const hits = search.search(product, ALL);
  return hits.slice(0, MOST).map(({ id, terms: found, score }) => ({
    trade: id,
    weight: score / hits[0]!.score,
    words: found.length,
    share: found.length / terms.length,
  }));
}

/** Most of what is sold, not by one word alone, and not nearly as likely another trade's. */
const SURE = { words: 2, share: 0.6, others: 0.9 };

/** The trade that clearly sells this; undefined if none does. */
export function clearTrade(product: string): string | undefined {
  const [first, second] = likelyTrades(product);
  if (!first || first.words < SURE.words || first.share < SURE.share) return undefined;
  return second && second.weight > SURE.others ? undefined : first.trade;
}

/** @throws Error if the file can't be read */
function read(): Readonly<Record<string, readonly string[]>> {
  const file = path.resolve("content/guides/what-trades-sell.json");
  return z.record(z.string(), z.array(z.string().min(1))).parse(JSON.parse(readFileSync(file, "utf8")));
}
