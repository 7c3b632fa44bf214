import { sql } from "drizzle-orm";
import { foldedSql, containsAll } from "#platform/db/search-text.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { foldedWords } from "#platform/names/folded.ts";
import { digitsOf } from "./phone-digits.ts";

const MOST_FOUND = 30;

export interface FoundPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** What they said they need, if that matched the search. */
  readonly need: string | null;
  readonly repliedAt: Temporal.Instant | null;
  readonly unsubscribedAt: Temporal.Instant | null;
  readonly bouncedAt: Temporal.Instant | null;
  readonly unconfirmedSince: Temporal.Instant | null;
  readonly bookedAt: Temporal.Instant | null;
  readonly outcome: "won" | "lost" | null;
}

/**
 * Up to 30 people whose name, address, phone number or stated need matches. Names that begin with the search
 * text come first, then the newest.
 */
export async function searchPeople(
  ctx: AccountContext,
  words: string,
): Promise<{ people: FoundPerson[]; more: boolean }> {
  const account = ctx.account.id;
  const [sought, digits] = [foldedWords(words), digitsOf(words)];
  const begins = sql`l.searched like ${`${(sought[0] ?? "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
  const { rows } = await ctx.db.execute<
    Record<string, string | null> & { id: string; name: string; email: string | null }
  >(sql`
    with named as (
      select l.id from leads l
       where l.account_id = ${account}
         and (${containsAll(sql`l.searched`, sought)} ${digits ? sql`or l.phone like ${`%${digits}%`}` : sql``}
              or l.id in (select a.lead_id from leads_addresses a
                           where a.account_id = ${account}
                             and (a.channel = 'mail' and ${containsAll(foldedSql(sql`a.address`), sought)}
                                  ${digits ? sql`or a.channel = 'text' and a.address like ${`%${digits}%`}` : sql``})))
       order by ${begins} desc, l.created_at desc limit ${MOST_FOUND + 1}),
    needing as (
      select lead_id as id, min(need) as need from (
        select lead_id, answers ->> 'need' as need from leads_touches
         where account_id = ${account} and answers ? 'need' and ${containsAll(foldedSql(sql`answers ->> 'need'`), sought)}
         order by at desc limit ${MOST_FOUND + 1}) t group by lead_id)
    select l.id, l.name, l.email, l.phone, left(n.need, 200) as need, l.replied_at::text, l.unsubscribed_at::text, l.bounced_at::text,
           l.unconfirmed_since::text, l.booked_at::text, l.outcome
      from (select id from named union select id from needing) f
      join leads l on l.account_id = ${account} and l.id = f.id
      left join needing n on n.id = l.id
     order by ${begins} desc, l.created_at desc limit ${MOST_FOUND + 1}`);
  const instant = (text: string | null | undefined) =>
    text ? Temporal.Instant.from(text.replace(" ", "T")) : null;
  return {
    more: rows.length > MOST_FOUND,
    people: rows.slice(0, MOST_FOUND).map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      phone: row["phone"] ?? null,
      need: row["need"] ?? null,
      repliedAt: instant(row["replied_at"]),
      unsubscribedAt: instant(row["unsubscribed_at"]),
      bouncedAt: instant(row["bounced_at"]),
      unconfirmedSince: instant(row["unconfirmed_since"]),
      bookedAt: instant(row["booked_at"]),
      outcome: (row["outcome"] ?? null) as FoundPerson["outcome"],
    })),
  };
}
