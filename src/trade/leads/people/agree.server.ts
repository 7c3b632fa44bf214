import { and, eq } from "drizzle-orm";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { findOrAddPerson } from "../capture/visitor.server.ts";
import { leads, leadsConsents } from "../tables.server.ts";
import { currentLeadId } from "./merged.server.ts";

/** A client's own yes to emails, in the words they saw. */
export interface Agreement {
  readonly wording: string;
  /** Change it with the wording. */
  readonly wordingVersion: string;
  /** Where, such as `/s/closeout`. */
  readonly source: string;
}

/**
 * Saves that a client of the business agreed to emails. A client who is no lead yet becomes one.
 * @param client.leadId null if the business knows them by their address alone
 * @returns the id of the lead
 */
export async function saveAgreement(
  ctx: AccountContext,
  client: { readonly leadId: string | null; readonly name: string; readonly email: string },
  agreement: Agreement,
): Promise<string> {
  const leadId = client.leadId
    ? await currentLeadId(ctx, client.leadId)
    : await findOrAddPerson(ctx, { name: client.name, email: client.email.toLowerCase(), phone: null });
  // Their own consent replaces what the business said of them.
  await ctx.db
    .update(leads)
    .set({ basis: null })
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  await ctx.db
    .insert(leadsConsents)
    .values({ accountId: ctx.account.id, id: newId(), leadId, ...agreement, at: ctx.now });
  return leadId;
}
