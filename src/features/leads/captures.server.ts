import { eq, inArray, sql } from "drizzle-orm";
import { getBusiness } from "#features/businesses/public.server.ts";
import { publish } from "#features/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { prepared } from "#platform/db/prepared.server.ts";
import { type AccountContext, database, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError, isStorageAway } from "#platform/errors/app-error.ts";
import { CLOSED_PAGE, type FoundSlug, pageAnew, pageBehind } from "./pages.server.ts";
import type { Answers } from "./form-fields.ts";
import { type Capture, CONSENT_VERSION, consentWording, textConsentWording } from "./schema.ts";
import type { Sign } from "./spam.ts";
import { leadsCaptures, leadsPages } from "./tables.server.ts";

/** How many captures one transaction makes leads of. */
const BATCH = 200;
/** The server gives a statement 30 seconds. Captures wait for the ones before them, so one that vanished must not be waited for longer. */
const LONGEST_MS = 35_000;

/**
 * Takes what a client left on a personal page. When this resolves it is durable, and no failure of anything that follows from it can
 * lose it; `keepCaptures` makes the lead within moments. The same submission fifty times at once is one capture.
 * @param held why it is held back for its business to look at (held-back.server.ts), by the same statement; empty for everybody else
 * @throws AppError not_found when nobody has that slug, or the page was closed
 */
export async function acceptCapture(
  slug: string,
  capture: Capture,
  source: Readonly<Record<string, string>>,
  held: readonly Sign[] = [],
): Promise<void> {
  const found = await pageBehind(slug);
  if (await arriveAt(found, capture, source, held)) return;
  if (!(await arriveAt(await pageAnew(slug, found), capture, source, held))) throw new AppError("not_found", CLOSED_PAGE);
}

/** @returns whether the page was open, and so has it now */
function arriveAt(
  { accountId, pageId }: FoundSlug,
  capture: Capture,
  source: Readonly<Record<string, string>>,
  held: readonly Sign[],
): Promise<boolean> {
  return new Promise<boolean>((resolve, reject) => {
    const mine = {
      id: capture.submission ?? newId(),
      pageId,
      capture,
      source: JSON.stringify(source),
      held: held.length ? JSON.stringify(held) : null,
      at: now().toString(),
      resolve,
      reject,
    };
    const others = arriving.get(accountId);
    if (others) others.push(mine);
    else void storeArrivals(accountId, mine);
  });
}

interface Arrival {
  readonly id: string;
  readonly pageId: string;
  readonly capture: Capture;
  readonly source: string;
  readonly held: string | null;
  readonly at: string;
  resolve(isOpen: boolean): void;
  reject(cause: unknown): void;
}

/** By account: those who arrived while a statement was under way. They share the next one, so a rush costs few round trips. */
const arriving = new Map<string, Arrival[]>();

async function storeArrivals(accountId: string, first: Arrival): Promise<void> {
  for (let together = [first]; together.length; together = arriving.get(accountId)!) {
    arriving.set(accountId, []);
    await store(accountId, together).catch(async (cause: unknown) => {
      // With the database away or stuck all fail alike; else one that can't be stored must not take the others with it.
      for (const one of together) {
        if (together.length === 1 || isStorageAway(cause)) one.reject(cause);
        else await store(accountId, [one]).catch(one.reject);
      }
    });
  }
  arriving.delete(accountId);
}

async function store(accountId: string, arrivals: readonly Arrival[]): Promise<void> {
  const of = <T>(pick: (arrival: Arrival) => T) => arrivals.map(pick);
  const statement = {
    query_timeout: LONGEST_MS,
    name: "leads_accept_captures",
    text: "select leads_accept_captures($1, $2, $3, $4, $5, $6, $7, $8, $9) as pages",
    values: [
      accountId,
      of(({ pageId }) => pageId),
      of(({ id }) => id),
      of(({ capture }) => capture.name),
      of(({ capture }) => capture.email),
      of(({ source }) => source),
      of(({ capture }) => capture.answers && JSON.stringify(capture.answers)),
      of(({ at }) => at),
      of(({ held }) => held),
    ],
  };
  const { rows } = await database().app.query<{ pages: readonly string[] }>(statement);
  for (const one of arrivals) one.resolve(rows[0]!.pages.includes(one.pageId));
}

