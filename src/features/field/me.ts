import type { LoaderFunctionArgs } from "react-router";
import { actingRole, getBusiness, inAccount, listPeople, may, toolsOf, zoneOf } from "#features/businesses/public.server.ts";
import { unitsOf } from "#platform/measures/units.ts";
import type { Me } from "./who.ts";

/** Who is signed in, and in which business: what a device keeps for when there is no signal. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const me = await inAccount(args, "job.work", async (ctx): Promise<Me> => {
    const [business, zone, people, tools] = await Promise.all([
      getBusiness(ctx),
      zoneOf(ctx),
      may(actingRole(ctx), "people.read") ? listPeople(ctx) : [],
      toolsOf(ctx),
    ]);
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
      people: people.map(({ userId, email }) => ({ id: userId, name: email })),
      tools: tools.map(({ word }) => word),
      currency: business.currency,
      units: unitsOf(business.currency),
    };
  });
  return Response.json(me, { headers: { "Cache-Control": "no-store" } });
}
