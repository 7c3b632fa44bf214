import { listPersons } from "#ground/worklist/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

/** Ids of everyone who ever wrote in the account's logs. */
export const authorsOf = (ctx: AccountContext): Promise<readonly string[]> => listPersons(ctx, "logs.entry");
