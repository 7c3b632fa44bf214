import { and, eq, isNull } from "drizzle-orm";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { findLeadByEmail } from "../data.server.ts";
import { textConsentWording, TEXT_CONSENT_VERSION } from "../form/schema.ts";
import { optOutsOf } from "../people/add.server.ts";
import { applyTypedAddresses } from "../people/typed-address.server.ts";
import { recordTextConsent } from "../text/text-consent.server.ts";
import { leads, leadsConsents, leadsTouches } from "../tables.server.ts";

/** Version of what a person who books a visit agrees to. Change it with the wording. */
const VISIT_CONSENT = "visit-2026-11";

/** Who books a visit, as they typed it. */
export interface Visitor {
  readonly name: string;
  /** Lower case. */
  readonly email: string;
  /** E.164. */
  readonly phone: string | null;
  /** What they agreed to, in the words they saw. */
  readonly wording: string;
  /** They ticked the box about texts. */
  readonly texts: boolean;
  /** Where, such as `/visits/summit-deck`. */
  readonly source: string;
}

/**
 * Saves a person who books a visit: one lead per address. Starts no follow-up.
 * @param known the lead whose own link they used
 * @returns their id
 */
export async function saveVisitor(
  ctx: AccountContext,
  visitor: Visitor,
  known: string | null,
  business: string,
): Promise<string> {
  const leadId = known ?? (await findOrAddPerson(ctx, visitor));
  const account = ctx.account.id;
  if (visitor.phone)
    await ctx.db
      .update(leads)
      .set({ phone: visitor.phone })
      .where(and(eq(leads.accountId, account), eq(leads.id, leadId), isNull(leads.phone)));
  const { wording, source } = visitor;
  await ctx.db
    .insert(leadsTouches)
    .values({ accountId: account, id: newId(), leadId, at: ctx.now, source: { visit: source } });
  await ctx.db.insert(leadsConsents).values({
    accountId: account,
    id: newId(),
    leadId,
    wording,
    wordingVersion: VISIT_CONSENT,
    source,
    at: ctx.now,
  });
  if (visitor.texts && visitor.phone)
    await recordTextConsent(ctx, {
      leadId,
      wording: textConsentWording(business),
      wordingVersion: TEXT_CONSENT_VERSION,
      source,
      phone: visitor.phone,
    });
  return leadId;
}

/** The lead with this address, who is added if there is none. They agreed to email. @returns their id */
export async function findOrAddPerson(
  ctx: AccountContext,
  { name, email, phone }: Pick<Visitor, "name" | "email" | "phone">,
): Promise<string> {
  await applyTypedAddresses(ctx, [{ email, at: ctx.now.toString() }]);
  const found = await findLeadByEmail(ctx, email);
  if (found) {
    // Their own consent replaces what the business said of them.
    await ctx.db
      .update(leads)
      .set({ basis: null })
      .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, found.id)));
    return found.id;
  }
  const id = newId();
  const optedOut = await optOutsOf(ctx, { phone, email });
  const inserted = await ctx.db
    .insert(leads)
    .values({ accountId: ctx.account.id, id, name, email, phone, createdAt: ctx.now, ...optedOut })
    .onConflictDoNothing()
    .returning({ id: leads.id });
  // Somebody saved them in this moment.
  return inserted.length > 0 ? id : (await findLeadByEmail(ctx, email))!.id;
}
