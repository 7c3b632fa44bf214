import { sql } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Answers } from "../form/questions.ts";

export interface AgreedCapture {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  readonly email: string;
  readonly source: Record<string, string>;
  readonly answers: Answers | null;
  /** As PostgreSQL prints it. */
  readonly at: string;
  readonly wordingVersion: string;
  readonly wording: string;
  /** The wording for texts; applies if the answers include `texts`. */
  readonly textWording: string;
  readonly shownAt: string;
  /** Null if no confirmation was required. */
  readonly confirmedAt: string | null;
}

/**
 * Applies captures in the caller's transaction: one lead per address, one touch and consent per submission.
 * Publishes `leads.captured`.
 */
export async function applyConsents(ctx: AccountContext, captures: readonly AgreedCapture[]): Promise<void> {
  if (!captures.length) return;
  const account = ctx.account.id;
  const arrayOf = <T>(pick: (capture: AgreedCapture) => T) => sql.param(captures.map(pick));
  const { phones, textConsents } = phonesOf(captures);
  // The no-op `set email` makes PostgreSQL return the id of an existing row; its first name stays. Rows are
  // sorted by address so that concurrent workers can't deadlock. A form reached through the back button and
  // sent with another address repeats the first submission's id; the second person's touch and consent get
  // ids of their own.
  const { rows } = await ctx.db.execute<{ leadId: string; pageId: string }>(sql`
    with capture as (
      select * from unnest(${arrayOf(({ id }) => id)}::uuid[], ${arrayOf(() => newId())}::uuid[], ${arrayOf(({ pageId }) => pageId)}::uuid[],
        ${arrayOf(({ name }) => name)}::text[], ${arrayOf(({ email }) => email)}::text[], ${arrayOf(({ source }) => JSON.stringify(source))}::jsonb[],
        ${arrayOf(({ answers }) => answers && JSON.stringify(answers))}::jsonb[], ${arrayOf(({ email }) => phones.get(email))}::text[],
        ${arrayOf(({ at }) => at)}::timestamptz[], ${arrayOf(({ wordingVersion }) => wordingVersion)}::text[], ${arrayOf(({ wording }) => wording)}::text[],
        ${arrayOf(({ textWording }) => textWording)}::text[], ${arrayOf(({ shownAt }) => shownAt)}::text[],
        ${arrayOf(({ confirmedAt }) => confirmedAt)}::timestamptz[])
        as sent (id, lead_id, page_id, name, email, source, answers, phone, at, version, wording, text_wording, shown_at, confirmed_at)
    ), lead as (
      insert into leads (account_id, id, name, email, phone, created_at)
      select distinct on (email) ${account}::uuid, lead_id, name, email, phone, at from capture order by email, at
      on conflict (account_id, email) do update set email = excluded.email, unconfirmed_since = null, basis = null, phone =
        coalesce(case when excluded.email = any(${sql.param(textConsents)}::text[]) then excluded.phone end, leads.phone, excluded.phone)
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
 * Phone numbers by address. A number with consent to texts wins, or we would text a number that nobody agreed
 * to; otherwise the first one does.
 */
function phonesOf(captures: readonly AgreedCapture[]): {
  phones: ReadonlyMap<string, string>;
  textConsents: readonly string[];
} {
  const phones = new Map<string, string>();
  const textConsents = new Set<string>();
  for (const { email, answers } of captures.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const { phone, texts } = answers ?? {};
    if (phone && (texts ? textConsents.add(email) : !phones.has(email))) phones.set(email, phone);
  }
  return { phones, textConsents: [...textConsents] };
}
