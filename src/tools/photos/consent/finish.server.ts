import { and, desc, eq } from "drizzle-orm";
import { photosToShare } from "#ground/media/public.server.ts";
import type { FinishStep } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { isVideo } from "#platform/pictures/kinds.ts";
import { readRoll } from "../gallery/roll.server.ts";
import { isListed } from "../rules/photo.ts";
import { photosAsks } from "../tables.server.ts";
import { MOST_ASKED } from "./rules.ts";
import { answersTo } from "./stored.server.ts";

/** Showing the work of a job that is done: pair before and after, then ask the client for their yes. */
export async function finishWithPhotos(ctx: AccountContext, jobId: string): Promise<FinishStep[]> {
  const step = { title: "Before and after photos" };
  const [ask] = await ctx.db
    .select({ id: photosAsks.id })
    .from(photosAsks)
    .where(and(eq(photosAsks.accountId, ctx.account.id), eq(photosAsks.jobId, jobId)))
    .orderBy(desc(photosAsks.createdAt))
    .limit(1);
  if (ask) return [{ ...step, ...(await whatCameOf(ctx, ask.id)) }];
  const hashes = await pairsOf(ctx, jobId);
  if (hashes.length === 0)
    return [
      {
        ...{ ...step, isDone: false },
        says: "Select two of the job’s photos and tap “Before and after.” Then ask the client if you may show them.",
        act: { label: "Choose photos", path: `/account/job/${jobId}/photos` },
      },
    ];
  return [
    {
      ...{ ...step, isDone: false },
      says:
        hashes.length === 2
          ? "You have a before and after. Ask your client if you may show it, and where."
          : `You have ${hashes.length / 2} befores and afters. Ask your client which ones you may show, and where.`,
      act: {
        label: "Ask the client",
        path: `/account/photos/ask?job=${jobId}&photos=${hashes.join(",")}`,
      },
    },
  ];
}

async function whatCameOf(ctx: AccountContext, ask: string): Promise<Omit<FinishStep, "title">> {
  const last = (await answersTo(ctx, [ask])).at(-1);
  const path = `/account/photos/asks/${ask}`;
  if (!last)
    return {
      ...{ isDone: true, says: "You asked, and your client hasn’t answered yet." },
      act: { label: "Open the request", path },
    };
  return last.uses.length > 0
    ? {
        ...{ isDone: true, says: "Your client said yes. Choose what your page shows." },
        act: { label: "Recent work", path: "/account/photos/recent" },
      }
    : { isDone: true, says: "Your client said no.", act: { label: "Open the request", path } };
}

/** Both photos of each pair that people outside may see, at most as many as one request may have. */
async function pairsOf(ctx: AccountContext, jobId: string): Promise<string[]> {
  const roll = (await readRoll(ctx, jobId)).filter(({ facts }) => isListed(facts));
  const there = new Set(roll.map(({ shot }) => shot.sha256));
  const paired = roll.flatMap(({ shot: { sha256 }, facts: { pair } }) =>
    pair && pair !== sha256 && there.has(pair) ? [[sha256, pair].toSorted().join(" ")] : [],
  );
  const wanted = [...new Set(paired)].flatMap((one) => one.split(" "));
  const shared = new Set(
    (await photosToShare(ctx, jobId, wanted)).flatMap(({ sha256, kind }) => (isVideo(kind) ? [] : [sha256])),
  );
  return wanted
    .filter((_, at) => shared.has(wanted[at - (at % 2)]!) && shared.has(wanted[at - (at % 2) + 1]!))
    .slice(0, MOST_ASKED - (MOST_ASKED % 2));
}
