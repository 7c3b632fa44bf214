import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { fullNamesOf } from "#ground/identity/public.server.ts";
import { wasChangedSince } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { ListFilters } from "./filters.ts";
import { type After, splitPage } from "./pages.ts";
import { isBehind, byDate } from "./pages.server.ts";
import { searchWords, wordsIn } from "./search-words.ts";
import { worklistItems } from "./tables.server.ts";

const ITEM = {
  id: worklistItems.id,
  kind: worklistItems.kind,
  jobId: worklistItems.jobId,
  date: worklistItems.date,
  number: worklistItems.number,
  title: worklistItems.title,
  type: worklistItems.type,
  state: worklistItems.state,
  person: worklistItems.person,
  cents: worklistItems.cents,
  tags: worklistItems.tags,
  photos: worklistItems.photos,
};
export type ItemRow = Pick<typeof worklistItems.$inferSelect, keyof typeof ITEM>;

/** What a tool's search looks through. */
export interface Search {
  readonly kind: string;
  /** Only items with this tag. */
  readonly tag?: string;
  /** Only items with these ids. */
  readonly ids?: readonly string[];
  /** Not items with these ids. */
  readonly butIds?: readonly string[];
  /** The kind of the items that its items name as their context. */
  readonly contextKind?: string;
  /** More names by which people are found, such as a guest's company. */
  namesOfPeople?(ctx: AccountContext): Promise<readonly Named[]>;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Items of a kind by date, whatever their words; none for guests.
 * @param after the last item of the page before
 */
export async function listItems(
  ctx: AccountContext,
  kind: string,
  {
    job,
    from,
    to,
    type,
    tag,
    ids,
    butIds,
    changedSince,
    oldestFirst,
  }: Omit<ListFilters, "words"> & {
    readonly tag?: string | undefined;
    readonly ids?: readonly string[] | undefined;
    readonly butIds?: readonly string[] | undefined;
    readonly changedSince?: Temporal.Instant | undefined;
  },
  after: After | null,
  most: number,
): Promise<ItemRow[]> {
  const { db, account, member } = ctx;
  // Row security shows guests their job's rows; they may contain what a kind hides from guests.
  if (member?.role === "guest") return [];
  const { date } = worklistItems;
  const conditions: (SQL | undefined)[] = [
    eq(worklistItems.accountId, account.id),
    eq(worklistItems.kind, kind),
    job ? eq(worklistItems.jobId, job) : undefined,
    from ? sql`${date} >= ${from}` : undefined,
    to ? sql`${date} <= ${to}` : undefined,
    type ? eq(worklistItems.type, type) : undefined,
    tag ? isTagged(tag) : undefined,
    ...amongIds({ ids, butIds }),
    changedSince && wasChangedSince(ctx, worklistItems.id, changedSince),
    isBehind(worklistItems, after, oldestFirst),
  ];
  return db
    .select(ITEM)
    .from(worklistItems)
    .where(and(...conditions))
    .orderBy(...byDate(worklistItems, oldestFirst))
    .limit(most);
}

/** Items of a kind that name one of these as their context, whatever their date. */
export async function itemsInContexts(
  { db, account }: AccountContext,
  kind: string,
  contexts: readonly string[],
): Promise<(ItemRow & { readonly context: string | null })[]> {
  if (contexts.length === 0) return [];
  const { context } = worklistItems;
  return db
    .select({ ...ITEM, context })
    .from(worklistItems)
    .where(
      and(
        eq(worklistItems.accountId, account.id),
        eq(worklistItems.kind, kind),
        // One parameter: a week of hundreds of schedules names thousands.
        sql`${context} = any(${sql.param([...contexts])}::uuid[])`,
      ),
    );
}

/** One parameter each: there may be thousands. */
const amongIds = ({
  ids,
  butIds,
}: {
  ids?: readonly string[] | undefined;
  butIds?: readonly string[] | undefined;
}) => [
  ids && sql`${worklistItems.id} = any(${sql.param([...ids])}::uuid[])`,
  butIds && sql`${worklistItems.id} <> all(${sql.param([...butIds])}::uuid[])`,
];

const isTagged = (tag: string): SQL =>
  sql`exists (select from unnest(${worklistItems.tags}) one where lower(one) = lower(${tag}))`;
/** How many times as many are found before tags and ids are looked at, which the search doesn’t know. */
const TAGGED = 20;

/** Items that match every word in their texts, person, or context; newest first; none for guests. */
export async function searchItems(
  ctx: AccountContext,
  search: Search,
  { words: typed, job, from, to, type }: ListFilters,
  most: number,
): Promise<ItemRow[]> {
  const words = searchWords(typed);
  if (words.length === 0) return [];
  const people = await peopleMatching(ctx, search, words);
  const asked = words.map((one) => ({ word: `${one}:*`, people: people.get(one) ?? [] }));
  const found = sql`select worklist_found(${JSON.stringify(asked)}::jsonb, ${search.kind}, ${search.contextKind ?? null},
    ${job}::uuid, ${from}::date, ${to}::date, ${type}, ${search.tag || search.ids ? most * TAGGED : most}) as id`;
  const ids = (await ctx.db.execute<{ id: string }>(found)).rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  return ctx.db
    .select(ITEM)
    .from(worklistItems)
    .where(
      and(
        eq(worklistItems.accountId, ctx.account.id),
        inArray(worklistItems.id, ids),
        search.tag ? isTagged(search.tag) : undefined,
        ...amongIds(search),
      ),
    )
    .orderBy(...byDate(worklistItems))
    .limit(most);
}

/** What a search is narrowed to, for `listItems`. */
export const narrowOf = ({ tag, ids, butIds }: Search) => ({ tag, ids, butIds });

const ITEMS_A_PAGE = 50;

/** What a search found, or a page of the newest items, and where the next page begins. */
export async function pageOfItems(
  ctx: AccountContext,
  search: Search,
  filters: ListFilters,
  after: After | null,
): Promise<{ readonly page: readonly ItemRow[]; readonly next: string | null }> {
  return splitPage(
    filters.words
      ? await searchItems(ctx, search, filters, ITEMS_A_PAGE)
      : await listItems(ctx, search.kind, { ...filters, ...narrowOf(search) }, after, ITEMS_A_PAGE + 1),
    ITEMS_A_PAGE,
  );
}

/** People whose name or address has a part that begins with a word; ids by word. */
async function peopleMatching(
  ctx: AccountContext,
  { kind, namesOfPeople }: Search,
  words: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  // Former members too: what they wrote is still searched years later.
  const people = await fullNamesOf(ctx.db, await listPersons(ctx, kind));
  const known = [
    // Only the local part; everyone in a business shares the domain.
    ...[...people].map(([id, name]) => ({ id, name: name.replace(/@[^\s)]*\)?$/, "") })),
    ...((await namesOfPeople?.(ctx)) ?? []),
  ];
  return new Map(
    words.map((word) => [
      word,
      [
        ...new Set(
          known.filter(({ name }) => wordsIn(name).some((part) => part.startsWith(word))).map(({ id }) => id),
        ),
      ],
    ]),
  );
}

