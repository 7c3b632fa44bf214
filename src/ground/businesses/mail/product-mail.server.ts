import { findPeople } from "#ground/identity/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, enterAccount, SYSTEM_ACCOUNT } from "#platform/db/scope.server.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { memberIds, ownerIds } from "../queries.server.ts";
import type { ProductMail } from "./templates.ts";

/**
 * Queues a mail from the product itself, in the transaction of an account. It belongs to the installation: it
 * leaves through the product's own server and shows in no account, so what its link proves stays between the
 * product and that mailbox.
 */
export async function queueProductMail(
  ctx: AccountContext,
  to: string,
  mail: ProductMail,
  replyTo?: string,
): Promise<void> {
  const { db, now } = ctx;
  await enterAccount(db, SYSTEM_ACCOUNT);
  const { subject, text, html, unsubscribeUrl } = mail;
  await queueMail(
    db,
    {
      accountId: SYSTEM_ACCOUNT,
      kind: "transactional",
      to: { address: to },
      subject: subject.slice(0, 400),
      text,
      html,
      replyTo,
      unsubscribeUrl,
    },
    { now, sender: installation().sender },
  );
  await enterAccount(db, ctx.account.id);
}

/**
 * Queues such a mail to every owner who has shown that their address is theirs: it may speak of other people.
 */
export async function mailToOwners(ctx: AccountContext, mail: ProductMail): Promise<void> {
  const owners = await findPeople(ctx.db, await ownerIds(ctx));
  for (const { email, emailVerified } of owners) if (emailVerified) await queueProductMail(ctx, email, mail);
}

/**
 * Queues a mail of their own to those of some people who work here now and have shown that their address is
 * theirs.
 */
export async function mailToColleagues(
  ctx: AccountContext,
  userIds: readonly string[],
  mailFor: (userId: string) => ProductMail,
): Promise<void> {
  const here = new Set(await memberIds(ctx));
  const people = await findPeople(
    ctx.db,
    userIds.filter((id) => here.has(id)),
  );
  for (const { id, email, emailVerified } of people)
    if (emailVerified) await queueProductMail(ctx, email, mailFor(id));
}
