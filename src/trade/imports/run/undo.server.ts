import { and, desc, eq, inArray } from "drizzle-orm";
import {
  findStoredRecords,
  recordsOnJobs,
  type StoredRecord,
  shownFields,
  writeAsProduct,
} from "#ground/sync/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { getImport, lockImport, whereImport } from "../data.server.ts";
import { undoOf } from "../format/registry.ts";
import { JOB } from "../jobs/format.server.ts";
import { imports, importsRecords } from "../tables.server.ts";
import { actAs, NO_RIGHT } from "./act-as.server.ts";
import type { Turn } from "./run.server.ts";

const BATCH = 50;

type Row = typeof importsRecords.$inferSelect;

/**
 * Continues an undo, last written first, so that jobs come after what is on them. What people have changed
 * since stays, and so do jobs on which they have worked.
 * @param goesOn asked after each batch; returning false ends this turn with "more"
 */
export async function undoImport(
  accountId: string,
  id: string,
  goesOn: () => boolean = () => true,
): Promise<Turn> {
  const found = await withAccount(accountId, (ctx) => getImport(ctx, id));
  if (found.state !== "undoing") return "over";
  for (;;) {
    const isLeft = await actAs(found, (ctx) => undoBatch(ctx, id));
    if (isLeft === undefined) await stop(accountId, id);
    if (!isLeft) return "over";
    if (!goesOn()) return "more";
  }
}

/** Ends an undo that nobody may go on with. */
const stop = (accountId: string, id: string): Promise<unknown> =>
  withAccount(accountId, (ctx) =>
    ctx.db.update(imports).set({ state: "done", trouble: NO_RIGHT }).where(whereImport(ctx, id)),
  );

/** @returns whether something is left to undo */
async function undoBatch(ctx: AccountContext, id: string): Promise<boolean> {
  const found = await lockImport(ctx, id);
  if (found.state !== "undoing") return false;
  const ofImport = and(eq(importsRecords.accountId, ctx.account.id), eq(importsRecords.importId, id));
  const rows = await ctx.db
    .select()
    .from(importsRecords)
    .where(ofImport)
    .orderBy(desc(importsRecords.number))
    .limit(BATCH);
  if (rows.length === 0) {
    await ctx.db.update(imports).set({ state: "undone" }).where(whereImport(ctx, id));
    return false;
  }
  const records = new Map(
    (
      await findStoredRecords(
        ctx,
        rows.map(({ recordId }) => recordId),
      )
    ).map((one) => [one.id, one]),
  );
  let [removed, kept] = [0, 0];
  for (const row of rows) {
    const record = records.get(row.recordId);
    if (!record || undoOf(row.kind).isDone(shownFields(record.fields))) continue;
    // What the import put on a job is gone by now, so the rest is somebody’s work.
    if (wasChanged(record, row) || (row.kind === JOB && (await isWorkedOn(ctx, row.recordId)))) {
      kept++;
      continue;
    }
    try {
      await writeAsProduct(ctx, record, undoOf(row.kind).sets(ctx.now));
      removed++;
    } catch (error) {
      // Its kind refuses it: somebody approved or locked it since.
      if (!(error instanceof AppError) || error.code === "unavailable") throw error;
      kept++;
    }
  }
  await ctx.db.delete(importsRecords).where(
    and(
      ofImport,
      inArray(
        importsRecords.recordId,
        rows.map(({ recordId }) => recordId),
      ),
    ),
  );
  await ctx.db
    .update(imports)
    .set({ removed: found.removed + removed, kept: found.kept + kept })
    .where(whereImport(ctx, id));
  return true;
}

/**
 * Whether a person has changed a record since its import. What the product writes, such as a number,
 * doesn't count.
 */
const wasChanged = ({ fields }: StoredRecord, { writtenAt }: Row): boolean =>
  Object.values(fields).some(({ values }) =>
    values.some(({ at, author }) => author !== null && at !== writtenAt.epochMilliseconds),
  );

/** Whether something is on a job that a person wrote and nobody removed. */
const isWorkedOn = async (ctx: AccountContext, job: string): Promise<boolean> =>
  (await recordsOnJobs(ctx, [job])).some(
    ({ kind, fields }) => !undoOf(kind).isDone(shownFields(fields)) && isByPerson(fields),
  );

const isByPerson = (fields: StoredRecord["fields"]): boolean =>
  Object.values(fields).some(({ values }) => values.some(({ author }) => author !== null));
