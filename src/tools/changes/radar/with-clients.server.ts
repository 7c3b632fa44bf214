import { toolsOf } from "#ground/businesses/public.server.ts";
import { sumByType } from "#ground/worklist/public.server.ts";
import { countOf } from "#trade/jobs/public.ts";
import type { WithClients } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { CHANGE } from "../rules/change.ts";
import { isOpen, STATES } from "../rules/states.ts";

/** Changes that are out for a signature. */
export async function loadChangesWithClients(ctx: AccountContext): Promise<WithClients | null> {
  if (!(await toolsOf(ctx)).some(({ word }) => word === "changes")) return null;
  const open = (await sumByType(ctx, CHANGE)).filter(({ type }) =>
    STATES.some((one) => one === type && isOpen(one)),
  );
  const count = open.reduce((all, one) => all + one.count, 0);
  if (count === 0) return null;
  const cents = open.reduce((all, one) => all + one.cents, 0);
  return { what: countOf(count, "change order"), cents, href: "/account/changes" };
}
