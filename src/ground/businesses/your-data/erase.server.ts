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
import { businessesAccounts, businessesMembers } from "../tables.server.ts";

/** A business that somebody belongs to, with what it holds. */
export interface Counted extends Holding {
  readonly counts: Readonly<Record<string, number>>;
}

/** The businesses of a person, oldest first, and what would be gone with each. */
export function listHoldings(person: Person): Promise<Counted[]> {
  return withPerson(person.id, async (ctx) => {
    const found: Counted[] = [];
    for (const accountId of await accountsOf(ctx, person)) {
      const entered = await enter(ctx, accountId, person);
      const holding = await countHolding(entered, person);
      found.push({
        ...holding.holding,
        counts: fateOf(holding.holding) === "left" ? {} : await countsIn(entered),
      });
    }
    return found;
  });
}

/**
 * Closes a business for good: every row of it, and soon its files. Everybody who belonged to it is told.
 * @param typed its name, by hand
 * @returns whether it was there; a second click finds it gone
 * @throws AppError invalid for another name, not_found for who does not own it
 */
export function closeBusiness(person: Person, accountId: string, typed: string): Promise<boolean> {
  return trying(() =>
    withPerson(person.id, async (ctx) => {
      await patiently(ctx);
      if (!isId(accountId) || !(await accountsOf(ctx, person)).includes(accountId)) return false;
      const entered = await enter(ctx, accountId, person);
      await lockMembers(entered);
      const { holding, people } = await countHolding(entered, person);
      if (holding.role !== "owner") throw new AppError("not_found", "There is nothing here.");
      if (!isTyped(typed, confirmationText(holding.name)))
        throw new AppError("invalid", "That is not its name.", {
          fields: { typed: `Type “${confirmationText(holding.name)}” to close it.` },
        });
      await eraseIn(entered);
      const { brand, publicUrl } = installation();
      const name = holding.name ?? "a business without a name";
      for (const one of people) {
        await recordMembership(
          ctx.db,
          one.userId,
          one.userId === person.id ? "left" : "removed",
          holding.name ?? "",
        );
        await mailOut(
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
      await leaveTheRest(ctx, { accounts: [accountId] });
      return true;
    }),
  );
}

/** How deleting an account went. */
export type Deletion = { readonly done: true } | { readonly inTheWay: readonly Holding[] };

/**
 * Deletes a person: the businesses in which they are alone, their place in the others, and everything about
 * themselves. Nothing is done where they are the only owner of a business with other people. Of two at once
 * the second finds nobody and has nothing to do.
 */
export function deletePerson(person: Person): Promise<Deletion> {
  return trying(() =>
    withPerson(person.id, async (ctx) => {
      await patiently(ctx);
      if (!(await lockPerson(ctx.db, person.id))) return { done: true };
      const accounts = await accountsOf(ctx, person);
      const standing: { ctx: AccountContext; holding: Holding }[] = [];
      // In one order for everybody, so that two who go at once don't wait for each other.
      for (const accountId of accounts.toSorted()) {
        const entered = await enter(ctx, accountId, person);
        await lockMembers(entered);
        standing.push({ ctx: entered, holding: (await countHolding(entered, person)).holding });
      }
      const inTheWay = standing
        .map((one) => one.holding)
        .filter((holding) => fateOf(holding) === "stands in the way");
      if (inTheWay.length > 0) return { inTheWay };
      for (const { ctx: entered, holding } of standing) {
        await enterAccount(ctx.db, holding.accountId);
        if (fateOf(holding) === "erased") await eraseIn(entered);
        else await leaveIn(entered, person);
      }
      const { brand, publicUrl } = installation();
      await erasePersonData(ctx.db, person);
      const mailId = await mailOut(
        ctx,
        person.email,
        accountDeletedMail({ brand, contact: `${publicUrl}/contact` }),
      );
      const erased = standing
        .filter(({ holding }) => fateOf(holding) === "erased")
        .map(({ holding }) => holding.accountId);
      await leaveTheRest(ctx, { accounts: [...erased, person.id], mailId });
      return { done: true };
    }),
  );
}

/** Everything of the account that the transaction is in. */
async function eraseIn({ db, account }: AccountContext): Promise<void> {
  await db.execute(sql`select businesses_erase(${account.id}::uuid)`);
}

async function leaveIn(ctx: AccountContext, person: Person): Promise<void> {
  const { accountId, userId } = businessesMembers;
  await ctx.db
    .delete(businessesMembers)
    .where(sql`${accountId} = ${ctx.account.id} and ${userId} = ${person.id}`);
  await cancelInvitesOf(ctx, person.id, undefined);
  await recordAudit(ctx, "people.left");
}

/** A large business takes longer than a statement usually may. */
async function patiently({ db }: Context): Promise<void> {
  await db.execute(sql`set local statement_timeout = '10min'`);
}

async function accountsOf({ db }: Context, person: Person): Promise<string[]> {
  const { accountId, userId, createdAt } = businessesMembers;
  const rows = await db
    .select({ accountId })
    .from(businessesMembers)
    .where(eq(userId, person.id))
    .orderBy(createdAt, accountId);
  return rows.map((row) => row.accountId);
}

/**
 * Enters an account as the product's own work: what somebody may do here does not hang on their role there.
 */
async function enter(ctx: Context, accountId: string, person: Person): Promise<AccountContext> {
  await enterAccount(ctx.db, accountId);
  return { ...ctx, account: { id: accountId }, user: person, member: null };
}

async function countHolding(
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

async function countsIn({ db, account }: AccountContext): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(COUNTED)) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)} where account_id = ${account.id}`,
    );
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** Queues a mail of the installation; the transaction is in its scope from here on. */
async function mailOut(
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
 * What can't be done in the transaction: files, rows that a transaction under way at this moment still
 * writes, and the last mail once it has left. Done soon, and again when nothing can be under way any more.
 */
async function leaveTheRest(
  { db, now }: Context,
  rest: { accounts: string[]; mailId?: string },
): Promise<void> {
  await enqueue(db, finishErasureTask, rest);
  await enqueue(db, finishErasureTask, rest, { startAfter: now.add({ minutes: 15 }) });
  if (rest.mailId) await enqueue(db, finishErasureTask, rest, { startAfter: now.add({ hours: 24 * 8 }) });
}

/**
 * Senders hold rows of their own, in an order of their own: whom the database picks to give way in a deadlock
 * tries again.
 */
async function trying<T>(work: () => Promise<T>): Promise<T> {
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
