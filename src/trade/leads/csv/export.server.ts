import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { leadStatus } from "../rules.ts";
import { OWN_ID_HEADER } from "./mapping.ts";

const PAGE_SIZE = 1_000;

const HEADERS = [
  OWN_ID_HEADER,
  "Name",
  "Email",
  "Phone",
  "Status",
  "Added",
  "Requests",
  "Last request",
  "Source",
  "Address",
  "Note",
  "Answers",
  "Consent",
  "Agreed to",
  "Agreed on",
  "Agreed where",
] as const;

const STATUS = {
  new: "New",
  unconfirmed: "Not confirmed",
  replied: "Replied",
  booked: "Appointment",
  won: "Won",
  lost: "Lost",
  unsubscribed: "Unsubscribed",
  unreachable: "Email bounced",
} as const;

interface ExportedLead extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly came: string;
  readonly replied: string | null;
  readonly unsubscribed: string | null;
  readonly bounced: string | null;
  readonly unconfirmed: string | null;
  readonly booked: string | null;
  readonly outcome: "won" | "lost" | null;
  readonly touches: number;
  readonly last: string | null;
  readonly origins: readonly string[] | null;
  readonly address: string | null;
  readonly note: string | null;
  readonly answers: Readonly<Record<string, unknown>> | null;
  readonly wording: string | null;
  readonly agreed: string | null;
  readonly place: string | null;
}

/**
 * All leads as rows of a spreadsheet, headings first, page by page. Each page is read in its own transaction,
 * so that a slow download keeps none open.
 * @param inScope runs work in such a transaction
 */
export async function* exportRows(
  inScope: <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>,
): AsyncGenerator<(readonly string[])[], undefined> {
  yield [HEADERS];
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const rows = await inScope((ctx) => nextLeads(ctx, after));
    if (rows.length) yield rows.map(cellsOf);
    if (rows.length < PAGE_SIZE) return undefined;
    after = rows.at(-1)!.id;
  }
}

async function nextLeads(ctx: AccountContext, after: string): Promise<readonly ExportedLead[]> {
  const account = ctx.account.id;
  // Touches without answers must not hide the answers of an earlier one.
  const { rows } = await ctx.db.execute<ExportedLead>(sql`
    select l.id, l.name, l.email, l.phone, l.created_at::text as came, l.replied_at::text as replied,
           l.unsubscribed_at::text as unsubscribed, l.bounced_at::text as bounced, l.unconfirmed_since::text as unconfirmed,
           l.booked_at::text as booked, l.outcome,
           t.touches, t.last, t.origins, t.address, t.note, t.answers, c.wording, c.agreed, c.place
      from (select * from leads where account_id = ${account} and id > ${after}::uuid order by id limit ${PAGE_SIZE}) l
      left join lateral (
        select count(*)::int as touches, max(one.at)::text as last,
               array_agg(distinct coalesce('import of ' || (source ->> 'import'), source ->> 'utm_source', source ->> 'referrer'))
                 filter (where source ?| array['import', 'utm_source', 'referrer']) as origins,
               (array_agg(source ->> 'address' order by one.at desc) filter (where source ? 'address'))[1] as address,
               (array_agg(source ->> 'note' order by one.at desc) filter (where source ? 'note'))[1] as note,
               (array_agg(to_jsonb(one) -> 'answers' order by one.at desc)
                 filter (where jsonb_typeof(to_jsonb(one) -> 'answers') = 'object'))[1] as answers
          from leads_touches one where one.account_id = ${account} and one.lead_id = l.id) t on true
      left join lateral (
        select wording, one.at::text as agreed, source as place from leads_consents one
         where one.account_id = ${account} and one.lead_id = l.id and one.channel = 'mail' order by one.at desc limit 1) c on true
     order by l.id`);
  return rows;
}

const instantOf = (text: string | null) =>
  text === null ? null : Temporal.Instant.from(text.replace(" ", "T"));
const timeOf = (text: string | null) => instantOf(text)?.toString({ smallestUnit: "second" }) ?? "";

function cellsOf(lead: ExportedLead): string[] {
  const status = leadStatus({
    repliedAt: instantOf(lead.replied),
    unsubscribedAt: instantOf(lead.unsubscribed),
    bouncedAt: instantOf(lead.bounced),
    unconfirmedSince: instantOf(lead.unconfirmed),
    bookedAt: instantOf(lead.booked),
    outcome: lead.outcome,
  });
  const answers = Object.entries(lead.answers ?? {}).map(
    ([question, answer]) => `${question}: ${String(answer)}`,
  );
  return [
    lead.id,
    lead.name,
    lead.email ?? "",
    lead.phone ?? "",
    STATUS[status],
    timeOf(lead.came),
    String(lead.touches),
    timeOf(lead.last),
    (lead.origins ?? []).join("; "),
    lead.address ?? "",
    lead.note ?? "",
    answers.join("\n"),
    // Empty unless they currently agree: another program may use this column as permission.
    status === "unsubscribed"
      ? "Unsubscribed"
      : lead.wording === null || lead.unconfirmed !== null
        ? ""
        : "Yes",
    lead.wording ?? "",
    timeOf(lead.agreed),
    lead.place ?? "",
  ];
}
