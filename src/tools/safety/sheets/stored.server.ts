import { and, asc, desc, eq, isNull, lte, sql } from "drizzle-orm";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { fileKey } from "#platform/files/file-store.ts";
import { safetySheets, safetySheetVersions } from "../tables.server.ts";
import { askedWords, type SheetType } from "./sheet.ts";

/** Extension of the keys, so that no other room's file has the same one. */
export const SHEET_FILE = "safetypdf";

/** The key of a sheet's file in the file store. */
export const keyOf = (accountId: string, sha256: string): string => fileKey(accountId, sha256, SHEET_FILE);

export type SheetVersion = typeof safetySheetVersions.$inferSelect;

const SHOWN = {
  id: safetySheets.id,
  name: safetySheets.name,
  type: safetySheets.type,
  maker: safetySheets.maker,
  language: safetySheets.language,
  reviewOn: safetySheets.reviewOn,
  version: safetySheets.version,
  removedAt: safetySheets.removedAt,
  revisedOn: safetySheetVersions.revisedOn,
  sha256: safetySheetVersions.sha256,
  bytes: safetySheetVersions.bytes,
  pages: safetySheetVersions.pages,
  hasText: safetySheetVersions.hasText,
};

const isLatest = and(
  eq(safetySheetVersions.accountId, safetySheets.accountId),
  eq(safetySheetVersions.sheetId, safetySheets.id),
  eq(safetySheetVersions.version, safetySheets.version),
);

const selectSheets = ({ db }: AccountContext) =>
  db.select(SHOWN).from(safetySheets).innerJoin(safetySheetVersions, isLatest);

/** A sheet of the library with its latest version. */
export type LibrarySheet = Awaited<ReturnType<typeof selectSheets>>[number];

export interface SheetFilters {
  readonly words: string;
  readonly type: SheetType | null;
  /** Only those to review by this day. */
  readonly dueBy: string | null;
}

/**
 * Sheets by name, without removed ones.
 * @param page.from how many of them come before
 * @returns one more than asked if there are more
 */
export async function listSheets(
  ctx: AccountContext,
  { words, type, dueBy }: SheetFilters,
  page: { readonly from: number; readonly most: number },
): Promise<LibrarySheet[]> {
  const asked = askedWords(words);
  const found = asked.length > 0 ? await idsWith(ctx, asked) : undefined;
  return selectSheets(ctx)
    .where(
      and(
        eq(safetySheets.accountId, ctx.account.id),
        isNull(safetySheets.removedAt),
        // One parameter: a word may be in thousands.
        found && sql`${safetySheets.id} = any(${sql.param(found)}::uuid[])`,
        type ? eq(safetySheets.type, type) : undefined,
        dueBy ? lte(safetySheets.reviewOn, dueBy) : undefined,
      ),
    )
    .orderBy(asc(safetySheets.name), asc(safetySheets.id))
    .offset(page.from)
    .limit(page.most + 1);
}

async function idsWith({ db }: AccountContext, asked: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select safety_sheets_found(${sql.param([...asked])}::text[]) as id`,
  );
  return rows.map(({ id }) => id);
}

/** A sheet, removed ones too. @throws AppError not_found */
export async function getSheet(ctx: AccountContext, id: string): Promise<LibrarySheet> {
  const [found] = isId(id)
    ? await selectSheets(ctx).where(and(eq(safetySheets.accountId, ctx.account.id), eq(safetySheets.id, id)))
    : [];
  if (!found) throw new AppError("not_found", "That sheet isn’t in the library.");
  return found;
}

const ofSheet = (ctx: AccountContext, sheetId: string) =>
  and(eq(safetySheetVersions.accountId, ctx.account.id), eq(safetySheetVersions.sheetId, sheetId));

/** All versions of a sheet, latest first. */
export const versionsOf = (ctx: AccountContext, sheetId: string): Promise<SheetVersion[]> =>
  ctx.db
    .select()
    .from(safetySheetVersions)
    .where(ofSheet(ctx, sheetId))
    .orderBy(desc(safetySheetVersions.version));

/** One version of a sheet. @throws AppError not_found */
export async function getVersion(
  ctx: AccountContext,
  sheetId: string,
  version: number,
): Promise<SheetVersion> {
  const [found] =
    isId(sheetId) && Number.isSafeInteger(version) && version > 0 && version < 1_000_000
      ? await ctx.db
          .select()
          .from(safetySheetVersions)
          .where(and(ofSheet(ctx, sheetId), eq(safetySheetVersions.version, version)))
      : [];
  if (!found) throw new AppError("not_found", "That version isn’t in the library.");
  return found;
}

/** The sheet of the library that has a file as its latest version. */
export async function sheetWithFile(ctx: AccountContext, sha256: string): Promise<LibrarySheet | null> {
  const [found] = await selectSheets(ctx).where(
    and(
      eq(safetySheets.accountId, ctx.account.id),
      eq(safetySheetVersions.sha256, sha256),
      isNull(safetySheets.removedAt),
    ),
  );
  return found ?? null;
}

/** How many sheets there are, without removed ones. */
export const countSheets = ({ db, account }: AccountContext): Promise<number> =>
  db.$count(safetySheets, and(eq(safetySheets.accountId, account.id), isNull(safetySheets.removedAt)));

/** What an account's sheets use of its storage; equal files once. */
export async function measureSheets({
  db,
  account,
}: AccountContext): Promise<{ count: number; bytes: number }> {
  const { rows } = await db.execute<{ count: number; bytes: string }>(sql`
    select count(*)::int as count, coalesce(sum(bytes), 0)::text as bytes
      from (select distinct on (sha256) bytes from ${safetySheetVersions} where account_id = ${account.id}) file`);
  return { count: rows[0]!.count, bytes: Number(rows[0]!.bytes) };
}
