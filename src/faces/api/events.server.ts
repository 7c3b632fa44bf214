import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { definePersonColumn, type DomainEvent, onEvent } from "#ground/events/public.server.ts";
import { actingRole } from "#ground/businesses/public.server.ts";
import { leadRecords } from "#trade/leads/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { deliverySoon } from "./webhooks/sender.server.ts";
import { leadShape } from "./endpoints/lead-shape.ts";
import type { Scope } from "#platform/api/endpoint.ts";
import type { EventType } from "#platform/api/resource.ts";
import { eventsListedTo, eventTypes, mayReceive, TEST_EVENT } from "./scopes.server.ts";
import { apiAnswers, apiEvents } from "./tables.server.ts";

interface Happening {
  readonly type: EventType;
  /** Null for events about jobs and papers, which name nobody. */
  readonly leadId: string | null;
  readonly details?: Readonly<Record<string, string | number>>;
}

/** Stores events for other programs, in the transaction of the event. */
export function listenForWebhooks(): void {
  definePersonColumn(apiEvents, "leadId");
  onEvent("leads.captured", (ctx, { captures }) =>
    keep(
      ctx,
      captures.map(({ leadId, pageId }) => ({ type: "lead.captured", leadId, details: { pageId } })),
    ),
  );
  for (const type of [
    "lead.replied",
    "lead.unsubscribed",
    "lead.bounced",
    "lead.complained",
    "lead.booked",
  ] as const)
    onEvent(type, (ctx, { leadId }) => keep(ctx, [{ type, leadId }]));
  onEvent("lead.ended", (ctx, { type, leadId, outcome }) =>
    keep(ctx, [{ type, leadId, details: { outcome } }]),
  );
  onEvent("visit.changed", (ctx, { what, by, leadId, visitId, startsAt, endsAt }) =>
    keep(ctx, [
      {
        type: `visit.${what}`,
        leadId,
        details: { visitId, by, startsAt: startsAt.toString(), endsAt: endsAt.toString() },
      },
    ]),
  );
  onEvent("lead.did", (ctx, event) => keep(ctx, [didOf(event)]));
  onEvent("lead.merged", (ctx, { leadId, gone }) =>
    keep(ctx, [{ type: "person.merged", leadId, details: { otherLeadId: gone } }]),
  );
  onEvent("lead.unmerged", (ctx, { leadId, gone }) =>
    keep(ctx, [{ type: "person.unmerged", leadId, details: { otherLeadId: gone } }]),
  );
  for (const type of ["job.added", "job.changed"] as const)
    onEvent(type, (ctx, { jobId, status }) =>
      keep(ctx, [{ type, leadId: null, details: { jobId, status } }]),
    );
  onEvent("tool.did", async (ctx, { what, jobId, leadId = null, details }) => {
    if (eventTypes().includes(what))
      await keep(ctx, [{ type: what, leadId, details: { jobId, ...details } }]);
  });
  for (const type of ["paper.viewed", "paper.approved", "paper.declined", "paper.asked"] as const)
    onEvent(type, (ctx, { paperId, kind, jobId }) =>
      keep(ctx, [{ type, leadId: null, details: { paperId, paper: kind, ...(jobId ? { jobId } : {}) } }]),
    );
  onEvent("lead.erased", (ctx, { leadId }) => forgetLead(ctx, leadId));
}

/**
 * Erases everything about a lead: its events, receivers' answers to them, and all recent stored API
 * answers, which are sealed and can't be searched. Those requests still count as done.
 */
async function forgetLead(ctx: AccountContext, leadId: string): Promise<void> {
  const account = ctx.account.id;
  await ctx.db.execute(sql`
    with gone as (delete from api_events where account_id = ${account} and lead_id = ${leadId} returning id)
    delete from api_deliveries where account_id = ${account} and event_id in (select id from gone)`);
  await ctx.db.update(apiAnswers).set({ answer: "" }).where(eq(apiAnswers.accountId, account));
}

const didOf = ({ type, leadId, what, about }: Extract<DomainEvent, { type: "lead.did" }>): Happening => ({
  type,
  leadId,
  details: { what, ...(about === undefined ? {} : { about }) },
});

/**
 * One statement for any number of events; it writes nothing if there is no key and no webhook. Row
 * security hides both from guests, so their events go through a function with the owner's rights.
 */
async function keep(ctx: AccountContext, happenings: readonly Happening[]): Promise<void> {
  if (!happenings.length) return;
  const at = ctx.now.toString();
  const of = <T>(pick: (happening: Happening) => T) => sql.param(happenings.map(pick));
  const ids = of(() => newId());
  const types = of(({ type }) => type);
  const details = of(({ details: said = {} }) => JSON.stringify(said));
  const isOfGuest = actingRole(ctx) === "guest" && happenings.every(({ leadId }) => leadId === null);
  const { rows } = await ctx.db.execute<{ deliveries: number }>(
    isOfGuest
      ? sql`select api_keep_for_guest(${ids}::uuid[], ${types}::text[], ${details}::jsonb[], ${at}::timestamptz) as deliveries`
      : sql`select api_keep(${ctx.account.id}::uuid, ${ids}::uuid[], ${types}::text[], ${of(({ leadId }) => leadId)}::uuid[],
              ${details}::jsonb[], ${at}::timestamptz) as deliveries`,
  );
  if (rows[0]?.deliveries) deliverySoon();
}

/**
 * Events in the shape of answers, with the lead's current data.
 * @param scopes of the key that reads it; null for no key. Without leads:read it gets the lead's id and
 * nothing else
 */
export async function eventShapes(
  ctx: AccountContext,
  scopes: readonly Scope[] | null,
  rows: readonly Pick<typeof apiEvents.$inferSelect, "id" | "type" | "leadId" | "details" | "at">[],
) {
  const shown = rows.filter(
    ({ type }) => scopes === null || (scopes.includes("leads:read") && mayReceive(scopes, type)),
  );
  const leads = await leadRecords(ctx, [...new Set(shown.flatMap(({ leadId }) => leadId ?? []))]);
  return rows.map(({ id, type, leadId, details, at }) => {
    const lead = leadId === null ? undefined : leads.get(leadId);
    return {
      id,
      type,
      createdAt: at.toString(),
      data: { leadId, lead: lead ? leadShape(lead) : null, ...details },
    };
  });
}

/**
 * Events after a number, in order. Numbers are assigned on reading, not on writing: otherwise an event
 * that commits late could get a lower number than one already read, and the reader would never see it.
 */
export async function eventsAfter(
  ctx: AccountContext,
  scopes: readonly Scope[],
  after: number,
  limit: number,
  types: readonly EventType[] = eventsListedTo(scopes),
) {
  const account = ctx.account.id;
  // Concurrent readers wait here, and then find these numbers.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${account} api events`}, 4))`);
  await ctx.db.execute(sql`
    with last as (select coalesce(max(number), 0) as number from api_events where account_id = ${account}),
    new as (select id, row_number() over (order by at, id) as place from api_events
             where account_id = ${account} and number is null and type <> ${TEST_EVENT})
    update api_events e set number = greatest(last.number, ${after}) + new.place from new, last
     where e.account_id = ${account} and e.id = new.id`);
  const rows = await ctx.db
    .select()
    .from(apiEvents)
    .where(
      and(eq(apiEvents.accountId, account), gt(apiEvents.number, after), inArray(apiEvents.type, [...types])),
    )
    .orderBy(asc(apiEvents.number))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  return {
    events: await eventShapes(ctx, scopes, shown),
    last: shown.at(-1)?.number ?? after,
    more: rows.length > limit,
  };
}
