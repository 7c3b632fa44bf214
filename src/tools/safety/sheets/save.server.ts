import { isDeepStrictEqual } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { lockFirst } from "#ground/evidence/public.server.ts";
import {
  findStoredRecord,
  findStoredRecords,
  type Json,
  shownFields,
  type StoredRecord,
  writeAsProduct,
} from "#ground/sync/public.server.ts";
import { itemsInContexts } from "#ground/worklist/public.server.ts";
import { findJob, zoneOfJob } from "#trade/jobs/public.server.ts";
import { latestToday } from "#trade/fieldwork/public.server.ts";
import { type AccountContext, isId, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { safetySheets, safetySheetVersions } from "../tables.server.ts";
import type { ReceivedSheet } from "./receive.server.ts";
import { foundBy, LONGEST, MOST, SHEET, SHEET_LANGUAGES, sheetRecord, TYPES, wordFields } from "./sheet.ts";
import {
  countSheets,
  getSheet,
  getVersion,
  keyOf,
  type LibrarySheet,
  sheetWithFile,
} from "./stored.server.ts";

const EARLIEST_YEAR = 1980;
const LATEST_YEAR = 2100;
const day = z
  .string()
  .trim()
  .transform((text) => text || null)
  .pipe(
    z.iso
      .date("Enter the date as month, day, and year.")
      .refine((date) => {
        const year = Number(date.slice(0, 4));
        return year >= EARLIEST_YEAR && year <= LATEST_YEAR;
      }, `Check the year: it’s from ${EARLIEST_YEAR} to ${LATEST_YEAR}.`)
      .nullable(),
  );
const line = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`);

/** What the office types of a sheet. */
export const detailsSchema = z.object({
  name: line(LONGEST.name).min(1, "Enter a name, as people on the job call it."),
  type: z.enum(TYPES, "Choose what it is."),
  maker: line(LONGEST.maker).default(""),
  language: z.enum(SHEET_LANGUAGES, "Choose a language."),
  reviewOn: day.default(null),
});
type Details = z.output<typeof detailsSchema>;
/** What the office types of a version. */
export const versionSchema = (now: Temporal.Instant) =>
  z.object({
    revisedOn: day
      .refine(
        (date) => date === null || date <= latestToday(now),
        "This day is still to come. Enter the date that’s printed on it.",
      )
      .default(null),
  });
type VersionDetails = z.output<ReturnType<typeof versionSchema>>;

const refuseFile = (why: string) => new AppError("invalid", why, { fields: { files: why } });
const isSheet = (ctx: AccountContext, id: string) =>
  and(eq(safetySheets.accountId, ctx.account.id), eq(safetySheets.id, id));

const rowOfVersion = (
  ctx: AccountContext,
  { sha256, bytes, pages, hasText, words, fileName }: ReceivedSheet,
  more: VersionDetails & { readonly sheetId: string; readonly version: number },
): typeof safetySheetVersions.$inferInsert => ({
  ...{ accountId: ctx.account.id, addedAt: ctx.now, file: keyOf(ctx.account.id, sha256) },
  ...{ sha256, bytes, pages, hasText, words, fileName },
  ...more,
});

/**
 * Adds a sheet to the library. The same form twice is one sheet.
 * @param id of the form
 * @throws AppError invalid with the field, for a file that another sheet has
 */
export async function addSheet(
  ctx: AccountContext,
  id: string,
  details: Details & VersionDetails,
  file: ReceivedSheet,
): Promise<string> {
  if (!isId(id)) throw new AppError("invalid", "Reload this page and try again.");
  await lockLibrary(ctx);
  const same = await sheetWithFile(ctx, file.sha256);
  if (same?.id === id) return id;
  if (same)
    throw refuseFile(
      `This file is in the library already: “${same.name}”. Open it there and put it on the job.`,
    );
  if ((await countSheets(ctx)) >= MOST.sheets)
    throw new AppError("conflict", `A library has ${MOST.sheets.toLocaleString("en-US")} sheets at most.`);
  const { revisedOn: revised, ...shown } = details;
  await ctx.db.insert(safetySheets).values({
    ...{ accountId: ctx.account.id, id, version: 1, addedAt: ctx.now, ...shown },
    words: foundBy({ ...shown, words: file.words }),
  });
  await ctx.db
    .insert(safetySheetVersions)
    .values(rowOfVersion(ctx, file, { sheetId: id, version: 1, revisedOn: revised }));
  return id;
}

/**
 * Adds a version, which replaces the one before on every job. Earlier ones stay.
 * @throws AppError not_found; invalid with the field, for the file that it has already
 */
export async function addVersion(
  ctx: AccountContext,
  sheetId: string,
  { revisedOn: revised }: VersionDetails,
  file: ReceivedSheet,
): Promise<void> {
  await lockLibrary(ctx);
  const sheet = await getPresent(ctx, sheetId);
  const same = await sheetWithFile(ctx, file.sha256);
  if (same)
    throw refuseFile(
      same.id === sheetId
        ? `This file is version ${sheet.version} already. Choose the new one.`
        : `This file is another sheet of the library: “${same.name}”.`,
    );
  const version = sheet.version + 1;
  await ctx.db
    .insert(safetySheetVersions)
    .values(rowOfVersion(ctx, file, { sheetId, version, revisedOn: revised }));
  await ctx.db
    .update(safetySheets)
    .set({ version, words: foundBy({ ...sheet, words: file.words }) })
    .where(isSheet(ctx, sheetId));
  await enqueueCopy(ctx, sheetId);
}

/** Changes what the office typed of a sheet. @throws AppError not_found */
export async function editSheet(ctx: AccountContext, sheetId: string, details: Details): Promise<void> {
  await lockLibrary(ctx);
  const { version } = await getPresent(ctx, sheetId);
  const { words } = await getVersion(ctx, sheetId, version);
  await ctx.db
    .update(safetySheets)
    .set({ ...details, words: foundBy({ ...details, words }) })
    .where(isSheet(ctx, sheetId));
  await enqueueCopy(ctx, sheetId);
}

/** Takes a sheet out of the library; it can be put back. @throws AppError conflict while a job has it */
export async function removeSheet(ctx: AccountContext, sheetId: string): Promise<void> {
  await lockLibrary(ctx);
  const sheet = await getPresent(ctx, sheetId);
  const on = (await recordsOf(ctx, sheetId)).length;
  if (on > 0)
    throw new AppError(
      "conflict",
      `“${sheet.name}” is on ${on === 1 ? "a job" : `${on} jobs`}. Take it off first.`,
    );
  await ctx.db.update(safetySheets).set({ removedAt: ctx.now }).where(isSheet(ctx, sheetId));
}

/** @throws AppError not_found */
export async function restoreSheet(ctx: AccountContext, sheetId: string): Promise<void> {
  await lockLibrary(ctx);
  await getSheet(ctx, sheetId);
  await ctx.db.update(safetySheets).set({ removedAt: null }).where(isSheet(ctx, sheetId));
}

/** Two people who add the same file at once add it once. */
const lockLibrary = ({ db, account }: AccountContext) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`safety library ${account.id}`}, 0))`);

