import { desc, gte, lt, sql } from "drizzle-orm";
import type { Context } from "#platform/db/scope.server.ts";
import type { DripBrief } from "../drip/schema.ts";
import { missedIn } from "../follow-ups/write-follow-up.server.ts";
import { tradeOf } from "../follow-ups/understand-drip.ts";
import { chooseGuide } from "../guides/guides.server.ts";
import type { MagnetBrief } from "../schema.ts";
import { writingMisses } from "../tables.server.ts";
import { trades } from "../trades/trades.server.ts";
import { missedWords } from "./missed-words.ts";

/**
 * `guide`: nothing on this subject; `guide-trade`: no guides for what is sold; `follow-up`: no emails for
 * what is sold; `objection`: we don't know what it means.
 */
const MISSES = ["guide", "guide-trade", "follow-up", "objection"] as const;
export type MissKind = (typeof MISSES)[number];

export interface Missed {
  readonly kind: MissKind;
  readonly trade: string;
  readonly stage: string;
  readonly words: string;
  readonly asked: number;
  readonly lastAt: Temporal.Instant;
}

/** For how long a miss that nobody repeats is listed. */
const DAYS = 180;

type Miss = Pick<Missed, "kind" | "trade" | "stage" | "words">;

async function count(ctx: Context, misses: readonly Miss[]): Promise<void> {
  const named = misses.filter(({ words }) => words !== "");
  if (named.length === 0) return;
  await ctx.db
    .insert(writingMisses)
    .values(named.map((miss) => ({ ...miss, asked: 1, lastAt: ctx.now })))
    .onConflictDoUpdate({
      target: [writingMisses.kind, writingMisses.trade, writingMisses.stage, writingMisses.words],
      set: { asked: sql`${writingMisses.asked} + 1`, lastAt: ctx.now },
    });
}

/** Counts a guide that was asked for and isn't there. Words only: nothing says who asked. */
export async function countMissedGuide(ctx: Context, brief: MagnetBrief): Promise<void> {
  const { miss, trade } = chooseGuide(brief);
  if (miss === null) return;
  const words = missedWords(miss === "subject" ? brief.topic : brief.product, brief);
  await count(ctx, [{ kind: miss === "subject" ? "guide" : "guide-trade", trade, stage: "", words }]);
}

/** Counts a trade and an objection that a follow-up was asked for and the library doesn't know. */
export async function countMissedDrip(ctx: Context, brief: DripBrief): Promise<void> {
  const missed = missedIn(brief);
  const trade = tradeOf(brief, trades());
  const miss = (kind: MissKind, typed: string): Miss => ({
    ...{ kind, trade, stage: brief.leadType },
    words: missedWords(typed, brief),
  });
  await count(ctx, [
    ...(missed.trade ? [miss("follow-up", brief.product)] : []),
    ...(missed.objection ? [miss("objection", brief.objection)] : []),
  ]);
}

/**
 * Lists what was asked for since a time, most asked first.
 * @param most rows at most
 */
export async function listMisses(
  ctx: Context,
  { since, most }: { readonly since: Temporal.Instant; readonly most: number },
): Promise<Missed[]> {
  const rows = await ctx.db
    .select()
    .from(writingMisses)
    .where(gte(writingMisses.lastAt, since))
    .orderBy(desc(writingMisses.asked), desc(writingMisses.lastAt), writingMisses.words, writingMisses.kind)
    .limit(most);
  return rows.map((row) => ({ ...row, kind: MISSES.find((kind) => kind === row.kind) ?? "guide" }));
}

/** Deletes what nobody has asked for in half a year. */
export async function purgeMisses(ctx: Context): Promise<void> {
  await ctx.db.delete(writingMisses).where(lt(writingMisses.lastAt, ctx.now.subtract({ hours: DAYS * 24 })));
}
