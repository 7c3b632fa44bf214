import { installation } from "#platform/config/installation.server.ts";
import { type Context, SYSTEM_ACCOUNT } from "#platform/db/scope.server.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import type { IdentityMail } from "./templates.ts";

/**
 * Queues a mail to a person about their account, in the caller's transaction (`withSystem`): it is sent if,
 * and only if, that commits.
 * @param write gets the name of this place and makes absolute links of its paths
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