/** @throws AppError not_found if it was removed */
async function getPresent(ctx: AccountContext, sheetId: string): Promise<LibrarySheet> {
  const sheet = await getSheet(ctx, sheetId);
  if (sheet.removedAt)
    throw new AppError("not_found", "This sheet isn’t in the library anymore. Put it back first.");
  return sheet;
}

/** Ids of the records of a sheet, one for each job that has it, and their jobs. */
export const recordsOf = (ctx: AccountContext, sheetId: string) => itemsInContexts(ctx, SHEET, [sheetId]);

/** What the record of a sheet says, apart from what people of the job set. */
export function fieldsOf(sheet: LibrarySheet, words: string): Readonly<Record<string, Json>> {
  const { id, name, type, maker, language, version, reviewOn, sha256, bytes, pages } = sheet;
  return {
    ...{ sheet: id, name, type, maker, language, version, reviewOn, revisedOn: sheet.revisedOn },
    ...{ hasText: sheet.hasText, file: { sha256, bytes, pages } },
    ...Object.fromEntries(wordFields(words)),
  };
}

/** Writes what differs; the words of a long plan in commands of their own, which have a most in bytes. */
async function writeFields(
  ctx: AccountContext,
  record: Pick<StoredRecord, "id" | "job"> & Partial<StoredRecord>,
  fields: Readonly<Record<string, Json>>,
  zone: string,
): Promise<void> {
  const shown = record.fields ? shownFields(record.fields) : {};
  const changed = Object.entries(fields).filter(
    ([name, value]) => !isDeepStrictEqual(shown[name] ?? null, value),
  );
  const words = changed.filter(([name]) => name.startsWith("words."));
  const others = changed.filter(([name]) => !name.startsWith("words."));
  for (const some of [others, ...words.map((one) => [one])]) {
    if (some.length === 0) continue;
    const stored = await findStoredRecord(ctx, record.id);
    const target = { ...stored, id: record.id, kind: SHEET, job: record.job };
    await writeAsProduct(ctx, target, Object.fromEntries(some), zone);
  }
}

