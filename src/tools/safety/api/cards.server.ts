import { z } from "zod";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { CURSOR, cursorOf, endpoint, type Endpoint, pageQuery, readCursor } from "#platform/api/endpoint.ts";
import { id, listOf } from "#platform/api/shape-parts.ts";
import { todayAt } from "#platform/time/day.ts";
import { stateOf, titleOf, TYPES } from "../cards/card.ts";
import { cardsOf } from "../cards/stored.server.ts";

export const SafetyCard = z.strictObject({
  id,
  holder: z.string(),
  personId: id.nullable().describe("As in `/people`; null for someone without an account."),
  type: z.enum(TYPES),
  title: z.string().describe("Such as `OSHA 30` or `State license: Electrician`."),
  issuer: z.string(),
  issuedOn: z.string().nullable(),
  expiresOn: z.string().nullable().describe("The last day on which it counts; null if it doesn’t expire."),
  state: z.enum(["expired", "expiring", "valid"]).describe("`expiring`: within 60 days."),
});
export const SafetyCardList = listOf(SafetyCard);

export const cardsCalls: readonly Endpoint[] = [
  endpoint({
    id: "listSafetyCards",
    method: "GET",
    path: "/safety-cards",
    about: "Safety cards",
    summary: "Who holds which safety card, and until when",
    words: "Without card numbers and photos, which only owners, managers, and the person see.",
    scope: "safety-cards:read",
    query: z.strictObject(pageQuery),
    answers: { 200: SafetyCardList },
    async run({ ctx, query: { limit, cursor } }) {
      const after = readCursor(cursor, [CURSOR.id])?.[0];
      const today = todayAt(ctx.now, await zoneOf(ctx));
      const rest = (await cardsOf(ctx)).filter(({ card }) => after === undefined || card.id > after);
      const page = rest.slice(0, limit);
      const data = page.map(({ card }) => ({
        ...{ id: card.id, holder: card.holder.name, personId: card.holder.user, type: card.type },
        ...{ title: titleOf(card), issuer: card.issuer, issuedOn: card.issued, expiresOn: card.expires },
        state: stateOf(card, today),
      }));
      return { body: { data, next: rest.length > limit ? cursorOf([page.at(-1)!.card.id]) : null } };
    },
  }),
];
