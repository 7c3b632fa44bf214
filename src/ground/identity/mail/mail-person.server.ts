import { installation } from "#platform/config/installation.server.ts";
import { type Context, SYSTEM_ACCOUNT } from "#platform/db/scope.server.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import type { IdentityMail } from "./templates.ts";

/**
 * Queues an email to a person about their account. Call it in a `withSystem` transaction; the email is sent
 * only if that commits.
 * @param write gets the product's name and a function that makes paths absolute
 */
export async function mailPerson(
  { db, now }: Context,
  to: { readonly id: string; readonly email: string },
  write: (place: { productName: string; link: (path: string) => string }) => IdentityMail,
): Promise<void> {
  const { brand, publicUrl, sender } = installation();
  const mail = write({ productName: brand, link: (path) => `${publicUrl}${path}` });
  await queueMail(
    db,
    { ...mail, accountId: SYSTEM_ACCOUNT, kind: "transactional", to: { address: to.email }, aboutId: to.id },
    { now, sender },
  );
}
