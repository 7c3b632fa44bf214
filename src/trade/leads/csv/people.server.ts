import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { FileRow } from "./read-file.server.ts";
import type { Columns } from "./columns.ts";
import type { DateOptions } from "./dates.ts";
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

/** The rows of one batch, sorted: people (each address once), opt-outs, errors. */
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
    const before = people.get(person.email);
    if (before) repeated++;
    people.set(
      person.email,
      before
        ? {
            ...before,
            phone: before.phone ?? person.phone,
            address: before.address ?? person.address,
            note: before.note ?? person.note,
          }
        : person,
    );
  }
  return {
    people: [...people.values()].filter(({ email }) => !excluded.has(email)),
    repeated,
    optedOut,
    wrong,
  };
}

export interface KnownPeople {
  /** Lead ids by address. */
  readonly leads: ReadonlyMap<string, string>;
  readonly suppressed: ReadonlySet<string>;
}

/** Which addresses are already leads, and which shouldn’t be emailed, in one query. */
export async function knownPeople(ctx: AccountContext, emails: readonly string[]): Promise<KnownPeople> {
  if (!emails.length) return { leads: new Map(), suppressed: new Set() };
  const { rows } = await ctx.db.execute<{ email: string; id: string | null; suppressed: boolean }>(sql`
    select given.email, l.id, (s.address_hash is not null or l.unsubscribed_at is not null or l.bounced_at is not null) as suppressed
      from unnest(${sql.param([...emails])}::text[]) as given (email)
      left join leads l on l.account_id = ${ctx.account.id} and l.email = given.email
      left join leads_suppressions s on s.account_id = ${ctx.account.id}
       and s.address_hash = rtrim(translate(encode(sha256(convert_to(given.email, 'UTF8')), 'base64'), '+/', '-_'), '=')
     where l.id is not null or s.address_hash is not null`);
  return {
    leads: new Map(rows.flatMap(({ email, id }) => (id ? [[email, id] as const] : []))),
    suppressed: new Set(rows.filter((row) => row.suppressed).map(({ email }) => email)),
  };
}
