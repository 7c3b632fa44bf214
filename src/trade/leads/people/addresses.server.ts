import { and, asc, eq, isNull } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type FoundPerson, searchPeople } from "../search.server.ts";
import { leadsOfPhone } from "../text/text-consent.server.ts";
import { leadsAddresses, leadsConsents } from "../tables.server.ts";

export interface OtherAddress {
  readonly channel: "mail" | "text";
  readonly address: string;
}

/** A person's addresses and numbers beside the main ones, oldest first. */
export async function otherAddressesOf(ctx: AccountContext, leadId: string): Promise<OtherAddress[]> {
  return ctx.db
    .select({ channel: leadsAddresses.channel, address: leadsAddresses.address })
    .from(leadsAddresses)
    .where(and(eq(leadsAddresses.accountId, ctx.account.id), eq(leadsAddresses.leadId, leadId)))
    .orderBy(asc(leadsAddresses.at), asc(leadsAddresses.address));
}

const MOST_LIKELY = 12;

/** Leads that may be the same person: who shares a number, or has the same name. */
export async function likelySame(
  ctx: AccountContext,
  { id, name, phone }: { readonly id: string; readonly name: string; readonly phone: string | null },
): Promise<FoundPerson[]> {
  const sharing = phone === null ? [] : await leadsOfPhone(ctx, phone);
  const numbers = sharing.length ? (await searchPeople(ctx, phone!)).people : [];
  const named = (await searchPeople(ctx, name)).people;
  const found = new Map([...numbers, ...named].map((one) => [one.id, one]));
  found.delete(id);
  return [...found.values()].slice(0, MOST_LIKELY);
}

/**
 * Ties consents to texts to the number they were given for, before a person gets another main number. They
 * count again when that number is the main one again.
 */
export async function bindTextConsents(
  ctx: AccountContext,
  leadId: string,
  phone: string | null,
): Promise<void> {
  await ctx.db
    .update(leadsConsents)
    .set({ phone: phone ?? "" })
    .where(
      and(
        eq(leadsConsents.accountId, ctx.account.id),
        eq(leadsConsents.leadId, leadId),
        eq(leadsConsents.channel, "text"),
        isNull(leadsConsents.phone),
      ),
    );
}