/**
 * Puts a sheet on a job; once, however often.
 * @param isPinned whether its devices save it for when there is no signal
 * @throws AppError not_found for a job that was removed
 */
export async function putOnJob(
  ctx: AccountContext,
  sheetId: string,
  jobId: string,
  isPinned: boolean,
): Promise<void> {
  const sheet = await getPresent(ctx, sheetId);
  const job = isId(jobId) ? await findJob(ctx, jobId) : null;
  if (!job) {
    const why = "That job was removed. Choose another one.";
    throw new AppError("not_found", why, { fields: { job: why } });
  }
  await lockFirst(ctx);
  const id = sheetRecord(jobId, sheetId);
  const stored = await findStoredRecord(ctx, id);
  const { words } = await getVersion(ctx, sheetId, sheet.version);
  const fields = {
    ...fieldsOf(sheet, words),
    ...(stored ? { removed: false } : {}),
    ...(isPinned ? { pinned: true } : {}),
  };
  await writeFields(ctx, stored ?? { id, job: jobId }, fields, await zoneOfJob(ctx, job));
}

/** Takes a sheet off a job. Where and when it was used stays in the records. @throws AppError not_found */
export async function takeOffJob(ctx: AccountContext, sheetId: string, jobId: string): Promise<void> {
  await getSheet(ctx, sheetId);
  await lockFirst(ctx);
  const stored = isId(jobId) ? await findStoredRecord(ctx, sheetRecord(jobId, sheetId)) : null;
  if (stored && shownFields(stored.fields)["removed"] !== true)
    await writeAsProduct(ctx, stored, { removed: true });
}

const enqueueCopy = (ctx: AccountContext, sheetId: string) =>
  enqueue(ctx.db, copySheetTask, { accountId: ctx.account.id, sheetId });

/** Brings a change of a sheet to the jobs that have it. */
export const copySheetTask: Task<{ readonly accountId: string; readonly sheetId: string }> = {
  name: "safety.copy-sheet",
  payload: z.object({ accountId: z.uuid(), sheetId: z.uuid() }),
  run: ({ accountId, sheetId }) =>
    withAccount(accountId, async (ctx) => {
      await lockFirst(ctx);
      const sheet = await getSheet(ctx, sheetId);
      const { words } = await getVersion(ctx, sheetId, sheet.version);
      const ids = (await recordsOf(ctx, sheetId)).map(({ id }) => id);
      for (const record of await findStoredRecords(ctx, ids)) {
        const job = record.job === null ? null : await findJob(ctx, record.job);
        await writeFields(ctx, record, fieldsOf(sheet, words), await zoneOfJob(ctx, job));
      }
    }),
};
