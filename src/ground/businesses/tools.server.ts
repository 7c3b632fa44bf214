import { eq } from "drizzle-orm";
import { findPerson } from "#ground/identity/public.server.ts";
import { type AccountContext, type Context, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { recordAudit } from "./history/audit.server.ts";
import { standingOf } from "./access/membership.server.ts";
import { businessesOpenTools, businessesTools } from "./tables.server.ts";
import { FIELD_TOOLS, type FieldTool, type ToolWord } from "./tools.ts";

/** The field tools that this account may use: its own, and those open to everybody. */
export async function toolsOf(ctx: AccountContext): Promise<FieldTool[]> {
  const own = await ctx.db.select({ tool: businessesTools.tool }).from(businessesTools);
  return named([...own.map((one) => one.tool), ...(await openTools(ctx))]);
}

/**
 * The field tools of whoever looks at a public page. Opens no account: who has none yet has what is open to
 * all.
 */
export async function toolsOfVisitor(request: Request): Promise<FieldTool[]> {
  const person = await findPerson(request);
  if (!person) return [];
  const standing = await standingOf(request, person);
  return named(standing ? standing.tools : await withSystem(openTools));
}

/** The tools with these words, in their order. */
export function named(words: readonly ToolWord[]): FieldTool[] {
  return FIELD_TOOLS.filter((tool) => words.includes(tool.word));
}

/** The tools that the operator opened to everybody. */
export async function openTools(ctx: Context): Promise<ToolWord[]> {
  return (await ctx.db.select({ tool: businessesOpenTools.tool }).from(businessesOpenTools)).map(
    (one) => one.tool,
  );
}

/**
 * Gives a tool to an account, once. Called by the operator's side, so the account's own people need no right
 * to it.
 * @param together what else belongs to it, in the same transaction; not done where the account has the tool
 * already
 */
export async function grantTool(
  accountId: string,
  tool: ToolWord,
  together?: (ctx: AccountContext) => Promise<void>,
): Promise<void> {
  await withAccount(accountId, async (ctx) => {
    const given = await ctx.db
      .insert(businessesTools)
      .values({ accountId, tool, since: ctx.now })
      .onConflictDoNothing()
      .returning();
    if (!given.length) return;
    await recordAudit(
      ctx,
      "tool.given",
      { tool: FIELD_TOOLS.find((one) => one.word === tool)!.name },
      "the operator",
    );
    await together?.(ctx);
  });
}

/** Opens a tool to everybody, or closes it again for those who were not given it. */
export async function openToAll(ctx: Context, tool: ToolWord, open: boolean): Promise<void> {
  if (open) await ctx.db.insert(businessesOpenTools).values({ tool, since: ctx.now }).onConflictDoNothing();
  else await ctx.db.delete(businessesOpenTools).where(eq(businessesOpenTools.tool, tool));
}
