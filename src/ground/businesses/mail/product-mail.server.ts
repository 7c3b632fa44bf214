import { findPeople } from "#ground/identity/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, enterAccount, SYSTEM_ACCOUNT } from "#platform/db/scope.server.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { memberIds, officeIds, ownerIds } from "../queries.server.ts";
import type { ProductMail } from "./templates.ts";

/**
 * Queues an email from the product, within an account's transaction. It belongs to the installation: it
 * leaves through the product's server and appears in no account, so only the mailbox's owner learns its link.
 */
export async function queueProductMail(
  ctx: AccountContext,
  to: string,
  mail: ProductMail,
  replyTo?: string,
): Promise<void> {
  const { db, now } = ctx;
  await enterAccount(db, SYSTEM_ACCOUNT);
  const { subject, text, html, unsubscribeUrl, id, fromName, headers, attachments, aboutId } = mail;
  const { sender } = installation();
  await queueMail(
    db,
    {
      ...(id === undefined ? {} : { id }),
      ...(fromName === undefined ? {} : { from: { ...sender.mailbox, name: fromName } }),
      ...(headers === undefined ? {} : { headers }),
      ...(attachments === undefined ? {} : { attachments }),
      accountId: SYSTEM_ACCOUNT,
      kind: "transactional",
      to: { address: to },
      aboutId,
      subject: subject.slice(0, 400),
      text,
      html,
      replyTo,
      unsubscribeUrl,
    },
    { now, sender },
  );
  await enterAccount(db, ctx.account.id);
}

/**
 * Queues an email to every owner with a verified address. Unverified addresses are skipped, because it may
 * mention other people.
 * @param also colleagues who get it too, if they still work there
 */
export async function mailToOwners(
  ctx: AccountContext,
  mail: ProductMail,
  also: readonly string[] = [],
): Promise<void> {
  const members = also.length > 0 ? await memberIds(ctx) : [];
  const ids = new Set([...(await ownerIds(ctx)), ...also.filter((id) => members.includes(id))]);
  const owners = await findPeople(ctx.db, [...ids]);
  for (const { email, emailVerified } of owners) if (emailVerified) await queueProductMail(ctx, email, mail);
}

/** Verified addresses of the account's owners, and of its owners and managers. */
export async function officeAddresses(
  ctx: AccountContext,
): Promise<{ readonly owners: readonly string[]; readonly all: readonly string[] }> {
  const owners = await ownerIds(ctx);
  const people = (await findPeople(ctx.db, await officeIds(ctx))).filter((one) => one.emailVerified);
  return {
    owners: people.filter(({ id }) => owners.includes(id)).map(({ email }) => email),
    all: people.map(({ email }) => email),
  };
}

/** Queues an individual email to each of these people who is a current member with a verified address. */
export async function mailToColleagues(
  ctx: AccountContext,
  userIds: readonly string[],
  mailFor: (userId: string) => ProductMail,
): Promise<void> {
  const memberSet = new Set(await memberIds(ctx));
  const people = await findPeople(
    ctx.db,
    userIds.filter((id) => memberSet.has(id)),
  );
  for (const { id, email, emailVerified } of people)
    if (emailVerified) await queueProductMail(ctx, email, mailFor(id));
}
