import { eq } from "drizzle-orm";
import { findPerson } from "#ground/identity/public.server.ts";
import { type AccountContext, type Context, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { recordAudit } from "./history/audit.server.ts";
import { standingOf } from "./access/membership.server.ts";
import { businessesOpenTools, businessesTools } from "./tables.server.ts";
import { FIELD_TOOLS, type FieldTool, toolsNamed, type ToolWord } from "./tools.ts";

/** The field tools this account may use: its own, and those open to everyone. */
export async function toolsOf(ctx: AccountContext): Promise<FieldTool[]> {
  const own = await ctx.db.select({ tool: businessesTools.tool }).from(businessesTools);
  return toolsNamed([...own.map((one) => one.tool), ...(await openTools(ctx))]);
}

/**
 * The field tools of a visitor to a public page. Doesn't open an account; people without one get what is open
 * to everyone.
 */
export async function toolsOfVisitor(request: Request): Promise<FieldTool[]> {
  const person = await findPerson(request);
  if (!person) return [];
  const standing = await standingOf(request, person);
  return toolsNamed(standing ? standing.tools : await withSystem(openTools));
}

/** The tools the operator opened to everyone. */
export async function openTools(ctx: Context): Promise<ToolWord[]> {
  return (await ctx.db.select({ tool: businessesOpenTools.tool }).from(businessesOpenTools)).map(
    (one) => one.tool,
  );
}

/**
 * Gives a tool to an account, once. The operator calls it, so it needs no right in the account.
 * @param together more work for the same transaction; skipped when the account already has the tool
 */
export async function grantTool(
  accountId: string,
  tool: ToolWord,
  together?: (ctx: AccountContext) => Promise<void>,
): Promise<void> {
  await withAccount(accountId, async (ctx) => {
    const inserted = await ctx.db
      .insert(businessesTools)
      .values({ accountId, tool, since: ctx.now })
      .onConflictDoNothing()
      .returning();
    if (!inserted.length) return;
    await recordAudit(
      ctx,
      "tool.given",
      { tool: FIELD_TOOLS.find((one) => one.word === tool)!.name },
      "the operator",
    );
    await together?.(ctx);
  });
}

/** Opens a tool to everyone, or closes it for businesses that weren't given it. */
export async function openToAll(ctx: Context, tool: ToolWord, open: boolean): Promise<void> {
  if (open) await ctx.db.insert(businessesOpenTools).values({ tool, since: ctx.now }).onConflictDoNothing();
  else await ctx.db.delete(businessesOpenTools).where(eq(businessesOpenTools.tool, tool));
}
