import { and, eq, sql } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError, type FieldErrors } from "#platform/errors/app-error.ts";
import { formatPhone } from "#platform/phones/phone.ts";
import { findLeadByEmail, getLead, type Lead, leadHistory } from "../data.server.ts";
import { addHistory } from "../history/history.server.ts";
import { NO_TEXTS } from "../rules.ts";
import { leads, leadsAddresses } from "../tables.server.ts";
import { mayText } from "../text/text-consent.server.ts";
import { noteTextConsent, optOutsOf, readNumber } from "./add.server.ts";
import { bindTextConsents, otherAddressesOf } from "./addresses.server.ts";
import type { Basis } from "./basis.ts";
import { shownName, typedName } from "./name.ts";
import { type EditedPerson, emailField } from "./schema.ts";

/** What the form about a person shows. The main address and number come first. */
export interface PersonToEdit {
  readonly id: string;
  readonly shown: string;
  readonly name: string;
  readonly emails: readonly string[];
  /** As people write them. */
  readonly phones: readonly string[];
  /** `own`: they agreed themselves, on a form or a list. */
  readonly basis: Basis | "own" | "";
  readonly hasOwn: boolean;
  readonly texts: boolean;
}

/** @throws AppError not_found */
export async function personToEdit(ctx: AccountContext, leadId: string): Promise<PersonToEdit> {
  const lead = await getLead(ctx, leadId);
  const others = await otherAddressesOf(ctx, leadId);
  const hasOwn = (await leadHistory(ctx, leadId)).consents.some(({ channel }) => channel === "mail");
  const of = (channel: "mail" | "text", main: string | null) => [
    ...(main === null ? [] : [main]),
    ...others.filter((one) => one.channel === channel).map(({ address }) => address),
  ];
  return {
    id: lead.id,
    shown: lead.name,
    name: typedName(lead),
    emails: of("mail", lead.email),
    phones: of("text", lead.phone).map(formatPhone),
    basis: lead.basis ?? (hasOwn ? "own" : ""),
    hasOwn,
    texts: (await mayText(ctx, [leadId])).get(leadId)?.refusal === null,
  };
}

/** The addresses a form lists, each once, the main one first; and a message per field that is wrong. */
async function readAll(
  typed: readonly string[],
  main: number,
  read: (text: string, at: number) => Promise<string | { readonly wrong: string }>,
  field: string,
): Promise<{ readonly all: string[]; readonly errors: FieldErrors }> {
  const errors: Record<string, string> = {};
  const found: string[] = [];
  let first: string | undefined;
  for (const [at, text] of typed.entries()) {
    if (!text.trim()) continue;
    const one = await read(text, at);
    if (typeof one !== "string") errors[`${field}-${at}`] = one.wrong;
    else {
      found.push(one);
      if (at === main) first = one;
    }
  }
  return { all: [...new Set([...(first === undefined ? [] : [first]), ...found])], errors };
}

/**
 * Saves what the form about a person says: their name, all addresses and numbers with the main ones, and what
 * may be sent. Opt-outs follow the address: a person whose main address opted out gets no email.
 * @throws AppError not_found; invalid with a message per field (`email-0`, `phone-1`, …)
 */
