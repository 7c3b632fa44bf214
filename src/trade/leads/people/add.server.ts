import { and, eq, or, sql } from "drizzle-orm";
import { zoneOf } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { formatPhone, phoneCountry, readPhone } from "#platform/phones/phone.ts";
import { addressHash, findLeadByEmail, getLead } from "../data.server.ts";
import { addHistory } from "../history/history.server.ts";
import { leadsOfPhone, recordTextConsent } from "../text/text-consent.server.ts";
import { leads, leadsAddresses, leadsSuppressions, leadsTouches } from "../tables.server.ts";
import { shownName } from "./name.ts";
import { emailField, type NewPerson } from "./schema.ts";

/** Version of what an owner states about a person's yes to texts. Change it with the wording. */
export const TYPED_CONSENT = "typed-2026-11";

/** Somebody who is here already with the same number or address. */
export interface Twin {
  readonly id: string;
  readonly name: string;
  readonly by: "phone" | "email";
}

/**
 * Adds a person whom someone of the business typed in. The same form sent twice adds one person.
 * @returns the person, or who has the number or address already; then nothing is saved
 * @throws AppError invalid with a message per field
 */
export async function addPerson(
  ctx: AccountContext,
  typed: NewPerson,
): Promise<{ readonly leadId: string } | { readonly twin: Twin }> {
  const { way, basis, note } = typed;
  const id = derivedId("leads.added", ctx.account.id, typed.id);
  const { number: phone, extension } = await readNumber(ctx, typed.phone);
  const email = typed.email || null;
  if (!typed.name && !phone && !email) {
    const message = "Enter a name, a phone number, or an email.";
    throw new AppError("invalid", message, { fields: { name: message } });
  }
  const texts = typed.texts === "yes" && basis !== "private";
  if (texts && !phone) {
    const message = "Enter the number they said you can text.";
    throw new AppError("invalid", message, { fields: { phone: message } });
  }
  // One transaction at a time, so that two people who type the same client make one.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.account.id} add`}, 0))`);
  if (await isThere(ctx, id)) return { leadId: id };
  const twin = await findTwin(ctx, { phone, email }, typed.anyway === "phone");
  if (twin) return { twin };
  const name = shownName({ name: typed.name, phone, email });
  const optedOut = await optOutsOf(ctx, { phone, email });
  const inserted = await ctx.db
    .insert(leads)
    .values({ accountId: ctx.account.id, id, name, email, phone, createdAt: ctx.now, basis, ...optedOut })
    .onConflictDoNothing()
    .returning({ id: leads.id });
  if (!inserted.length) {
    // They filled in the business's form in this moment.
    const now = await findTwin(ctx, { phone: null, email }, false);
    if (now) return { twin: now };
    throw new AppError("conflict", "We couldn’t save this just now. Try again.");
  }
  await ctx.db
    .insert(leadsTouches)
    .values({ accountId: ctx.account.id, id, leadId: id, at: ctx.now, source: { typed: way } });
  await addOthers(ctx, id, typed.others, [email, phone]);
  await addHistory(ctx, id, "added", { details: { way, basis, texts } });
  if (texts) await noteTextConsent(ctx, id, phone!);
  const words = [note, extension ? `Extension ${extension}` : ""].filter(Boolean).join("\n");
  if (words) await addHistory(ctx, id, "note", { words });
  return { leadId: id };
}

/** Saves more addresses of a new person. What can't be read, or is somebody else's email, is left out. */
async function addOthers(
  ctx: AccountContext,
  leadId: string,
  typed: readonly string[],
  main: readonly (string | null)[],
): Promise<void> {
  const country = typed.length ? phoneCountry(await zoneOf(ctx)) : "US";
  for (const text of typed) {
    const channel = text.includes("@") ? "mail" : "text";
    const read = channel === "mail" ? emailField().safeParse(text).data : readPhone(text, country);
    const address = typeof read === "string" ? read : read && "number" in read ? read.number : "";
    if (!address || main.includes(address)) continue;
    if (channel === "mail" && (await findLeadByEmail(ctx, address))) continue;
    await ctx.db
      .insert(leadsAddresses)
      .values({ accountId: ctx.account.id, leadId, channel, address, at: ctx.now })
      .onConflictDoNothing();
  }
}

/** Records that someone of the business says a person agreed to texts to a number. */
export function noteTextConsent(ctx: AccountContext, leadId: string, phone: string): Promise<void> {
  return recordTextConsent(ctx, {
    leadId,
    wording: `They told us that texts to ${formatPhone(phone)} are fine.`,
    wordingVersion: TYPED_CONSENT,
    source: "their page here",
    phone,
  });
}

/**
 * A typed number in E.164; null for none.
 * @throws AppError invalid, for field `phone`
 */
export async function readNumber(
  ctx: AccountContext,
  typed: string,
  field = "phone",
): Promise<{ readonly number: string | null; readonly extension?: string | undefined }> {
  if (!typed) return { number: null };
  const read = readPhone(typed, phoneCountry(await zoneOf(ctx)));
  if ("wrong" in read) throw new AppError("invalid", read.wrong, { fields: { [field]: read.wrong } });
  return read;
}

async function isThere(ctx: AccountContext, id: string): Promise<boolean> {
  const found = await ctx.db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, id)));
  return found.length > 0;
}

/**
 * Who has the address or the number already.
 * @param anyway skips the number: two people may share one, but never an address
 */
async function findTwin(
  ctx: AccountContext,
  { phone, email }: { phone: string | null; email: string | null },
  anyway: boolean,
): Promise<Twin | undefined> {
  const byEmail = email === null ? undefined : await findLeadByEmail(ctx, email);
  if (byEmail) return { id: byEmail.id, name: byEmail.name, by: "email" };
  if (phone === null || anyway) return undefined;
  const [byPhone] = await leadsOfPhone(ctx, phone);
  return byPhone ? { id: byPhone, name: (await getLead(ctx, byPhone)).name, by: "phone" } : undefined;
}

/** What is known of an address and a number from before, because opt-outs outlive a person. */
export async function optOutsOf(
  ctx: AccountContext,
  { phone, email }: { phone: string | null; email: string | null },
) {
  const none = { unsubscribedAt: null, bouncedAt: null, textsStoppedAt: null };
  const hashes = { email: email && addressHash(email), phone: phone && addressHash(phone) };
  if (!hashes.email && !hashes.phone) return none;
  const found = await ctx.db
    .select({
      hash: leadsSuppressions.addressHash,
      reason: leadsSuppressions.reason,
      at: leadsSuppressions.at,
    })
    .from(leadsSuppressions)
    .where(
      and(
        eq(leadsSuppressions.accountId, ctx.account.id),
        or(
          hashes.email ? eq(leadsSuppressions.addressHash, hashes.email) : undefined,
          hashes.phone ? eq(leadsSuppressions.addressHash, hashes.phone) : undefined,
        ),
      ),
    );
  const mail = found.find(({ hash }) => hash === hashes.email);
  const text = found.find(({ hash }) => hash === hashes.phone);
  return {
    unsubscribedAt: mail && mail.reason !== "bad_address" ? mail.at : null,
    bouncedAt: mail?.reason === "bad_address" ? mail.at : null,
    textsStoppedAt: text?.at ?? null,
  };
}
