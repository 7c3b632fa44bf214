import { eq, sql } from "drizzle-orm";
import { lockPerson, recordMembership, erasePersonData } from "#ground/identity/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import {
  type AccountContext,
  type Context,
  enterAccount,
  isId,
  type Person,
  SYSTEM_ACCOUNT,
  withPerson,
} from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { recordAudit } from "../history/audit.server.ts";
import { accountDeletedMail, businessClosedMail } from "./erase-mail.ts";
import { confirmationText, COUNTED, fateOf, type Holding, isTyped } from "./erase-rules.ts";
import { cancelInvitesOf } from "../people/cancel-invites.server.ts";
import { listPeople, type Member, lockMembers } from "../people/people.server.ts";
import { finishErasureTask } from "../tasks.server.ts";
import { giveBackLater } from "../mailbox/give-back.server.ts";
import { ofChannel } from "../sending/secrets.server.ts";
import { businessesAccounts, businessesChannels, businessesMembers } from "../tables.server.ts";

export interface Counted extends Holding {
  readonly counts: Readonly<Record<string, number>>;
}

/** A person's businesses, oldest first, with counts of what deleting the account would erase. */
export function listHoldings(person: Person): Promise<Counted[]> {
  return withPerson(person.id, async (ctx) => {
    const found: Counted[] = [];
    for (const accountId of await listAccountIds(ctx, person)) {
      const entered = await enterWithoutRole(ctx, accountId, person);
      const holding = await loadHolding(entered, person);
      found.push({
        ...holding.holding,
        counts: fateOf(holding.holding) === "left" ? {} : await countRows(entered),
      });
    }
    return found;
  });
}

/**
 * Closes a business for good: erases its rows now and its files soon, and notifies all members.
 * @param typed its name, as typed
 * @returns false when it is already gone
 * @throws AppError invalid for a wrong name, not_found for anyone but an owner
 */
export function closeBusiness(person: Person, accountId: string, typed: string): Promise<boolean> {
  return retryDeadlocks(() =>
    withPerson(person.id, async (ctx) => {
      await allowLongStatements(ctx);
      if (!isId(accountId) || !(await listAccountIds(ctx, person)).includes(accountId)) return false;
      const entered = await enterWithoutRole(ctx, accountId, person);
      await lockMembers(entered);
      const { holding, people } = await loadHolding(entered, person);
      if (holding.role !== "owner") throw new AppError("not_found", "Page not found.");
      if (!isTyped(typed, confirmationText(holding.name)))
        throw new AppError("invalid", "That’s not its name.", {
          fields: { typed: `Type “${confirmationText(holding.name)}” to close it.` },
        });
      await eraseAccount(entered);
      const { brand, publicUrl } = installation();
      const name = holding.name ?? "an unnamed business";
      for (const one of people) {
        await recordMembership(
          ctx.db,
          one.userId,
          one.userId === person.id ? "left" : "removed",
          holding.name ?? "",
        );
        await queueSystemMail(
          ctx,
          one.email,
          businessClosedMail({
            brand,
            business: name,
            by: one.userId === person.id ? null : person.email,
            contact: `${publicUrl}/contact`,
          }),
        );
      }
      await enqueueCleanup(ctx, { accounts: [accountId] });
      return true;
    }),
  );
}

export type Deletion = { readonly done: true } | { readonly blocking: readonly Holding[] };

/**
 * Deletes a person, the businesses in which they are alone, and their membership in the others. Does nothing
 * if they are the only owner of a business with other people. Safe to call twice at once.
 */
export function deletePerson(person: Person): Promise<Deletion> {
  return retryDeadlocks(() =>
    withPerson(person.id, async (ctx) => {
      await allowLongStatements(ctx);
      if (!(await lockPerson(ctx.db, person.id))) return { done: true };
      const accounts = await listAccountIds(ctx, person);
      const memberships: { ctx: AccountContext; holding: Holding }[] = [];
      // Always in the same order, so that two deletions can't deadlock.
      for (const accountId of accounts.toSorted()) {
        const entered = await enterWithoutRole(ctx, accountId, person);
        await lockMembers(entered);
        memberships.push({ ctx: entered, holding: (await loadHolding(entered, person)).holding });
      }
      const blocking = memberships
        .map((one) => one.holding)
        .filter((holding) => fateOf(holding) === "blocking");
      if (blocking.length > 0) return { blocking };
      for (const { ctx: entered, holding } of memberships) {
        await enterAccount(ctx.db, holding.accountId);
        if (fateOf(holding) === "erased") await eraseAccount(entered);
        else await leaveAccount(entered, person);
      }
      const { brand, publicUrl } = installation();
      await erasePersonData(ctx.db, person);
      const mailId = await queueSystemMail(
        ctx,
        person.email,
        accountDeletedMail({ brand, contact: `${publicUrl}/contact` }),
      );
      const erased = memberships
        .filter(({ holding }) => fateOf(holding) === "erased")
        .map(({ holding }) => holding.accountId);
      await enqueueCleanup(ctx, { accounts: [...erased, person.id], mailId });
      return { done: true };
    }),
  );
}

