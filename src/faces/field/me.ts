import type { LoaderFunctionArgs } from "react-router";
import {
  actingRole,
  getBusiness,
  inAccount,
  isRedirectOut,
  listPeople,
  may,
  toolsOf,
  zoneOf,
} from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { countUnanswered } from "#trade/leads/public.server.ts";
import { unitsOf } from "#platform/measures/units.ts";
import type { Me } from "./current-user.ts";
import { formerAuthors } from "./former-people.server.ts";

/** The answer for a person who was removed from their only business: signed in, without a business. */
const NOWHERE = { plumbline: 1, code: "no_business" } as const;

/** The signed-in person and their business; a device saves it for use without a signal. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const answer = (said: Me | typeof NOWHERE) =>
    Response.json(said, { headers: { "Cache-Control": "no-store" } });
  try {
    return answer(await meOf(args));
  } catch (error) {
    if (error instanceof Response && isRedirectOut(error)) return answer(NOWHERE);
    throw error;
  }
}

const meOf = (args: LoaderFunctionArgs) =>
  inAccount(args, "job.work", async (ctx): Promise<Me> => {
    const knows = may(actingRole(ctx), "people.read");
    const [business, zone, people, former, tools, waiting] = await Promise.all([
      getBusiness(ctx),
      zoneOf(ctx),
      knows ? listPeople(ctx) : [],
      knows ? formerAuthors(ctx) : [],
      toolsOf(ctx),
      may(actingRole(ctx), "work.read") ? countUnanswered(ctx) : 0,
    ]);
    const names = await namesOf(
      ctx.db,
      people.map(({ userId }) => userId),
    );
    const { user, member } = ctx;
    return {
      plumbline: 1,
      account: ctx.account.id,
      user: user!.id,
      name: user!.email,
      role: member!.role,
      job: member!.jobId,
      business: business.name,
      zone,
      people: people.map(({ userId, email }) => ({ id: userId, name: names.get(userId) ?? email })),
      former,
      tools: tools.map(({ word }) => word),
      currency: business.currency,
      units: unitsOf(business.currency),
      waiting,
    };
  });
