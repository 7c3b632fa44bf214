import type { LoaderFunctionArgs } from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { type AccountContext, withMember } from "#platform/db/scope.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import type { ListFilters } from "./filters.ts";
import { type ItemRow, listItems, narrowOf, type Search, searchItems } from "./items.server.ts";
import type { After } from "./pages.ts";

const ITEMS_A_PAGE = 500;
const MOST_FOUND = 10_000;

/** A list as a spreadsheet: `name` begins the file's name; a row has a cell for each heading. */
export interface Sheet {
  readonly name: string;
  /** As a function it is called once. */
  readonly search: Search | ((ctx: AccountContext) => Promise<Search>);
  headings(ctx: AccountContext): Promise<readonly string[]>;
  rowsOf(ctx: AccountContext, items: readonly ItemRow[]): Promise<readonly (readonly string[])[]>;
}

/** The filtered items of a kind as CSV, newest first, read while the file is sent. */
export async function downloadItems(
  args: LoaderFunctionArgs,
  filters: ListFilters,
  sheet: Sheet,
): Promise<Response> {
  const { account, user, member, day, search } = await inAccount(args, "work.read", async (ctx) => ({
    search: typeof sheet.search === "function" ? await sheet.search(ctx) : sheet.search,
    account: ctx.account.id,
    user: ctx.user!,
    member: ctx.member!,
    day: ctx.now
      .toZonedDateTimeISO(await zoneOf(ctx))
      .toPlainDate()
      .toString(),
  }));
  // One transaction per page: a slow download keeps none open, and a removed member gets no more pages.
  const inPage: InPage = (work) => withMember(account, user, member, work);
  return csvResponse(pagesOf(inPage, filters, { ...sheet, search }), `${sheet.name}-${day}.csv`);
}

type InPage = <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>;

async function* pagesOf(
  inPage: InPage,
  filters: ListFilters,
  { search, headings, rowsOf }: Sheet & { readonly search: Search },
): AsyncGenerator<readonly (readonly string[])[]> {
  yield [await inPage(headings)];
  if (filters.words) {
    yield await inPage(async (ctx) => rowsOf(ctx, await searchItems(ctx, search, filters, MOST_FOUND)));
    return;
  }
  for (let after: After | null = null; ;) {
    const from: After | null = after;
    const { items, rows } = await inPage(async (ctx) => {
      const page = await listItems(ctx, search.kind, { ...filters, ...narrowOf(search) }, from, ITEMS_A_PAGE);
      return { items: page, rows: await rowsOf(ctx, page) };
    });
    yield rows;
    const last = items.at(-1);
    if (items.length < ITEMS_A_PAGE || !last) return;
    after = last;
  }
}