/**
 * Ids of everyone who ever wrote an item of the kind. One index lookup per person, however many items there
 * are.
 */
export async function listPersons({ db, account }: AccountContext, kind: string): Promise<string[]> {
  const next = (after: SQL) => sql`select person from ${worklistItems}
    where account_id = ${account.id} and kind = ${kind} and ${after} order by person limit 1`;
  const { rows } = await db.execute<{ person: string }>(sql`
    with recursive writers as (
      (${next(sql`person is not null`)})
      union all
      select (select n.person from ${worklistItems} n
               where n.account_id = ${account.id} and n.kind = ${kind} and n.person > w.person order by n.person limit 1)
      from writers w where w.person is not null)
    select person from writers where person is not null`);
  return rows.map(({ person }) => person);
}

/** How many items of a kind there are of each type, and their sum in cents; none for guests. */
export async function sumByType(
  { db, account, member }: AccountContext,
  kind: string,
): Promise<{ readonly type: string; readonly count: number; readonly cents: number }[]> {
  if (member?.role === "guest") return [];
  const { type, cents } = worklistItems;
  const rows = await db
    .select({
      type,
      count: sql<number>`count(*)::int`,
      cents: sql<number>`coalesce(sum(${cents}), 0)::float8`,
    })
    .from(worklistItems)
    .where(and(eq(worklistItems.accountId, account.id), eq(worklistItems.kind, kind)))
    .groupBy(type);
  return rows.flatMap((row) => (row.type === null ? [] : [{ ...row, type: row.type }]));
}
