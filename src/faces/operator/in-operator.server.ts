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

/** Work of an operator, in one transaction that sees no business's rows. */
export interface OperatorContext extends Context {
  readonly operator: Person;
}

/**
 * The door of every loader and action of the console, asked at each request. For everybody else there is no
 * page: the same 404 for a signed-out visitor as for a member, and no way to the login that would tell.
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

/** What is answered where there is nothing, or nothing for this visitor. */
export const notHere = (): AppError => new AppError("not_found", "There is nothing here.");

/**
 * Writes down what an operator did, in the transaction that does it. Nobody can change or remove a line: the
 * database refuses.
 * @param ctx the transaction of the deed, in whatever scope it is
 * @param details for operators to read: which tool, which account, how many
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

/** A line of what operators did. */
export interface ActionLine {
  readonly id: string;
  readonly at: Temporal.Instant;
  readonly who: string;
  readonly what: string;
  readonly details: Readonly<Record<string, string>>;
}

/** What operators did, newest first. */
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
