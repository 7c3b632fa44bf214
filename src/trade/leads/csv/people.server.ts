import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { FileRow } from "./read-file.server.ts";
import type { Columns } from "./columns.ts";
import type { DateOptions } from "#platform/csv/dates.ts";
import { readRow, type RowPerson, type RowProblem } from "./rows.ts";

export interface WrongRow extends RowProblem {
  readonly row: FileRow;
  /** Whether the person is imported anyway, without the bad part. */
  readonly isTaken: boolean;
}

/** A row whose person opted out, or may have: `asks` marks those only the owner can decide. */
export interface OptedOutRow extends RowProblem {
  readonly row: FileRow;
  /** The address, if it is a definite opt-out. */
  readonly optedOut?: string;
  readonly asks?: { readonly at: number | "file"; readonly value: string };
}

/** What a person of a list is known by: their address, or their number if they have none. */
export const keyOf = ({ email, phone }: Pick<RowPerson, "email" | "phone">): string => email ?? phone!;

/** The rows of one batch, sorted: people (each once), opt-outs, errors. */
export interface ReadRows {
  readonly people: readonly RowPerson[];
  readonly repeated: number;
  readonly optedOut: readonly OptedOutRow[];
  readonly wrong: readonly WrongRow[];
}

/**
 * Reads rows. Of a repeated person the first row counts, filled up from later ones; a single row that says
 * they opted out is enough.
 */
export function readRows(rows: readonly FileRow[], columns: Columns, options: DateOptions): ReadRows {
  const people = new Map<string, RowPerson>();
  const wrong: WrongRow[] = [];
  const optedOut: OptedOutRow[] = [];
  const excluded = new Set<string>();
  let repeated = 0;
  for (const row of rows) {
    const reading = readRow(row.cells, row.fault, columns, options);
    if (reading.kind === "blank") continue;
    if (reading.kind === "out") {
      const { column, problem, asks, email } = reading;
      const forGood = reading.optedOut && email !== null ? { optedOut: email } : {};
      optedOut.push({ row, column, problem, ...forGood, ...(asks ? { asks } : {}) });
      if (email !== null) excluded.add(email);
      continue;
    }
    if (reading.kind === "error") {
      wrong.push({ row, column: reading.column, problem: reading.problem, isTaken: false });
      continue;
    }
    if (reading.left) wrong.push({ row, ...reading.left, isTaken: true });
    const { person } = reading;
    const key = keyOf(person);
    const before = people.get(key);
    if (before) repeated++;
    people.set(
      key,
      before
        ? {
            ...before,
            phone: before.phone ?? person.phone,
            address: before.address ?? person.address,
            note: before.note ?? person.note,
            others: [...before.others, ...person.others.filter((one) => !isListed(before, one))],
          }
        : person,
    );
  }
  const numbers = new Set([...people.values()].flatMap(({ email, phone }) => (email && phone) ?? []));
  const isRepeated = ({ email, phone }: RowPerson) => email === null && numbers.has(phone!);
  const once = [...people.values()].filter((person) => !isRepeated(person));
  return {
    people: once.filter(({ email }) => email === null || !excluded.has(email)),
    repeated: repeated + people.size - once.length,
    optedOut,
    wrong,
  };
}

const isListed = (person: RowPerson, { address }: RowPerson["others"][number]): boolean =>
  [person.email, person.phone, ...person.others.map((one) => one.address)].includes(address);

export interface KnownPeople {
  /** Lead ids by key: any of their addresses or numbers. */
  readonly leads: ReadonlyMap<string, string>;
  /** The main address of leads that have the key as another one. */
  readonly mains: ReadonlyMap<string, string>;
  readonly suppressed: ReadonlySet<string>;
}

/**
 * Who of these is a lead already, and which addresses shouldn't be emailed, in one query. A number that
 * several leads have finds the oldest.
 */
export async function knownPeople(ctx: AccountContext, keys: readonly string[]): Promise<KnownPeople> {
  if (!keys.length) return { leads: new Map(), mains: new Map(), suppressed: new Set() };
  const account = ctx.account.id;
  const { rows } = await ctx.db.execute<{
    key: string;
    id: string | null;
    main: string | null;
    suppressed: boolean;
  }>(sql`
    with given as (select key, key like '%@%' as is_email from unnest(${sql.param([...keys])}::text[]) as given (key)),
    found as (
      select g.key, l.id from given g join leads l on l.account_id = ${account} and g.is_email and l.email = g.key
       union all
      select g.key, l.id from given g join leads l on l.account_id = ${account} and not g.is_email and l.phone = g.key
       union all
      select g.key, a.lead_id from given g
        join leads_addresses a on a.account_id = ${account} and a.address = g.key)
    select distinct on (g.key) g.key, l.id, l.email as main,
           g.is_email and (s.address_hash is not null or l.unsubscribed_at is not null
                           or l.email = g.key and l.bounced_at is not null) as suppressed
      from given g
      left join found f on f.key = g.key
      left join leads l on l.account_id = ${account} and l.id = f.id
      left join leads_suppressions s on s.account_id = ${account} and g.is_email
       and s.address_hash = rtrim(translate(encode(sha256(convert_to(g.key, 'UTF8')), 'base64'), '+/', '-_'), '=')
     where l.id is not null or s.address_hash is not null
     order by g.key, l.email = g.key desc nulls last, l.created_at, l.id`);
  return {
    leads: new Map(rows.flatMap(({ key, id }) => (id ? [[key, id] as const] : []))),
    mains: new Map(rows.flatMap(({ key, main }) => (main && main !== key ? [[key, main] as const] : []))),
    suppressed: new Set(rows.filter((row) => row.suppressed).map(({ key }) => key)),
  };
}
