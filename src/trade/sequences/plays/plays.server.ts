import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import { toolsOf } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { createSequence } from "../create.server.ts";
import { stepsOfPlay, type Voice } from "./fill-play.ts";
import { type Play, playSchema } from "./schema.ts";
import { sequences } from "../tables.server.ts";

/** Along a client's path, from the first call to a year later. */
const ORDER = [
  "new-lead",
  "missed-call",
  "no-show",
  "visit-missed",
  "visit-over",
  "quote-sent",
  "quote-silent",
  "estimate-sent",
  "estimate-silent",
  "estimate-expiring",
  "estimate-declined",
  "change-sent",
  "change-silent",
  "after-the-job",
  "yearly",
  "reactivation",
];

let loaded: readonly Play[] | undefined;

/**
 * The ready-made follow-ups of content/plays, checked and cached.
 * @throws Error naming the file and the field that is wrong
 */
export function plays(): readonly Play[] {
  return (loaded ??= readPlays(path.resolve("content/plays")));
}

/** Those that the account can use: without those of tools it doesn't have. */
export async function playsOf(ctx: AccountContext): Promise<Play[]> {
  const tools = new Set<string>((await toolsOf(ctx)).map(({ word }) => word));
  return plays().filter(({ tool }) => tool === undefined || tools.has(tool));
}

/** Makes a sequence from a ready-made follow-up, or finds the live one. @returns its id */
export async function ensurePlay(ctx: AccountContext, play: Play, voice: Voice): Promise<string> {
  const used = (await sequencesOfPlays(ctx)).get(play.id);
  if (used) return used.id;
  const trigger = play.starts ? { kind: "event" as const, what: play.starts } : { kind: "manual" as const };
  return createSequence(ctx, { name: play.name, trigger, steps: stepsOfPlay(play, voice) }, play.id);
}

/** Reads and checks a folder of ready-made follow-ups. */
export function readPlays(folder: string): Play[] {
  const found = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => {
      const result = playSchema.safeParse(JSON.parse(readFileSync(path.join(folder, name), "utf8")));
      if (result.success && `${result.data.id}.json` === name) return result.data;
      const problems =
        result.error?.issues.map(({ path: at, message }) => `${at.join(".")}: ${message}`).join("; ") ??
        "id: not the file's";
      throw new Error(`content/plays/${name} can't be used. ${problems}`);
    });
  const place = ({ id }: Play) => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);
  return found.toSorted((one, other) => place(one) - place(other));
}

/** Finds the newest live sequence made from each ready-made follow-up, by its id. */
export async function sequencesOfPlays(
  ctx: AccountContext,
): Promise<
  ReadonlyMap<
    string,
    { readonly id: string; readonly name: string; readonly pausedAt: Temporal.Instant | null }
  >
> {
  const rows = await ctx.db
    .select({ id: sequences.id, name: sequences.name, pausedAt: sequences.pausedAt, play: sequences.play })
    .from(sequences)
    .where(and(eq(sequences.accountId, ctx.account.id), isNull(sequences.retiredAt)))
    .orderBy(sequences.createdAt, sequences.id);
  return new Map(rows.flatMap(({ play, ...row }) => (play === null ? [] : [[play, row] as const])));
}
