import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { CURSOR, cursorOf, endpoint, type Endpoint, pageQuery, readCursor } from "#platform/api/endpoint.ts";
import { momentQuery } from "#platform/api/shape-parts.ts";
import { STATES } from "../rules.ts";
import { type Visit as Row, visitsVisits } from "../tables.server.ts";
import { getVisit } from "../visits.server.ts";
import { Visit, VisitList } from "./shapes.ts";

const shapeOf = (visit: Row): z.output<typeof Visit> => ({
  id: visit.id,
  leadId: visit.leadId,
  state: visit.state,
  startsAt: visit.startsAt.toString(),
  endsAt: visit.endsAt.toString(),
  zone: visit.zone,
  title: visit.title,
  place: visit.place,
  name: visit.name,
  email: visit.email,
  phone: visit.phone,
  address: visit.address,
  note: visit.note,
  createdAt: visit.createdAt.toString(),
  changedAt: visit.changedAt.toString(),
});

export const visitsCalls: readonly Endpoint[] = [
  endpoint({
    id: "listVisits",
    method: "GET",
    path: "/visits",
    about: "Visits",
    summary: "Visits that clients booked, in the order they start",
    scope: "visits:read",
    query: z.strictObject({
      ...pageQuery,
      from: momentQuery.optional().describe("Only those that start then or later."),
      until: momentQuery.optional().describe("Only those that start before."),
      state: z
        .enum(STATES, { error: `Use one of ${STATES.join(", ")}.` })
        .optional()
        .describe("Only visits in this state."),
      leadId: z.uuid({ error: "Use a lead’s id." }).optional().describe("Only visits of this lead."),
    }),
    answers: { 200: VisitList },
    async run({ ctx, query: { limit, cursor, from, until, state, leadId } }) {
      const parts = readCursor(cursor, [CURSOR.instant, CURSOR.id]);
      const { accountId, startsAt, id } = visitsVisits;
      const rows = await ctx.db
        .select()
        .from(visitsVisits)
        .where(
          and(
            eq(accountId, ctx.account.id),
            from && gte(startsAt, from),
            until && lt(startsAt, until),
            state && eq(visitsVisits.state, state),
            leadId ? eq(visitsVisits.leadId, leadId) : undefined,
            parts && sql`(${startsAt}, ${id}) > (${parts[0]}::timestamptz, ${parts[1]}::uuid)`,
          ),
        )
        .orderBy(asc(startsAt), asc(id))
        .limit(limit + 1);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        body: {
          data: page.map(shapeOf),
          next: rows.length > limit && last ? cursorOf([last.startsAt.toString(), last.id]) : null,
        },
      };
    },
  }),
  endpoint({
    id: "getVisit",
    method: "GET",
    path: "/visits/{visitId}",
    about: "Visits",
    summary: "One visit",
    scope: "visits:read",
    answers: { 200: Visit },
    run: async ({ ctx, params }) => ({ body: shapeOf(await getVisit(ctx, params["visitId"] ?? "")) }),
  }),
];
