import { sql } from "drizzle-orm";
import { WITHHELD_OF_PERSON } from "#ground/identity/public.server.ts";
import type { Db } from "#platform/db/database.server.ts";
import { isId } from "#platform/db/scope.server.ts";

/** Tables and columns left out of a business's copy, with the reason. */
const WITHHELD_OF_BUSINESS: Readonly<Record<string, string>> = {
  "businesses_channels.sealed": "the password of an email or text service, encrypted",
  "businesses_turned_off.kept": "what turns something back on, such as an encrypted email password",
  "businesses_invites.token_hash": "a fingerprint of the secret in an invitation link",
  "evidence_keys.sealed": "the private key that locks histories, encrypted",
  "notifications_devices.endpoint_hash": "a fingerprint of a browser’s address for notifications",
  "issues_links.sealed": "the secret part of a sub’s link, encrypted",
  "notifications_devices.sealed": "a browser’s address and keys for notifications, encrypted",
  "notifications_phones.code_hash": "a fingerprint of the code that proves a number",
  "notifications_keys.sealed": "the private key that signs notifications, encrypted",
  "shares_links.token_hash": "a fingerprint of the secret in a shared link",
  "shares_links.passcode_hash": "a fingerprint of a shared link’s passcode",
  "leads_links.token_hash": "a fingerprint of the secret in a link emailed to a client",
  "magnets.draft_hash": "a fingerprint of the secret in a draft’s link",
  "api_keys.token_hash": "a fingerprint of an API key",
  "api_webhooks.secret": "the secret that signs a webhook’s deliveries, encrypted",
  "api_webhooks.old_secret": "the previous secret, encrypted",
  "api_answers.idempotency_hash": "a fingerprint of the key another app gave a request so it runs only once",
  "api_answers.request_hash": "a fingerprint of a request, which guesses could be tested against",
  "api_answers.answer": "a response we repeat for a day, encrypted",
  "drips.draft_hash": "a fingerprint of the secret in a draft’s link",
  "visits_calendars.sealed": "the secret address of a calendar, encrypted",
};

/**
 * Everything left out of a copy, with the reason: secrets, and hashes that guesses could be tested against.
 */
export const WITHHELD: Readonly<Record<string, string>> = { ...WITHHELD_OF_PERSON, ...WITHHELD_OF_BUSINESS };

/** Whose rows: a business's, by `account_id`, or a person's, by `user_id` in the identity tables. */
export type RowOwner = { readonly account: string } | { readonly person: string };

export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * All tables with rows of an account or a person, listed from the database catalog so that new tables are
 * included.
 */
export async function copiedTables(db: Db, of: RowOwner): Promise<CopiedTable[]> {
  const [owner, pattern] = "account" in of ? ["account_id", "%"] : ["user_id", "identity\\_%"];
  const { rows } = await db.execute<{ name: string; columns: string[] }>(sql`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname like ${pattern}
       and exists (select 1 from pg_attribute o where o.attrelid = c.oid and o.attname = ${owner} and not o.attisdropped)
     group by c.relname
     order by c.relname`);
  return rows
    .filter(({ name }) => !(name in WITHHELD))
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter((column) => !(`${name}.${column}` in WITHHELD)),
    }));
}

const ROWS_AT_ONCE = 500;

/**
 * All rows of one owner in a table, as JSON lines, 500 at a time. The transaction must stay open, and only
 * one table can be read at a time.
 */
export async function* rowsOf(db: Db, table: CopiedTable, of: RowOwner): AsyncGenerator<string[]> {
  const [owner, id] = "account" in of ? ["account_id", of.account] : ["user_id", of.person];
  // A cursor can't have parameters. The names come from the catalog and are quoted; the id is checked.
  if (!isId(id)) throw new Error("not an id");
  const columns = sql.join(
    table.columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  await db.execute(sql`declare copied_rows no scroll cursor for
    select to_json(one)::text as row
      from (select ${columns} from ${sql.identifier(table.name)} where ${sql.identifier(owner)} = ${sql.raw(`'${id}'`)}) one`);
  for (;;) {
    const { rows } = await db.execute<{ row: string }>(
      sql`fetch ${sql.raw(String(ROWS_AT_ONCE))} from copied_rows`,
    );
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await db.execute(sql`close copied_rows`);
}

/** Joins JSON lines into one JSON array. */
export async function* jsonList(batches: AsyncIterable<string[]>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const lines of batches) {
    yield before + lines.join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}
