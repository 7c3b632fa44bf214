import { sql } from "drizzle-orm";
import { findStoredRecords, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { getImport, type Import, lockImport, whereImport } from "../data.server.ts";
import { type ListedProblem, MOST_PROBLEMS } from "../file/part.ts";
import type { Thing } from "../file/things.ts";
import type { ImportWrite, NamedJob } from "../format/record.ts";
import { undoOf } from "../format/registry.ts";
import { JOB } from "../jobs/format.server.ts";
import { imports, importsRecords } from "../tables.server.ts";
import { actAs, NO_RIGHT } from "./act-as.server.ts";
import { type JobIndex, jobIndex } from "./job-index.server.ts";
import { damaged, isHere, problemOf } from "./preview.server.ts";
import { type Resolved, resolve } from "./resolve.server.ts";
import { openStored, type ReadyFile, removeUnneeded } from "./stored-file.server.ts";

export type Turn = "over" | "more";

/** Things in one transaction, which other people of the business wait for. */
const BATCH = 25;

/**
 * Continues an import from its stored position. Each batch is one transaction that also advances the
 * position, so a crash neither loses nor repeats anything. With two workers, the slower one stops.
 * @param goesOn asked after each batch; returning false ends this turn with "more"
 */
export async function runImport(
  accountId: string,
  id: string,
  goesOn: () => boolean = () => true,
): Promise<Turn> {
  const found = await withAccount(accountId, (ctx) => getImport(ctx, id));
  if (found.state !== "running") return "over";
  const file = await openStored(found);
  const { things } = file;
  for (let from = found.position; from < things.length; from += BATCH) {
    const batch = things.slice(from, from + BATCH);
    const prepared = await prepare(accountId, batch, file);
    const isNext = await actAs(found, (ctx) => importBatch(ctx, id, { from, batch, prepared, file }));
    if (isNext === undefined) {
      await finish(accountId, id, NO_RIGHT);
      return "over";
    }
    if (!isNext) return "over";
    if (!goesOn()) return "more";
  }
  await finish(accountId, id, null);
  return "over";
}

/** Stores the files of a batch. @returns what is wrong with those that can't be stored */
async function prepare(
  accountId: string,
  batch: readonly Thing[],
  { file }: ReadyFile,
): Promise<ReadonlyMap<Thing, string>> {
  const wrong = new Map<Thing, string>();
  for (const thing of batch)
    if ("prepare" in thing.read && !thing.isRepeated)
      try {
        await thing.read.prepare?.(accountId, file);
      } catch (error) {
        wrong.set(thing, damaged(error));
      }
  return wrong;
}

interface Batch {
  readonly from: number;
  readonly batch: readonly Thing[];
  readonly prepared: ReadonlyMap<Thing, string>;
  readonly file: ReadyFile;
}

/** What a batch did so far. */
interface Tally {
  readonly added: Record<string, number>;
  known: number;
  repeated: number;
  refused: number;
  number: number;
  readonly problems: ListedProblem[];
  readonly written: Map<string, { kind: string; jobId: string | null; number: number }>;
  /** Jobs that something was added to, by format. */
  readonly jobs: Map<Thing["format"], { jobs: Set<string>; program: string | null }>;
}

/** @returns false if another worker or an undo got there first */
async function importBatch(ctx: AccountContext, id: string, of: Batch): Promise<boolean> {
  const { from, batch } = of;
  const found = await lockImport(ctx, id);
  if (found.state !== "running" || found.position !== from) return false;
  const index = await jobIndex(ctx);
  const tally: Tally = {
    ...{ added: { ...found.added }, known: 0, repeated: 0, refused: 0, number: from * 2 },
    ...{ problems: [], written: new Map(), jobs: new Map() },
  };
  for (const thing of batch) await importThing(ctx, thing, { ...of, found, index, tally });
  for (const [format, { jobs, program }] of tally.jobs) await format.finish?.(ctx, jobs, program);
  // As a value has it; the database would round it up.
  const writtenAt = ctx.now.round({ smallestUnit: "millisecond", roundingMode: "floor" });
  if (tally.written.size > 0)
    await ctx.db
      .insert(importsRecords)
      .values(
        [...tally.written].map(([recordId, written]) => ({
          ...{ accountId: ctx.account.id, importId: id, recordId, writtenAt },
          ...written,
        })),
      )
      .onConflictDoNothing();
  await ctx.db
    .update(imports)
    .set({
      position: from + batch.length,
      added: tally.added,
      known: found.known + tally.known,
      repeated: found.repeated + tally.repeated,
      refused: found.refused + tally.refused,
      problems: [...found.problems, ...tally.problems].slice(0, MOST_PROBLEMS),
    })
    .where(whereImport(ctx, id));
  return true;
}

async function importThing(
  ctx: AccountContext,
  thing: Thing,
  { prepared, file, found, index, tally }: Batch & { found: Import; index: JobIndex; tally: Tally },
): Promise<void> {
  const refuse = (why: string) => {
    tally.refused++;
    tally.problems.push(problemOf(thing, why, false));
  };
  const early = prepared.get(thing);
  if (early !== undefined) return refuse(early);
  if (thing.isRepeated) {
    tally.repeated++;
    return;
  }
  const of = { ...file, index, chosen: found.jobId };
  const to = await resolve(ctx, thing, of).catch((error: unknown) => damaged(error));
  if (typeof to === "string") return refuse(to);
  if (to.isSameJob) {
    tally.known++;
    return;
  }
  await ctx.db.execute(sql`savepoint one_thing`);
  try {
    const isNew = await save(ctx, thing, to, tally);
    await ctx.db.execute(sql`release savepoint one_thing`);
    if (!isNew) tally.known++;
    else if (to.record.isJob && to.record.job) index.add(to.target.id, to.record.job);
    if (to.newJob && to.target.job) index.add(to.target.job, to.newJob);
  } catch (error) {
    const why = damaged(error);
    await ctx.db.execute(sql`rollback to savepoint one_thing`);
    await ctx.db.execute(sql`release savepoint one_thing`);
    refuse(why);
  }
}

/** Writes one thing. @returns whether it is new @throws AppError invalid: roll back what it wrote */
async function save(ctx: AccountContext, thing: Thing, to: Resolved, tally: Tally): Promise<boolean> {
  const { record, target, newJob } = to;
  const [known] = await findStoredRecords(ctx, [target.id]);
  if (isHere(known)) return false;
  const written = new Map<string, { kind: string; jobId: string | null }>();
  if (newJob && target.job) {
    await write(ctx, jobWrite(target.job, newJob), target.job, target.zone);
    written.set(target.job, { kind: JOB, jobId: target.job });
  }
  for (const one of await record.writes(ctx, target)) {
    await write(ctx, one, target.job, target.zone);
    written.set(one.id, { kind: one.kind, jobId: target.job });
  }
  // Only now: nothing of a refused thing counts.
  for (const [id, one] of written) tally.written.set(id, { ...one, number: tally.number++ });
  const { id: format } = thing.format;
  tally.added[format] = (tally.added[format] ?? 0) + 1;
  if (newJob) tally.added[NEW_JOBS] = (tally.added[NEW_JOBS] ?? 0) + 1;
  if (record.leftOut)
    tally.problems.push(problemOf(thing, `Without ${record.leftOut}, which we can’t read.`, true));
  if (target.job !== null) {
    const of = tally.jobs.get(thing.format) ?? { jobs: new Set(), program: thing.program };
    of.jobs.add(target.job);
    tally.jobs.set(thing.format, of);
  }
  return true;
}

/** Counts jobs that were added because something is on them. */
export const NEW_JOBS = "named-jobs";

const jobWrite = (id: string, { name, address }: NamedJob): ImportWrite => ({
  id,
  kind: JOB,
  sets: { name, status: "active", ...(address ? { address } : {}) },
});

/** Writes a record, again if it was undone before. */
async function write(
  ctx: AccountContext,
  { id, kind, sets, media }: ImportWrite,
  job: string | null,
  zone: string,
): Promise<void> {
  const [known] = await findStoredRecords(ctx, [id]);
  const { back, isDone } = undoOf(kind);
  const isUndone = known !== undefined && isDone(shownFields(known.fields));
  await writeAsProduct(ctx, known ?? { id, kind, job }, isUndone ? { ...sets, ...back } : sets, zone, media);
}

async function finish(accountId: string, id: string, trouble: string | null): Promise<void> {
  const file = await withAccount(accountId, async (ctx) => {
    const found = await lockImport(ctx, id);
    if (found.state !== "running") return null;
    await ctx.db
      .update(imports)
      .set({ state: "done", finishedAt: ctx.now, file: null, trouble })
      .where(whereImport(ctx, id));
    return found.file;
  });
  await removeUnneeded(accountId, file);
}
