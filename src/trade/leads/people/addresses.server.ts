import { and, asc, eq, inArray, isNull, or, type SQL, type SQLWrapper } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type FoundPerson, searchPeople } from "../search.server.ts";
import { leadsOfPhone } from "../text/text-consent.server.ts";
import { leads, leadsAddresses, leadsConsents } from "../tables.server.ts";

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

/**
 * Condition on `leads`: the main or another address of a person meets a condition.
 */
export function hasAddress(
  ctx: AccountContext,
  meets: (address: SQLWrapper) => SQL | undefined,
  channel: "mail" | "text" = "mail",
): SQL | undefined {
  const { accountId, leadId, address } = leadsAddresses;
  return or(
    meets(channel === "mail" ? leads.email : leads.phone),
    inArray(
      leads.id,
      ctx.db
        .select({ id: leadId })
        .from(leadsAddresses)
        .where(and(eq(accountId, ctx.account.id), eq(leadsAddresses.channel, channel), meets(address))),
    ),
  );
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
