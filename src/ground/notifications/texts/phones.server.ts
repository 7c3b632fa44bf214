import { randomInt } from "node:crypto";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { getBusiness, textNumber } from "#ground/businesses/public.server.ts";
import { sign } from "#platform/config/signing.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError, TooManyError } from "#platform/errors/app-error.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import { newId } from "#platform/db/ids.ts";
import { phoneCountry, readPhone } from "#platform/phones/phone.ts";
import { queueTexts } from "#platform/sms/queue.server.ts";
import { notificationsPhones } from "../tables.server.ts";

// A person's own mobile number. It gets texts once they typed the code that was texted to it.

export type Phone = typeof notificationsPhones.$inferSelect;

export const CODE_MINUTES = 10;
const MOST_TRIES = 5;
const HOUR = 3600;

// Each code is a text that somebody pays for, to a number that may be a stranger's.
const perPerson = createLimiter({ name: "phone codes per person", limit: 5, windowSeconds: HOUR });
const perNumber = createLimiter({ name: "phone codes per number", limit: 5, windowSeconds: 24 * HOUR });
const perAccount = createLimiter({ name: "phone codes per account", limit: 30, windowSeconds: 24 * HOUR });

const ofPerson = ({ account }: AccountContext, userId: string) =>
  and(eq(notificationsPhones.accountId, account.id), eq(notificationsPhones.userId, userId));
const ofNumber = ({ account }: AccountContext, phone: string) =>
  and(eq(notificationsPhones.accountId, account.id), eq(notificationsPhones.phone, phone));

const hashOf = (ctx: AccountContext, phone: string, code: string) =>
  sign("phone code", `${ctx.account.id} ${ctx.user!.id} ${phone} ${code}`).toString("hex");

/** The number of a person, proven or not. */
export async function savedPhone(ctx: AccountContext, userId: string): Promise<Phone | undefined> {
  const [row] = await ctx.db.select().from(notificationsPhones).where(ofPerson(ctx, userId));
  return row;
}

/**
 * Texts a code to a number of the acting person, in place of the one they had.
 * @throws AppError invalid with a message for the field `phone`; conflict if the business can't text;
 *   TooManyError
 */
export async function sendCode(ctx: AccountContext, typed: string): Promise<void> {
  const { name, zone } = await getBusiness(ctx);
  const read = readPhone(typed, phoneCountry(zone));
  if ("wrong" in read) throw new AppError("invalid", read.wrong, { fields: { phone: read.wrong } });
  if (!(await textNumber(ctx)))
    throw new AppError("conflict", "Your business can’t text anymore. Its owner can connect a text service.");
  const { number: phone } = read;
  const userId = ctx.user!.id;
  for (const [limiter, key] of [
    [perPerson, userId],
    [perNumber, phone],
    [perAccount, ctx.account.id],
  ] as const) {
    const verdict = limiter.check(key, ctx.now);
    if (!verdict.ok) throw new TooManyError("That’s many codes in a short time.", verdict.retryAfterSeconds);
  }
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const codeId = newId();
  const row = {
    ...{ phone, codeId, codeHash: hashOf(ctx, phone, code), codeAt: ctx.now, tries: 0 },
    ...{ provenAt: null, stoppedAt: null },
  };
  await ctx.db
    .insert(notificationsPhones)
    .values({ accountId: ctx.account.id, userId, ...row })
    .onConflictDoUpdate({ target: [notificationsPhones.accountId, notificationsPhones.userId], set: row });
  const body = `${code} is your code for notifications of ${name ?? "your business"}. If you didn't ask for it, ignore this text. Reply STOP to end texts.`;
  await queueTexts(
    ctx.db,
    [{ id: codeId, accountId: ctx.account.id, to: phone, body, aboutId: userId, kind: "notice" }],
    ctx,
  );
}

/**
 * Proves the acting person's number with the code that was texted to it. Doesn't throw for a wrong code: the
 * try has to be counted.
 * @returns what is wrong, for the person; null if nothing is
 */
export async function proveNumber(ctx: AccountContext, typed: string): Promise<string | null> {
  const own = ofPerson(ctx, ctx.user!.id);
  const [row] = await ctx.db.select().from(notificationsPhones).where(own).for("update");
  if (!row) return "Enter your number first.";
  if (row.provenAt) return null;
  const isLate = Temporal.Instant.compare(row.codeAt.add({ minutes: CODE_MINUTES }), ctx.now) <= 0;
  if (isLate || row.tries >= MOST_TRIES)
    return isLate
      ? "This code has expired. Send a new one."
      : "Too many wrong codes. Send a new one, and enter that.";
  const code = typed.replaceAll(/\D/g, "");
  if (hashOf(ctx, row.phone, code) !== row.codeHash) {
    await ctx.db
      .update(notificationsPhones)
      .set({ tries: row.tries + 1 })
      .where(own);
    return "That isn’t the code we texted. Check it, and enter it again.";
  }
  await ctx.db.update(notificationsPhones).set({ provenAt: ctx.now, codeHash: "" }).where(own);
  return null;
}

/** Forgets the acting person's number. */
export async function removeNumber(ctx: AccountContext): Promise<void> {
  await ctx.db.delete(notificationsPhones).where(ofPerson(ctx, ctx.user!.id));
}

/** The proven numbers that may be texted, by person; none while the business can't text. */
export async function phonesToText(ctx: AccountContext): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .select({ userId: notificationsPhones.userId, phone: notificationsPhones.phone })
    .from(notificationsPhones)
    .where(
      and(
        eq(notificationsPhones.accountId, ctx.account.id),
        isNotNull(notificationsPhones.provenAt),
        isNull(notificationsPhones.stoppedAt),
      ),
    );
  if (rows.length === 0 || !(await textNumber(ctx))) return new Map();
  return new Map(rows.map(({ userId, phone }) => [userId, phone]));
}

/** Whether a text is the newest code for its number. */
export async function isCodeFor(ctx: AccountContext, messageId: string, phone: string): Promise<boolean> {
  const which = and(ofNumber(ctx, phone), eq(notificationsPhones.codeId, messageId));
  return (await ctx.db.$count(notificationsPhones, which)) > 0;
}

/** Whether someone in the business gave this number. */
export const hasNotices = async (ctx: AccountContext, phone: string): Promise<boolean> =>
  (await ctx.db.$count(notificationsPhones, ofNumber(ctx, phone))) > 0;

/** Applies STOP: nobody with this number is notified by text. */
export async function stopNotices(ctx: AccountContext, phone: string): Promise<void> {
  await ctx.db.update(notificationsPhones).set({ stoppedAt: ctx.now }).where(ofNumber(ctx, phone));
}

/** Applies START. */
export async function resumeNotices(ctx: AccountContext, phone: string): Promise<void> {
  await ctx.db.update(notificationsPhones).set({ stoppedAt: null }).where(ofNumber(ctx, phone));
}