export async function editPerson(ctx: AccountContext, leadId: string, typed: EditedPerson): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.account.id} add`}, 0))`);
  const before = await getLead(ctx, leadId, { lock: true });
  const emails = await readAll(
    typed.emails,
    typed.mainEmail,
    async (text) => {
      const read = emailField().safeParse(text);
      if (!read.success) return { wrong: read.error.issues[0]!.message };
      const other = await findLeadByEmail(ctx, read.data);
      return other && other.id !== leadId ? { wrong: `${other.name} has this email already.` } : read.data;
    },
    "email",
  );
  const phones = await readAll(
    typed.phones,
    typed.mainPhone,
    async (text) => {
      try {
        return (await readNumber(ctx, text)).number!;
      } catch (error) {
        if (error instanceof AppError && error.fields["phone"]) return { wrong: error.fields["phone"] };
        throw error;
      }
    },
    "phone",
  );
  const errors: Record<string, string> = { ...emails.errors, ...phones.errors };
  const [email = null, ...otherEmails] = emails.all;
  const [phone = null, ...otherPhones] = phones.all;
  if (!typed.name && !email && !phone) errors["name"] ??= "Enter a name, a phone number, or an email.";
  if (typed.texts && !phone && typed.basis !== "private")
    errors["phone-0"] ??= "Enter the number they said you can text.";
  if (Object.keys(errors).length)
    throw new AppError("invalid", "Some fields need another look.", { fields: errors });
  const others = [
    ...otherEmails.map((address) => ({ channel: "mail" as const, address })),
    ...otherPhones.map((address) => ({ channel: "text" as const, address })),
  ];
  const was = await otherAddressesOf(ctx, leadId);
  if (phone !== before.phone) await bindTextConsents(ctx, leadId, before.phone);
  const basis = typed.basis === "own" ? null : typed.basis;
  const name = shownName({ name: typed.name, phone, email });
  const outs = await optOutsOf(ctx, { phone, email });
  await ctx.db
    .update(leads)
    .set({
      name,
      email,
      phone,
      basis,
      ...(email === before.email ? {} : { unsubscribedAt: outs.unsubscribedAt, bouncedAt: outs.bouncedAt }),
      ...(phone === before.phone ? {} : { textsStoppedAt: outs.textsStoppedAt }),
    })
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  await ctx.db
    .delete(leadsAddresses)
    .where(and(eq(leadsAddresses.accountId, ctx.account.id), eq(leadsAddresses.leadId, leadId)));
  if (others.length)
    await ctx.db
      .insert(leadsAddresses)
      .values(others.map((one) => ({ accountId: ctx.account.id, leadId, at: ctx.now, ...one })));
  await noteChanges(ctx, before, { name, email, phone, was, others });
  await noteBasis(ctx, before, { basis, phone, texts: typed.texts && basis !== "private" });
}

async function noteChanges(
  ctx: AccountContext,
  before: Lead,
  now: {
    readonly name: string;
    readonly email: string | null;
    readonly phone: string | null;
    readonly was: readonly { readonly address: string }[];
    readonly others: readonly { readonly address: string }[];
  },
): Promise<void> {
  const shown = (address: string) => (address.includes("@") ? address : formatPhone(address));
  const all = (main: readonly (string | null)[], rest: readonly { readonly address: string }[]) =>
    new Set([...main.filter((one) => one !== null), ...rest.map(({ address }) => address)]);
  const had = all([before.email, before.phone], now.was);
  const has = all([now.email, now.phone], now.others);
  const lines = [
    ...(now.name === before.name ? [] : [`Name: ${before.name} → ${now.name}`]),
    ...[...has.difference(had)].map((one) => `Added ${shown(one)}`),
    ...[...had.difference(has)].map((one) => `Removed ${shown(one)}`),
    ...(now.email && now.email !== before.email && had.has(now.email) ? [`Main email: ${now.email}`] : []),
    ...(now.phone && now.phone !== before.phone && had.has(now.phone)
      ? [`Main number: ${formatPhone(now.phone)}`]
      : []),
  ];
  if (lines.length) await addHistory(ctx, before.id, "changed", { words: lines.join("\n") });
}

/** Notes what may be sent from now on. Without automatic messages, what runs for them ends. */
async function noteBasis(
  ctx: AccountContext,
  before: Lead,
  now: { readonly basis: Basis | null; readonly phone: string | null; readonly texts: boolean },
): Promise<void> {
  const { basis } = now;
  const texting = (await mayText(ctx, [before.id])).get(before.id);
  const isNew = now.texts && now.phone !== null && texting?.refusal === NO_TEXTS.noConsent;
  if (isNew) await noteTextConsent(ctx, before.id, now.phone);
  if (basis === before.basis && !isNew) return;
  await addHistory(ctx, before.id, "basis", {
    details: { ...(basis ? { basis } : {}), ...(isNew ? { texts: true } : {}) },
  });
  if (basis === "private" && before.basis !== "private")
    await publish(ctx, { type: "lead.private", leadId: before.id });
}
