import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { FIELD_TOOLS, type FieldTool, grantTool, type ToolWord } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Context, SYSTEM_ACCOUNT, withSystem } from "#platform/db/scope.server.ts";
import { isToken, newToken, tokenHash } from "#platform/db/tokens.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { queueMails } from "#platform/mail/queue.server.ts";
import { invitationMail } from "../mail.ts";
import { invitationState, type InvitationState } from "../rules.ts";
import { operatorInvitations } from "../tables.server.ts";

/** An invitation to early access, as its holder sees it. */
export interface Invitation {
  /** The address it was sent to; lower case. */
  readonly email: string;
  readonly tool: FieldTool;
  readonly state: InvitationState;
  /** The account that got the tool, once it was accepted. */
  readonly business: string | null;
}

/** Finds a tool by its stored word. */
export const toolOfWord = (word: string): FieldTool | undefined =>
  FIELD_TOOLS.find((tool) => tool.word === word);

async function findByToken(ctx: Context, token: string, lock: boolean) {
  if (!isToken(token)) return undefined;
  const query = ctx.db
    .select()
    .from(operatorInvitations)
    .where(eq(operatorInvitations.tokenHash, tokenHash(token)));
  const [row] = await (lock ? query.for("update") : query);
  const tool = row && toolOfWord(row.tool);
  return row && tool ? { row, tool, state: invitationState(row, ctx.now) } : undefined;
}

/**
 * The invitation behind a link of `/early-access/{token}`; undefined for an unknown or replaced token.
 * Changes nothing.
 */
export async function findInvitation(token: string): Promise<Invitation | undefined> {
  const found = await withSystem((ctx) => findByToken(ctx, token, false));
  return (
    found && { email: found.row.email, tool: found.tool, state: found.state, business: found.row.business }
  );
}

/**
 * Grants an invitation's tool to its holder's account, once; accepting it again for the same account
 * changes nothing. The email proves that its reader has that address, so the person must be signed in with
 * it, verified or not.
 * @param ctx the account's transaction, in which the invitation is marked
 * @throws AppError not_found for an unknown token; conflict when it was used for another account or has
 * expired; forbidden for another person
 */
export async function acceptInvitation(
  ctx: AccountContext,
  token: string,
  accountId: string,
): Promise<FieldTool> {
  const found = await findByToken(ctx, token, true);
  if (!found)
    throw new AppError(
      "not_found",
      "This invitation doesn’t exist. Look for a newer email from us, or write to us.",
    );
  const { row, tool, state } = found;
  if (ctx.user?.email.toLowerCase() !== row.email)
    throw new AppError(
      "forbidden",
      "This invitation was sent to a different address. Log in with that address.",
    );
  if (state === "accepted") {
    if (row.business === accountId) return tool;
    throw new AppError("conflict", "This invitation was already used for another one of your businesses.");
  }
  if (state === "expired")
    throw new AppError("conflict", "This invitation has expired. Write to us and we’ll send you a new one.");
  await ctx.db
    .update(operatorInvitations)
    .set({ acceptedAt: ctx.now, business: accountId })
    .where(eq(operatorInvitations.id, row.id));
  // A transaction of its own, because no role may grant tools. If this one fails afterwards, the account
  // has a tool that it was invited to, and following the link again completes it.
  await grantTool(accountId, tool.word);
  return tool;
}

export interface Invitee {
  /** Lower case. */
  readonly email: string;
  readonly tool: ToolWord;
}

/**
 * Invites people and queues their emails, in the caller's transaction. Skips people already invited to the
 * tool.
 * @returns those invited by this call
 */
export async function invite(ctx: Context, people: readonly Invitee[]): Promise<Invitee[]> {
  if (!people.length) return [];
  const made = people.map(({ email, tool }) => ({ id: newId(), email, tool, token: newToken() }));
  const stored = await ctx.db
    .insert(operatorInvitations)
    .values(made.map(({ token, ...rest }) => ({ ...rest, tokenHash: tokenHash(token), invitedAt: ctx.now })))
    .onConflictDoNothing()
    .returning({ id: operatorInvitations.id });
  const ids = new Set(stored.map(({ id }) => id));
  const invited = made.filter(({ id }) => ids.has(id));
  await queueInvitations(ctx, invited);
  return invited.map(({ email, tool }) => ({ email, tool }));
}

/**
 * Sends an invitation again with a new link; the old one stops working.
 * @returns whether there was an unaccepted invitation
 */
export async function inviteAgain(ctx: Context, { email, tool }: Invitee): Promise<boolean> {
  const token = newToken();
  const [renewed] = await ctx.db
    .update(operatorInvitations)
    .set({ tokenHash: tokenHash(token), invitedAt: ctx.now })
    .where(
      and(
        eq(operatorInvitations.email, email),
        eq(operatorInvitations.tool, tool),
        isNull(operatorInvitations.acceptedAt),
      ),
    )
    .returning({ id: operatorInvitations.id });
  if (!renewed) return false;
  await queueInvitations(ctx, [{ id: renewed.id, email, tool, token }]);
  return true;
}

async function queueInvitations(
  ctx: Context,
  made: readonly (Invitee & { readonly id: string; readonly token: string })[],
): Promise<void> {
  const { publicUrl, brand, sender } = installation();
  await queueMails(
    ctx.db,
    made.map(({ id, email, tool, token }) => ({
      ...invitationMail({ brand, tool: toolOfWord(tool)!, link: `${publicUrl}/early-access/${token}` }),
      accountId: SYSTEM_ACCOUNT,
      kind: "transactional" as const,
      to: { address: email },
      aboutId: id,
    })),
    { now: ctx.now, sender },
  );
}

/** The states of these people's invitations, by address and tool. */
export async function invitationsOf(ctx: Context, emails: readonly string[]) {
  if (!emails.length) return [];
  return ctx.db
    .select({
      email: operatorInvitations.email,
      tool: operatorInvitations.tool,
      invitedAt: operatorInvitations.invitedAt,
      acceptedAt: operatorInvitations.acceptedAt,
    })
    .from(operatorInvitations)
    .where(inArray(operatorInvitations.email, [...new Set(emails)]));
}

/** How many people were invited to each tool, and how many accepted. */
export async function invitationCounts(
  ctx: Context,
): Promise<Map<string, { invited: number; joined: number }>> {
  const rows = await ctx.db
    .select({
      tool: operatorInvitations.tool,
      invited: sql<number>`count(*)::int`,
      joined: sql<number>`count(${operatorInvitations.acceptedAt})::int`,
    })
    .from(operatorInvitations)
    .groupBy(operatorInvitations.tool);
  return new Map(rows.map(({ tool, ...counts }) => [tool, counts]));
}
