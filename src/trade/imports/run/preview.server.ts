import { and, eq } from "drizzle-orm";
import { findStoredRecords, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { getImport, whereImport } from "../data.server.ts";
import { type ImportPreview, type ListedProblem, MOST_PROBLEMS } from "../file/part.ts";
import type { Thing } from "../file/things.ts";
import { undoOf } from "../format/registry.ts";
import { imports } from "../tables.server.ts";
import { jobIndex } from "./job-index.server.ts";
import { NO_JOB, type Resolved, resolve } from "./resolve.server.ts";
import { openStored } from "./stored-file.server.ts";

/** Rows and names of jobs that a preview shows. */
const SHOWN = 8;
const IDS_AT_ONCE = 500;

/** Whether a record is here, and nobody removed it. */
export const isHere = (record: StoredRecord | undefined): boolean =>
  record !== undefined && !undoOf(record.kind).isDone(shownFields(record.fields));

/** What is wrong with a thing, as people read it. */
export const problemOf = ({ where, read }: Thing, problem: string, isTaken: boolean): ListedProblem => ({
  where,
  title: "title" in read ? read.title.slice(0, 120) : "",
  problem,
  isTaken,
});

/**
 * Reads a whole file and stores what its import would do. Saves nothing of it.
 * @throws AppError conflict if the import was started meanwhile; invalid, for `file`, if it can't be read
 */
export async function previewImport(accountId: string, id: string): Promise<void> {
  const found = await withAccount(accountId, (ctx) => getImport(ctx, id));
  const { things, zone, file, tools } = await openStored(found);
  const preview = await withAccount(accountId, async (ctx) => {
    const index = await jobIndex(ctx);
    const resolved: { thing: Thing; to: Resolved | string }[] = [];
    const newJobs = new Map<string, string>();
    for (const thing of things) {
      const to = await resolve(ctx, thing, { index, chosen: found.jobId, zone, file, tools }).catch(
        (error: unknown) => damaged(error),
      );
      resolved.push({ thing, to });
      if (typeof to === "string") continue;
      if (to.newJob) {
        newJobs.set(to.target.job!, to.newJob.name);
        index.add(to.target.job!, to.newJob);
      } else if (to.record.isJob && !to.isSameJob && to.record.job) index.add(to.target.id, to.record.job);
    }
    const ids = [...new Set(resolved.flatMap(({ to }) => (typeof to === "string" ? [] : [to.target.id])))];
    const here = new Set<string>();
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
      for (const record of await findStoredRecords(ctx, ids.slice(from, from + IDS_AT_ONCE)))
        if (isHere(record)) here.add(record.id);
    return summarize(resolved, { here, newJobs });
  });
  await withAccount(accountId, async (ctx) => {
    const { rowCount } = await ctx.db
      .update(imports)
      .set({ preview, total: things.length })
      .where(and(whereImport(ctx, id), eq(imports.state, "ready")));
    if (!rowCount) throw new AppError("conflict", "This import has already started.");
  });
}

/** The problem of a thing whose file in the ZIP can't be read. @throws what isn't about the file */
export function damaged(error: unknown): string {
  if (error instanceof AppError) {
    if (error.code === "invalid") return error.message;
    throw error;
  }
  if (error instanceof Error && error.message.startsWith("it ")) return "This file is damaged in the ZIP.";
  throw error;
}

function summarize(
  resolved: readonly { readonly thing: Thing; readonly to: Resolved | string }[],
  { here, newJobs }: { readonly here: ReadonlySet<string>; readonly newJobs: ReadonlyMap<string, string> },
): ImportPreview {
  const counts = new Map<string, { added: number; known: number; repeated: number; refused: number }>();
  const rows: ImportPreview["rows"][number][] = [];
  const problems: ListedProblem[] = [];
  let needsJob = false;
  const shown = new Map<string, number>();
  for (const { thing, to } of resolved) {
    const format = thing.format.id;
    const count = counts.get(format) ?? { added: 0, known: 0, repeated: 0, refused: 0 };
    counts.set(format, count);
    if (typeof to === "string") {
      count.refused++;
      needsJob ||= to === NO_JOB;
      if (problems.length < MOST_PROBLEMS && to !== NO_JOB) problems.push(problemOf(thing, to, false));
      continue;
    }
    const isKnown = to.isSameJob || here.has(to.target.id);
    count[thing.isRepeated ? "repeated" : isKnown ? "known" : "added"]++;
    if (thing.isRepeated) continue;
    const { title, details, leftOut, job } = to.record;
    if (leftOut && !isKnown && problems.length < MOST_PROBLEMS)
      problems.push(problemOf(thing, `Without ${leftOut}, which we can’t read.`, true));
    const already = shown.get(format) ?? 0;
    if (already >= SHOWN) continue;
    shown.set(format, already + 1);
    rows.push({ format, title, details, job: to.record.isJob ? null : (job?.name ?? null), isKnown });
  }
  return {
    counts: [...counts].map(([format, count]) => ({ format, ...count })),
    newJobs: { count: newJobs.size, names: [...newJobs.values()].slice(0, SHOWN) },
    rows,
    problems,
    needsJob,
  };
}
