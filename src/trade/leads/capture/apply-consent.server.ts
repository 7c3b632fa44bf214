import { sql } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Answers } from "../form/questions.ts";

/** What somebody asked for and agreed to, with the words they saw. */
export interface Agreed {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  readonly email: string;
  readonly source: Record<string, string>;
  readonly answers: Answers | null;
  /** As the database writes it. */
  readonly at: string;
  readonly wordingVersion: string;
  readonly wording: string;
  /** Those about texts, which count where the answers say so. */
  readonly textWording: string;
  readonly shownAt: string;
  /** When they confirmed it by a mailed link; null where nobody asked for that. */
  readonly confirmedAt: string | null;
}

/**
 * Has captures take effect in the caller's transaction: one lead per address, one touch and consent per
 * submission, and what follows.
 */
export async function applyConsents(ctx: AccountContext, captures: readonly Agreed[]): Promise<void> {
  if (!captures.length) return;
  const account = ctx.account.id;
  const of = <T>(pick: (capture: Agreed) => T) => sql.param(captures.map(pick));
  const { phones, texters } = phonesOf(captures);
  // Setting what is there already makes the existing row's id come back, and lets its first name stand. In
  // order of address, so that two workers with the same people never wait for each other. A form that came
  // back by the browser's button and was sent again with another address brings the id of the first: the
  // touch and the consent of the second person get one of their own.
  const { rows } = await ctx.db.execute<{ leadId: string; pageId: string }>(sql`
    with capture as (
      select * from unnest(${of(({ id }) => id)}::uuid[], ${of(() => newId())}::uuid[], ${of(({ pageId }) => pageId)}::uuid[],
        ${of(({ name }) => name)}::text[], ${of(({ email }) => email)}::text[], ${of(({ source }) => JSON.stringify(source))}::jsonb[],
        ${of(({ answers }) => answers && JSON.stringify(answers))}::jsonb[], ${of(({ email }) => phones.get(email))}::text[],
        ${of(({ at }) => at)}::timestamptz[], ${of(({ wordingVersion }) => wordingVersion)}::text[], ${of(({ wording }) => wording)}::text[],
        ${of(({ textWording }) => textWording)}::text[], ${of(({ shownAt }) => shownAt)}::text[],
        ${of(({ confirmedAt }) => confirmedAt)}::timestamptz[])
        as sent (id, lead_id, page_id, name, email, source, answers, phone, at, version, wording, text_wording, shown_at, confirmed_at)
    ), lead as (
      insert into leads (account_id, id, name, email, phone, created_at)
      select distinct on (email) ${account}::uuid, lead_id, name, email, phone, at from capture order by email, at
      on conflict (account_id, email) do update set email = excluded.email, unconfirmed_since = null, phone =
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
      insert into leads_consents (account_id, id, lead_id, channel, wording_version, wording, source, at, confirmed_at)
      select ${account}::uuid, mark, person, 'mail', version, wording, shown_at, at, confirmed_at from one
      union all
      select ${account}::uuid, md5(mark::text || 'text')::uuid, person, 'text', answers->>'texts', text_wording, shown_at, at, confirmed_at
        from one where answers ? 'texts'
      on conflict do nothing
    )
    select distinct person as "leadId", page_id as "pageId" from one`);
  await publish(ctx, { type: "leads.captured", captures: rows });
}

/**
 * The number of each person who left one, by address. The one they may be texted at outweighs any other, or a
 * text would go to a number that nobody agreed for; else the first stands, like the first name.
 */
function phonesOf(captures: readonly Agreed[]): {
  phones: ReadonlyMap<string, string>;
  texters: readonly string[];
} {
  const phones = new Map<string, string>();
  const texters = new Set<string>();
  for (const { email, answers } of captures
    .filter(({ answers }) => answers?.phone)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    if (answers?.texts ? texters.add(email) : !phones.has(email)) phones.set(email, answers!.phone!);
  }
  return { phones, texters: [...texters] };
}