async function eraseAccount(ctx: AccountContext): Promise<void> {
  const { db, account } = ctx;
  const [grant] = await db.select().from(businessesChannels).where(ofChannel(account.id, "grant"));
  if (grant) await giveBackLater(ctx, grant);
  await db.execute(sql`select businesses_erase(${account.id}::uuid)`);
}

async function leaveAccount(ctx: AccountContext, person: Person): Promise<void> {
  const { accountId, userId } = businessesMembers;
  await ctx.db
    .delete(businessesMembers)
    .where(sql`${accountId} = ${ctx.account.id} and ${userId} = ${person.id}`);
  await cancelInvitesOf(ctx, person.id, undefined);
  await recordAudit(ctx, "people.left");
}

/** A large business takes longer than the usual statement timeout. */
async function allowLongStatements({ db }: Context): Promise<void> {
  await db.execute(sql`set local statement_timeout = '10min'`);
}

async function listAccountIds({ db }: Context, person: Person): Promise<string[]> {
  const { accountId, userId, createdAt } = businessesMembers;
  const rows = await db
    .select({ accountId })
    .from(businessesMembers)
    .where(eq(userId, person.id))
    .orderBy(createdAt, accountId);
  return rows.map((row) => row.accountId);
}

/** Enters an account without a role: closing and leaving don't depend on the person's rights there. */
async function enterWithoutRole(ctx: Context, accountId: string, person: Person): Promise<AccountContext> {
  await enterAccount(ctx.db, accountId);
  return { ...ctx, account: { id: accountId }, user: person, member: null };
}

async function loadHolding(
  ctx: AccountContext,
  person: Person,
): Promise<{ holding: Holding; people: Member[] }> {
  const people = await listPeople(ctx);
  const { accountId, name } = businessesAccounts;
  const [account] = await ctx.db
    .select({ name })
    .from(businessesAccounts)
    .where(eq(accountId, ctx.account.id));
  const others = people.filter((one) => one.userId !== person.id);
  const holding: Holding = {
    accountId: ctx.account.id,
    name: account?.name ?? null,
    role: people.find((one) => one.userId === person.id)?.role ?? "guest",
    others: others.length,
    otherOwners: others.filter((one) => one.role === "owner").length,
  };
  return { holding, people };
}

async function countRows({ db, account }: AccountContext): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(COUNTED)) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)} where account_id = ${account.id}`,
    );
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** Queues an email of the installation. Leaves the transaction in the system account. */
async function queueSystemMail(
  { db, now }: Context,
  to: string,
  mail: { subject: string; text: string; html: string },
): Promise<string> {
  await enterAccount(db, SYSTEM_ACCOUNT);
  const id = newId();
  await queueMail(
    db,
    { ...mail, id, accountId: SYSTEM_ACCOUNT, kind: "transactional", to: { address: to } },
    { now, sender: installation().sender },
  );
  return id;
}

/**
 * Enqueues cleanup outside the transaction: files, rows of concurrent transactions, and the last email once
 * sent. Runs soon, and again after 15 minutes when those transactions have ended.
 */
async function enqueueCleanup(
  { db, now }: Context,
  rest: { accounts: string[]; mailId?: string },
): Promise<void> {
  await enqueue(db, finishErasureTask, rest);
  await enqueue(db, finishErasureTask, rest, { startAfter: now.add({ minutes: 15 }) });
  if (rest.mailId) await enqueue(db, finishErasureTask, rest, { startAfter: now.add({ hours: 24 * 8 }) });
}

/**
 * Senders lock the same rows in another order. The transaction that PostgreSQL cancels in a deadlock is
 * retried.
 */
async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (attempt >= 5 || !isDeadlock(error)) throw error;
    }
}

function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return code === "40P01" || code === "40001" || isDeadlock(error.cause);
}
