import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { businessesAudit } from "../tables.server.ts";

/** Kinds of history entries, in the words the owner reads. Each room adds its own. */
export const AUDITED = {
  "account.opened": "Started the business",
  "business.changed": "Changed the business’s details",
  "look.changed": "Changed logo or color",
  "link.changed": "Changed the personal link",
  "form.changed": "Changed what a form asks",
  "visits.changed": "Changed when clients can book visits",
  "sending.changed": "Changed an email or text connection",
  "sending.removed": "Removed an email or text connection",
  "people.invited": "Invited someone",
  "people.invite-revoked": "Canceled an invitation",
  "people.joined": "Joined",
  "people.changed": "Changed someone’s role",
  "people.confidants": "Changed who reads confidential records",
  "people.removed": "Removed someone",
  "people.left": "Left",
  "people.handed-over": "Transferred ownership",
  "tool.given": "Got access to a tool",
  "account.suspended": "Suspended the business",
  "account.restored": "Reopened the business",
  "magnet.deleted": "Deleted a lead magnet",
  "magnet.restored": "Restored a lead magnet",
  "magnet.went-back": "Restored an earlier version of a lead magnet",
  "drip.deleted": "Deleted a draft follow-up",
  "drip.restored": "Restored a draft follow-up",
  "drip.went-back": "Restored an earlier version of a draft follow-up",
  "follow-up.changed": "Changed what a personal page sends",
  "lead.erased": "Deleted a person’s data at their request",
  "lead.unconfirmed-deleted": "Deleted someone who hadn’t confirmed their address",
  "api.key-made": "Created an API key",
  "api.key-revoked": "Revoked an API key",
  "api.webhook-added": "Added a webhook",
  "api.webhook-changed": "Changed a webhook",
  "api.webhook-removed": "Removed a webhook",
  "api.webhook-stopped": "Turned off a webhook that failed for three days",
  "api.webhook-unheard": "Turned off a webhook whose key was revoked or can’t read leads",
  "leads.imported": "Imported leads from a file",
  "imports.started": "Imported a file from another product",
  "imports.undone": "Undid an import from another product",
  "leads.import-undone": "Undid an import of leads",
  "leads.exported": "Downloaded all leads",
  "set-up.turned-off": "Turned off what was set up before the owner’s address was verified",
  "set-up.turned-on": "Turned on something that was set up before the owner’s address was verified",
  "export.asked": "Requested a copy of all data",
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
