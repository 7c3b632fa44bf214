import { desc } from "drizzle-orm";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { findPerson } from "#ground/identity/public.server.ts";
import { operates } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Context, type Person, withSystem } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import { CONSOLE_ACTIONS, type ConsoleAction } from "./rules.ts";
import { operatorAudit } from "./tables.server.ts";

/** The context of an operator's transaction, which sees no business's rows. */
export interface OperatorContext extends Context {
  readonly operator: Person;
}

/**
 * Every loader and action of the console calls this, at each request. Everyone else gets a 404, signed out
 * or member, and no redirect to a login that would reveal the page.
 */
export function inOperator<T>(
  args: LoaderFunctionArgs | ActionFunctionArgs,
  work: (ctx: OperatorContext) => Promise<T>,
): Promise<T> {
  return answering(async () => {
    const operator = await findPerson(args.request);
    if (!operator || !operates(operator)) throw notHere();
    return withSystem((ctx) => work({ ...ctx, operator }));
  });
}

/** The answer when there is nothing, or nothing for this visitor. */
export const notHere = (): AppError => new AppError("not_found", "Page not found.");

/**
 * Logs an operator's action, in the same transaction. The database refuses to change or delete log lines.
 * @param ctx the transaction of the action, in any scope
 */
export async function recordAction(
  ctx: Context,
  operator: Person,
  action: ConsoleAction,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  await ctx.db
    .insert(operatorAudit)
    .values({ id: newId(), at: ctx.now, userId: operator.id, who: operator.email, action, details });
}

export interface ActionLine {
  readonly id: string;
  readonly at: Temporal.Instant;
  readonly who: string;
  readonly what: string;
  readonly details: Readonly<Record<string, string>>;
}

/** The log of operator actions, newest first. */
export async function listActions(
  ctx: OperatorContext,
  { limit, offset }: { limit: number; offset: number },
): Promise<ActionLine[]> {
  const rows = await ctx.db
    .select()
    .from(operatorAudit)
    .orderBy(desc(operatorAudit.at), desc(operatorAudit.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id, at, who, action, details }) => ({
    id,
    at,
    who,
    what: CONSOLE_ACTIONS[action as ConsoleAction] ?? action,
    details,
  }));
}
