import { getBusiness, listPeople, zoneOf } from "#ground/businesses/public.server.ts";
import { defineDueKind, dueAtHour, type DueItem, type DueText, saveDue } from "#ground/due/public.server.ts";
import { type AccountContext, database } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { cardsPath } from "../paths.ts";
import { type Card, CARD, daysUntil, describeState, MARKS, titleOf } from "./card.ts";
import { cardsOf } from "./stored.server.ts";

/** What people are due to do: renew a card. */
const CARD_DUE = "safety.card-due";
/** The hour at which people are reminded, and for how many days an expired card is on Today. */
const [DUE_HOUR, SHOWN_DAYS] = [8, 30];
const HOURS = { from: 6, to: 20 } as const;

/** Accounts with cards, except suspended ones. Runs as the table owner, so it returns only ids. */
export const safetyCardAccountsFunction = `
create or replace function safety_card_accounts(after uuid, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select a.account_id from businesses_accounts a
   where a.account_id > after and a.suspended_at is null
     and exists (select from sync_records r
                  where r.account_id = a.account_id and r.job_id is null and r.kind = '${CARD}' and not r.removed)
   order by 1 limit at_most
$$`;

/** Called once per process. */
export function defineCardsDue(): void {
  defineDueKind({
    kind: CARD_DUE,
    hours: HOURS,
    describe: describeCards,
    clock: { accounts: accountsWithCards, find: findCardsDue },
  });
}

async function accountsWithCards(after: string, most: number): Promise<string[]> {
  const { rows } = await database().app.query<{ id: string }>(
    "select safety_card_accounts as id from safety_card_accounts($1, $2)",
    [after, most],
  );
  return rows.map(({ id }) => id);
}

interface DueCard {
  readonly card: Card;
  readonly expires: string;
  /** The last of `MARKS` that has come. */
  readonly mark: number;
  readonly today: string;
}

/** One for each mark of a card and its date: a renewed card has others. */
const dueId = ({ card, expires, mark }: DueCard): string =>
  derivedId("safety.card-due", card.id, expires, String(mark));

/** The cards that expire within the first mark, or did lately. */
async function dueCards(ctx: AccountContext): Promise<DueCard[]> {
  const today = ctx.now
    .toZonedDateTimeISO(await zoneOf(ctx))
    .toPlainDate()
    .toString();
  return (await cardsOf(ctx)).flatMap(({ card }) => {
    const { expires } = card;
    const left = expires === null ? Infinity : daysUntil(today, expires);
    const mark = MARKS.findLast((one) => left <= one);
    return expires === null || mark === undefined || left < -SHOWN_DAYS
      ? []
      : [{ card, expires, mark, today }];
  });
}

/** Reminds owners, managers, and the person. */
async function findCardsDue(ctx: AccountContext): Promise<void> {
  const due = await dueCards(ctx);
  if (due.length === 0) return;
  const zone = await zoneOf(ctx);
  const members = (await listPeople(ctx)).filter(({ role }) => role !== "guest");
  for (const one of due) {
    const { card, expires, mark } = one;
    const day = Temporal.PlainDate.from(expires).subtract({ days: mark }).toString();
    const next = MARKS[MARKS.findIndex((other) => other === mark) + 1];
    await saveDue(ctx, {
      // A card is of no job, and the business stands in for one.
      ...{ kind: CARD_DUE, record: dueId(one), jobId: ctx.account.id },
      people: members
        .filter(({ role, userId }) => role === "owner" || role === "manager" || userId === card.holder.user)
        .map(({ userId }) => userId),
      ...dueAtHour(day, DUE_HOUR, zone, next === undefined ? SHOWN_DAYS : mark - next),
    });
  }
}

/** Nothing for a card that was renewed or removed. */
async function describeCards(ctx: AccountContext, items: readonly DueItem[]): Promise<(DueText | null)[]> {
  const due = new Map((await dueCards(ctx)).map((one) => [dueId(one), one]));
  const business = (await getBusiness(ctx)).name ?? "Your business";
  const zone = await zoneOf(ctx);
  return items.map(({ record }) => {
    const found = due.get(record);
    const by = found && dueAtHour(found.expires, DUE_HOUR, zone, 0).dueAt;
    return found && by ? { ...textOfDue(found, business), by } : null;
  });
}

function textOfDue({ card, today }: DueCard, business: string): DueText {
  const [what, when] = [titleOf(card), describeState(card, today)];
  const whose = `${card.holder.name}: ${what}`;
  return {
    title: `${whose}. ${when}`,
    job: "People and cards",
    path: cardsPath(card.id),
    action: "Open the card",
    mail: {
      subject: `${whose} ${when.charAt(0).toLowerCase()}${when.slice(1)}`,
      paragraphs: [
        `${whose}. ${when}.`,
        "Once it’s renewed, change the date and add a photo of the new card.",
      ],
      reason: `${business} has this card on file. ${when}.`,
      closing: [
        `You get an email ${MARKS.slice(0, -1).join(", ")} days before a card expires, and on that day, never at night. A card that is removed or renewed stops them.`,
      ],
    },
  };
}
