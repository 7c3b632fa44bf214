import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { findPeople, requirePerson } from "#features/identity/public.server.ts";
import { type AccountContext, withPerson } from "#platform/db/scope.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { enterOwnAccount, ownerIds } from "./data.server.ts";

export { type Business, getBusiness, saveBusinessDetails } from "./data.server.ts";
export { businessDetailsSchema, ZONE_CHOICES } from "./schema.ts";

/**
 * Wraps every loader and action of the account area: signed in or sent to /login, member of an account, one transaction scoped to
 * it, failures answered with their status.
 */
export function inAccount<T>(args: LoaderFunctionArgs | ActionFunctionArgs, work: (ctx: AccountContext) => Promise<T>): Promise<T> {
  return answering(async () => {
    const person = await requirePerson(args.request);
    return withPerson(person.id, async (ctx) => {
      const accountId = await enterOwnAccount(ctx, person);
      return work({ ...ctx, account: { id: accountId }, user: person });
    });
  });
}

/** Whether an owner of the account has verified their address: mail to others waits for that. */
export async function mayMailOthers(ctx: AccountContext): Promise<boolean> {
  const owners = await findPeople(ctx.db, await ownerIds(ctx));
  return owners.some((owner) => owner.emailVerified);
}
