import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { fullNamesOf } from "#ground/identity/public.server.ts";
import { type FirmRate, firmRates } from "#trade/issues/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { checklistsMarks as marks, checklistsTallies as tallies } from "../tables.server.ts";
import type { FailFilters } from "./filters.ts";

/** How often an item of a list failed. */
export interface FailRate {
  readonly list: string;
  readonly item: string;
  /** The list's name and the item's words when it was last marked. */
  readonly title: string;
  readonly words: string;
  readonly failed: number;
  readonly marked: number;
  /** Who marked it failed, the most first. */
  readonly people: readonly { readonly name: string; readonly count: number }[];
}

const keyOf = ({ list, item }: { readonly list: string; readonly item: string }) => `${list} ${item}`;

/** The first month of those that are counted; null for all. */
async function firstMonth(
  ctx: AccountContext,
  months: FailFilters["months"],
): Promise<Temporal.PlainYearMonth | null> {
  if (months === null) return null;
  const today = ctx.now.toZonedDateTimeISO(await zoneOf(ctx)).toPlainDate();
  return today.toPlainYearMonth().subtract({ months: months - 1 });
}

/** How firms did with the issues found in these months. */
export async function firmRatesOf(
  ctx: AccountContext,
  months: FailFilters["months"],
): Promise<readonly FirmRate[]> {
  const first = await firstMonth(ctx, months);
  const since =
    first
      ?.toPlainDate({ day: 1 })
      .toZonedDateTime(await zoneOf(ctx))
      .toInstant() ?? null;
  return await firmRates(ctx, since);
}

/** Items that failed, the most often failed first. @param most how many */
export async function failRates(
  ctx: AccountContext,
  { list, months }: FailFilters,
  most: number,
): Promise<FailRate[]> {
  const { db, account } = ctx;
  const first = (await firstMonth(ctx, months))?.toString() ?? null;
  const failed = sql<number>`sum(${tallies.failed})::int`;
  const marked = sql<number>`sum(${tallies.marked})::int`;
  const rows = await db
    .select({
      ...{ list: tallies.list, item: tallies.item, failed, marked },
      title: sql<string>`(array_agg(${tallies.title} order by ${tallies.month} desc))[1]`,
      words: sql<string>`(array_agg(${tallies.words} order by ${tallies.month} desc))[1]`,
    })
    .from(tallies)
    .where(
      and(
        eq(tallies.accountId, account.id),
        list === null ? undefined : eq(tallies.list, list),
        first === null ? undefined : gte(tallies.month, first),
      ),
    )
    .groupBy(tallies.list, tallies.item)
    .having(sql`sum(${tallies.failed}) > 0`)
    .orderBy(sql`${failed} desc`, marked, tallies.list, tallies.item)
    .limit(most);
  if (rows.length === 0) return [];
  const by = await db
    .select({ list: marks.list, item: marks.item, person: marks.person, count: sql<number>`count(*)::int` })
    .from(marks)
    .where(
      and(
        eq(marks.accountId, account.id),
        eq(marks.failed, true),
        inArray(marks.list, [...new Set(rows.map((row) => row.list))]),
        inArray(marks.item, [...new Set(rows.map(({ item }) => item))]),
        first === null ? undefined : gte(marks.month, first),
      ),
    )
    .groupBy(marks.list, marks.item, marks.person)
    .orderBy(sql`count(*) desc`);
  const names = await fullNamesOf(db, [...new Set(by.flatMap(({ person }) => person ?? []))]);
  const people = Map.groupBy(by, keyOf);
  return rows.map((row) => ({
    ...row,
    people: (people.get(keyOf(row)) ?? []).map(({ person, count }) => ({
      name: (person && names.get(person)) ?? "Others",
      count,
    })),
  }));
}

/** The lists that were walked, by name, to narrow the counts to one. */
export async function markedLists({ db, account }: AccountContext) {
  const rows = await db
    .select({ value: tallies.list, label: sql<string>`max(${tallies.title})` })
    .from(tallies)
    .where(eq(tallies.accountId, account.id))
    .groupBy(tallies.list);
  return rows.toSorted((one, other) => one.label.localeCompare(other.label));
}
