import { actingRole } from "#ground/businesses/public.server.ts";
import type { StoredRecord } from "#ground/sync/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

/** What two people set on a talk or plan that a third one leads. */
export const SHARED = /^(?:people|unsigned|languages)\./;

/** Whether a guest changes more than people on what another company started. */
export function isOfAnother(ctx: AccountContext, names: readonly string[], before: StoredRecord | null) {
  const leader = before ? (firstWritten(before.fields)?.author ?? null) : null;
  return (
    before !== null &&
    actingRole(ctx) === "guest" &&
    leader !== (ctx.user?.id ?? null) &&
    names.some((field) => !SHARED.test(field))
  );
}
