import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { businessesAudit } from "../tables.server.ts";

/** Kinds of history entries, in the words the owner reads. Each room adds its own. */
export const AUDITED = {
  "account.opened": "Started the business",
  "business.changed": "Changed the business's details",
  "look.changed": "Changed logo or color",
  "link.changed": "Changed the personal link",
  "form.changed": "Changed what a form asks",
  "sending.changed": "Changed a mail or text connection",
  "sending.removed": "Removed a mail or text connection",
  "people.invited": "Invited somebody",
  "people.invite-revoked": "Took back an invitation",
  "people.joined": "Joined",
  "people.changed": "Changed somebody's role",
  "people.removed": "Removed somebody",
  "people.left": "Left",
  "people.handed-over": "Handed the business over",
  "tool.given": "Got a tool",
  "account.suspended": "Suspended the business",
  "account.restored": "Opened the business again",
  "magnet.deleted": "Deleted a lead magnet",
  "magnet.restored": "Took a deleted lead magnet back",
  "magnet.went-back": "Went back to an earlier version of a lead magnet",
  "drip.deleted": "Deleted a lead drip",
  "drip.restored": "Took a deleted lead drip back",
  "drip.went-back": "Went back to an earlier version of a lead drip",
  "follow-up.changed": "Changed what a personal page sends",
  "lead.erased": "Erased a person from everything, because they asked for it",
  "lead.unconfirmed-deleted": "Deleted somebody who had not confirmed their address",
  "api.key-made": "Made a key for the API",
  "api.key-revoked": "Revoked a key of the API",
  "api.webhook-added": "Added a webhook",
  "api.webhook-changed": "Changed a webhook",
  "api.webhook-removed": "Removed a webhook",
  "api.webhook-stopped": "Switched a webhook off that took nothing for three days",
  "api.webhook-unheard": "Switched a webhook off whose key was revoked or may not read leads",
  "leads.imported": "Imported leads from a file",
  "leads.import-undone": "Took an import of leads back",
  "leads.exported": "Downloaded all leads",
  "set-up.turned-off": "Turned off what was set up before the owner's address was verified",
  "set-up.turned-on": "Turned on something that was set up before the owner's address was verified",
  "export.asked": "Asked for a copy of all data",
} as const;
export type Audited = keyof typeof AUDITED;

/** The actor when no member of the account acted. */
export type Other = "the operator" | "the product" | "a client" | "the API";

/**
 * Adds a line to the account's history, in the caller's transaction. The database refuses to change or remove
 * lines.
 * @param details for the owner, such as `{ email, role }`. Never a secret, never a client's words.
 */
export async function recordAudit(
  ctx: AccountContext,
  action: Audited,
  details: Readonly<Record<string, string>> = {},
  other: Other = "the product",
): Promise<void> {
  const { user } = ctx;
  await ctx.db.insert(businessesAudit).values({
    accountId: ctx.account.id,
    id: newId(),
    at: ctx.now,
    userId: user?.id ?? null,
    who: user?.email ?? other,
    action,
    details,
  });
}
