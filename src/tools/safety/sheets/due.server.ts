import { and, asc, between, eq, isNull } from "drizzle-orm";
import { getBusiness, listPeople, zoneOf } from "#ground/businesses/public.server.ts";
import { defineDueKind, dueAtHour, type DueItem, type DueText, saveDue } from "#ground/due/public.server.ts";
import { type AccountContext, database } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { daysUntil } from "../cards/card.ts";
import { safetySheets } from "../tables.server.ts";
import { LIBRARY, libraryPath } from "./path.ts";
import { describeReview, lastReviewDay, REVIEW_MARKS } from "./review.ts";

/** What people are due to do: look through sheets again. */
const SHEETS_DUE = "safety.sheets-due";
const DUE_HOUR = 8;
const HOURS = { from: 6, to: 20 } as const;
/** For so long after its day a review is on Today. The library says it for good. */
const SHOWN_DAYS = 365;
/** Names in one line. */
const MOST_NAMED = 2;

/** Accounts with sheets to review, except suspended ones. Runs as the table owner, so it returns only ids. */
export const safetySheetAccountsFunction = `
create or replace function safety_sheet_accounts(after uuid, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select a.account_id from businesses_accounts a
   where a.account_id > after and a.suspended_at is null
     and exists (select from safety_sheets s
                  where s.account_id = a.account_id and s.removed_at is null and s.review_on is not null)
   order by 1 limit at_most
$$`;

/** Called once per process. */
export function defineSheetsDue(): void {
  defineDueKind({
    kind: SHEETS_DUE,
    hours: HOURS,
    describe: describeReviews,
    clock: { accounts: accountsWithSheets, find: findReviewsDue },
  });
}

async function accountsWithSheets(after: string, most: number): Promise<string[]> {
  const { rows } = await database().app.query<{ id: string }>(
    "select safety_sheet_accounts as id from safety_sheet_accounts($1, $2)",
    [after, most],
  );
  return rows.map(({ id }) => id);
}

/** The sheets with one review date: hundreds are often reviewed on one day, and are one thing to do. */
interface Review {
  readonly reviewOn: string;
  readonly sheets: readonly { readonly id: string; readonly name: string }[];
  /** The last of `REVIEW_MARKS` that has come. */
  readonly mark: number;
  readonly today: string;
}

/** One for each mark of a date. A sheet whose date was changed is in another one. */
const dueId = (ctx: AccountContext, { reviewOn, mark }: Pick<Review, "reviewOn" | "mark">): string =>
  derivedId(SHEETS_DUE, ctx.account.id, reviewOn, String(mark));

async function dueReviews(ctx: AccountContext): Promise<Review[]> {
  const today = ctx.now
    .toZonedDateTimeISO(await zoneOf(ctx))
    .toPlainDate()
    .toString();
  const first = Temporal.PlainDate.from(today).subtract({ days: SHOWN_DAYS }).toString();
  const { id, name, reviewOn, accountId, removedAt } = safetySheets;
  const sheets = await ctx.db
    .select({ id, name, reviewOn })
    .from(safetySheets)
    .where(
      and(eq(accountId, ctx.account.id), isNull(removedAt), between(reviewOn, first, lastReviewDay(today))),
    )
    .orderBy(asc(reviewOn), asc(name), asc(id));
  return [...Map.groupBy(sheets, (sheet) => sheet.reviewOn)].flatMap(([day, own]) => {
    const left = day === null ? Infinity : daysUntil(today, day);
    const mark = REVIEW_MARKS.findLast((one) => left <= one);
    return day === null || mark === undefined ? [] : [{ reviewOn: day, sheets: own, mark, today }];
  });
}

/** Reminds owners and managers. */
async function findReviewsDue(ctx: AccountContext): Promise<void> {
  const reviews = await dueReviews(ctx);
  if (reviews.length === 0) return;
  const zone = await zoneOf(ctx);
  const people = (await listPeople(ctx))
    .filter(({ role }) => role === "owner" || role === "manager")
    .map(({ userId }) => userId);
  for (const review of reviews) {
    const { reviewOn, mark } = review;
    const day = Temporal.PlainDate.from(reviewOn).subtract({ days: mark }).toString();
    const next = REVIEW_MARKS[REVIEW_MARKS.findIndex((other) => other === mark) + 1];
    await saveDue(ctx, {
      // A sheet is of no job, and the business stands in for one.
      ...{ kind: SHEETS_DUE, record: dueId(ctx, review), jobId: ctx.account.id, people },
      ...dueAtHour(day, DUE_HOUR, zone, next === undefined ? SHOWN_DAYS + mark : mark - next),
    });
  }
}

/** Nothing for sheets that were reviewed or removed. */
async function describeReviews(ctx: AccountContext, items: readonly DueItem[]): Promise<(DueText | null)[]> {
  const reviews = new Map((await dueReviews(ctx)).map((one) => [dueId(ctx, one), one]));
  const business = (await getBusiness(ctx)).name ?? "Your business";
  const zone = await zoneOf(ctx);
  return items.map(({ record }) => {
    const review = reviews.get(record);
    const by = review && dueAtHour(review.reviewOn, DUE_HOUR, zone, 0).dueAt;
    return review && by ? { ...textOf(review, business), by } : null;
  });
}

/** "Acetone", "Acetone and Bleach", "Acetone, Bleach, and 10 more" */
function namesOf(sheets: Review["sheets"]): string {
  const names = sheets.slice(0, MOST_NAMED).map(({ name }) => name);
  const left = sheets.length - names.length;
  return left > 0 ? `${names.join(", ")}, and ${left} more` : names.join(" and ");
}

function textOf(review: Review, business: string): DueText {
  const { sheets, today } = review;
  const what = `Review ${namesOf(sheets)}`;
  const when = describeReview(review, today);
  const isOne = sheets.length === 1;
  return {
    title: `${what}: ${when}`,
    job: "Safety library",
    path: isOne ? libraryPath(sheets[0]!.id) : `${LIBRARY}?type=due`,
    action: isOne ? "Open it" : "Open the list",
    mail: {
      subject: `${what}: ${when}`,
      paragraphs: [
        `${what}: ${when}.`,
        `Check that ${isOne ? "it’s" : "they’re"} still right, add a new version if not, and set the next review date.`,
      ],
      reason: `${business} has ${isOne ? "this review date" : "these review dates"} in its safety library.`,
      closing: [
        `You get an email ${REVIEW_MARKS[0]} days before a review, on its day, and ${-REVIEW_MARKS[2]} days after it, never at night. A new review date stops them.`,
      ],
    },
  };
}
