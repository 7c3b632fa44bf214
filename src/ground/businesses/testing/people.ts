import { sql } from "drizzle-orm";
import { newId } from "#platform/db/ids.ts";
import {
  type AccountContext,
  enterAccount,
  type Person,
  SYSTEM_ACCOUNT,
  withAccount,
  withPerson,
  withSystem,
} from "#platform/db/scope.server.ts";
import { findMembership } from "../queries.server.ts";
import { acceptInvite, inviteToAccount } from "../people/invites.server.ts";
import { startBusiness } from "../access/open-account.server.ts";
import type { Role } from "../rules.ts";

/** Inserts a new person. */
export async function somebody(email = `${newId()}@people.test`, emailVerified = true): Promise<Person> {
  const person: Person = { id: newId(), email, emailVerified };
  await withSystem((ctx) =>
    ctx.db.execute(sql`insert into identity_users (id, name, email, email_verified, created_at, updated_at)
      values (${person.id}, '', ${email}, ${emailVerified}, ${ctx.now.toString()}, ${ctx.now.toString()})`),
  );
  return person;
}

/** Starts a business owned by this person. */
export const businessOf = (person: Person, name = "Lake View Decking") =>
  withPerson(person.id, (ctx) => startBusiness(ctx, person, name));

/** Works in a business as this person, with the row security of their role, as in a request. */
export function acting<T>(
  person: Person,
  accountId: string,
  work: (ctx: AccountContext) => Promise<T>,
): Promise<T> {
  return withPerson(person.id, async (ctx) => {
    const place = await findMembership(ctx, person.id, accountId);
    if (place?.accountId !== accountId) throw new Error("they do not belong there");
    await enterAccount(ctx.db, accountId, place);
    return work({ ...ctx, account: { id: accountId }, user: person, member: place });
  });
}

export interface QueuedMail {
  readonly subject: string;
  readonly text: string;
  readonly replyTo: string | null;
  /** The token after /join/ in the text. */
  readonly token: string;
}

/** Product emails queued for an address, oldest first. */
export async function mailsTo(email: string): Promise<QueuedMail[]> {
  const { rows } = await withAccount(SYSTEM_ACCOUNT, (ctx) =>
    ctx.db.execute<{ subject: string; text: string; reply_to: string | null }>(
      sql`select subject, text, reply_to from mail_messages where recipient = ${email} order by id`,
    ),
  );
  return rows.map(({ subject, text, reply_to: replyTo }) => ({
    subject,
    text,
    replyTo,
    token: /\/join\/(\S+)/.exec(text)?.[1] ?? "",
  }));
}

/** The token of the newest invitation to an address. */
export const newestToken = async (email: string) =>
  (await mailsTo(email)).findLast((mail) => mail.token)!.token;

/** Invites a new person, who joins. */
export async function colleague(
  owner: Person,
  accountId: string,
  role: Exclude<Role, "guest">,
  email?: string,
): Promise<Person> {
  const person = await somebody(email);
  await acting(owner, accountId, (ctx) =>
    inviteToAccount(ctx, { email: person.email, role: role === "owner" ? "manager" : role }),
  );
  await acceptInvite(await newestToken(person.email), person);
  return person;
}