/** Accounts with captures that wait. Ids only, from a function that may look across accounts. */
export async function accountsWithCaptures(limit: number): Promise<string[]> {
  const { rows } = await database().app.query<{ account_id: string }>("select leads_accounts_with_captures($1) as account_id", [limit]);
  return rows.map((row) => row.account_id);
}

/** How a round of keeping went. */
export interface Kept {
  readonly kept: number;
  /** Ids of captures that could not be kept, and why. They stay where they are. */
  readonly failed: readonly { readonly id: string; readonly cause: unknown }[];
}

/**
 * Makes leads of an account's captures: one lead per address, one touch and consent per submission, and what follows from it, in the
 * transaction that takes the captures away. Rows that another worker holds are skipped; one that fails does not hold up the others.
 * @param except ids to leave alone for now
 */
export async function keepCaptures(accountId: string, except: readonly string[] = []): Promise<Kept> {
  let tried: readonly string[] = [];
  try {
    const kept = await withAccount(accountId, async (ctx) => {
      const waiting = await takeCaptures(ctx, { except });
      tried = waiting.map(({ id }) => id);
      return makeLeads(ctx, waiting);
    });
    return { kept, failed: [] };
  } catch (cause) {
    // With the database away it is not about what was typed; nor when nothing was read yet.
    if (!tried.length || isStorageAway(cause)) throw cause;
    if (tried.length === 1) return { kept: 0, failed: [{ id: tried[0]!, cause }] };
  }
  let kept = 0;
  const failed: Kept["failed"][number][] = [];
  for (const only of tried)
    try {
      kept += await withAccount(accountId, async (ctx) => makeLeads(ctx, await takeCaptures(ctx, { only })));
    } catch (cause) {
      if (isStorageAway(cause)) throw cause;
      failed.push({ id: only, cause });
    }
  return { kept, failed };
}

/** Whether clients left captures that are no leads yet. */
export async function anyWaiting(ctx: AccountContext): Promise<boolean> {
  const any = prepared(ctx.db, "leads.waiting", (db, name) =>
    db
      .select({ one: sql`1` })
      .from(leadsCaptures)
      .where(eq(leadsCaptures.accountId, sql.placeholder("account")))
      .limit(1)
      .prepare(name),
  );
  return (await any.execute({ account: ctx.account.id })).length > 0;
}

/**
 * Makes leads of what still waits, inside the caller's transaction, so that whoever looks right after somebody left their name sees them.
 * Waits half a second at most for a keeper that is at it; what can't be kept is the keeper's business.
 */
export async function keepWaiting(ctx: AccountContext): Promise<void> {
  if (!(await anyWaiting(ctx))) return;
  await ctx.db.execute(sql`savepoint keep_waiting`);
  try {
    await ctx.db.execute(sql`set local lock_timeout = '500ms'`);
    await makeLeads(ctx, await takeCaptures(ctx, { wait: true }));
    await ctx.db.execute(sql`set local lock_timeout to default`);
  } catch {
    await ctx.db.execute(sql`rollback to savepoint keep_waiting`);
  }
}

/** A capture that is taken out of where it waited, to be made a lead. */
export interface WaitingCapture {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  readonly email: string;
  readonly source: Record<string, string>;
  readonly answers: Answers | null;
  /** As the database writes it. */
  readonly at: string;
}

async function takeCaptures(
  ctx: AccountContext,
  which: { except?: readonly string[]; only?: string; wait?: boolean },
): Promise<WaitingCapture[]> {
  const { rows } = await ctx.db.execute<WaitingCapture & Record<string, unknown>>(sql`
    delete from leads_captures where account_id = ${ctx.account.id} and id in (
      select id from leads_captures
       where account_id = ${ctx.account.id} and id <> all(${sql.param(which.except ?? [])}::uuid[])
         and (${which.only ?? null}::uuid is null or id = ${which.only ?? null}::uuid)
       order by at limit ${BATCH} for update ${which.wait ? sql.empty() : sql`skip locked`})
    returning id, page_id as "pageId", name, email, source, answers, at`);
  return rows;
}

/**
 * Makes leads of captures in the caller's transaction, which is the one that took them out of where they waited.
 * @returns how many there were
 */
