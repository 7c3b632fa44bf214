import { actingRole, may } from "#ground/businesses/public.server.ts";
import type { Refusal } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

export const refuse = (code: Refusal["code"], why: string): Refusal => ({ code, why });

/** Owners and managers. */
export const isManager = (ctx: AccountContext): boolean => may(actingRole(ctx), "business.change");

/** Today in the earliest time zone (UTC+14); no job can be on a later date. */
export const latestToday = (now: Temporal.Instant): string =>
  now.toZonedDateTimeISO("Pacific/Kiritimati").toPlainDate().toString();