export async function makeLeads(ctx: AccountContext, waiting: readonly WaitingCapture[]): Promise<number> {
  if (!waiting.length) return 0;
  const account = ctx.account.id;
  const [pages, business] = await Promise.all([
    ctx.db
      .select({ id: leadsPages.id, slug: leadsPages.slug, offer: leadsPages.offer })
      .from(leadsPages)
      .where(inArray(leadsPages.id, [...new Set(waiting.map(({ pageId }) => pageId))])),
    getBusiness(ctx),
  ]);
  const pageOf = new Map(pages.map((page) => [page.id, page]));
  const of = <T>(pick: (capture: WaitingCapture) => T) => sql.param(waiting.map(pick));
  const name = business.name ?? "";
  const { phones, texters } = phonesOf(waiting);
  // Setting what is there already makes the existing row's id come back, and lets its first name stand. In order of address, so that two workers
  // with the same people never wait for each other. A form that came back by the browser's button and was sent again with another
  // address brings the id of the first: the touch and the consent of the second person get one of their own.
  const { rows } = await ctx.db.execute<{ leadId: string; pageId: string }>(sql`
    with capture as (
      select * from unnest(${of(({ id }) => id)}::uuid[], ${of(() => newId())}::uuid[], ${of(({ pageId }) => pageId)}::uuid[],
        ${of(({ name }) => name)}::text[], ${of(({ email }) => email)}::text[], ${of(({ source }) => JSON.stringify(source))}::jsonb[],
        ${of(({ answers }) => answers && JSON.stringify(answers))}::jsonb[], ${of(({ email }) => phones.get(email))}::text[],
        ${of(({ at }) => at)}::timestamptz[], ${of(({ pageId }) => consentWording(pageOf.get(pageId)!.offer, name))}::text[],
        ${of(({ pageId, source }) => shownAt(pageOf.get(pageId)!.slug, source))}::text[])
        as sent (id, lead_id, page_id, name, email, source, answers, phone, at, wording, shown_at)
    ), lead as (
      insert into leads (account_id, id, name, email, phone, created_at)
      select distinct on (email) ${account}::uuid, lead_id, name, email, phone, at from capture order by email, at
      on conflict (account_id, email) do update set email = excluded.email, phone =
        coalesce(case when excluded.email = any(${sql.param(texters)}::text[]) then excluded.phone end, leads.phone, excluded.phone)
      returning id, email
    ), one as (
      select capture.*, lead.id as person,
             case when row_number() over (partition by capture.id order by at, email) > 1
                    or exists (select 1 from leads_touches t where t.account_id = ${account} and t.id = capture.id and t.lead_id <> lead.id)
                  then md5(capture.id::text || email)::uuid else capture.id end as mark
        from capture join lead using (email)
    ), touch as (
      insert into leads_touches (account_id, id, lead_id, page_id, at, source, answers)
      select ${account}, mark, person, page_id, at, source, answers from one
      on conflict do nothing
    ), consent as (
      insert into leads_consents (account_id, id, lead_id, channel, wording_version, wording, source, at)
      select ${account}::uuid, mark, person, 'mail', ${CONSENT_VERSION}::text, wording, shown_at, at from one
      union all
      select ${account}::uuid, md5(mark::text || 'text')::uuid, person, 'text', answers->>'texts', ${textConsentWording(name)}::text, shown_at, at
        from one where answers ? 'texts'
      on conflict do nothing
    )
    select distinct person as "leadId", page_id as "pageId" from one`);
  await publish(ctx, { type: "leads.captured", captures: rows });
  return waiting.length;
}

/**
 * The number of each person who left one, by address. The one they may be texted at outweighs any other, or a text would go to a number
 * that nobody agreed for; else the first stands, like the first name.
 */
function phonesOf(waiting: readonly WaitingCapture[]): { phones: ReadonlyMap<string, string>; texters: readonly string[] } {
  const phones = new Map<string, string>();
  const texters = new Set<string>();
  for (const { email, answers } of waiting.filter(({ answers }) => answers?.phone).toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    if (answers?.texts ? texters.add(email) : !phones.has(email)) phones.set(email, answers!.phone!);
  }
  return { phones, texters: [...texters] };
}

/** Where somebody saw the words they agreed to: the page, or the one of another site that showed its form. */
const shownAt = (slug: string, { page }: Readonly<Record<string, string>>): string =>
  page ? `${page} (form of /p/${slug})` : `/p/${slug}`;
