import { and, eq, gte, inArray } from "drizzle-orm";
import { getBusiness, lockIfActive, textNumber } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, database, withAccount } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { queueTexts } from "#platform/sms/queue.server.ts";
import type { MayText } from "#platform/sms/sending/texter.ts";
import { smsMessages } from "#platform/sms/tables.server.ts";
import type { TextMessage } from "#platform/sms/text.ts";
import { summaryOf } from "../mail.ts";
import { shortTitle } from "../notification.ts";
import { CODE_MINUTES, isCodeFor } from "./phones.server.ts";
import { ringsAt } from "../settings/quiet-hours.ts";
import { type Happened, type Recipient, recipientsOf } from "../recipients.server.ts";

/** A day's texts to one number, so that a busy day costs no more than anyone expects. */
export const MOST_A_DAY = 30;
/** Later, it is old news. */
const LIVES = { hours: 24 } as const;

/** Texts a person what happened and a link to it, with as few words as say it: each part costs. */
export async function textNotification(
  ctx: AccountContext,
  { userId, phone }: Recipient,
  events: readonly Happened[],
): Promise<void> {
  if (phone === null) return;
  const { accountId, to, kind, createdAt } = smsMessages;
  const today = await ctx.db.$count(
    smsMessages,
    and(
      eq(accountId, ctx.account.id),
      eq(to, phone),
      eq(kind, "notice"),
      gte(createdAt, ctx.now.subtract({ hours: 24 })),
    ),
  );
  if (today >= MOST_A_DAY) return;
  const [first, ...others] = events;
  const { title, path } =
    others.length === 0
      ? first!.text
      : {
          title: summaryOf(
            events.map(({ text }) => text),
            (await getBusiness(ctx)).name ?? "your business",
          ).title,
          path: "/account/dashboard",
        };
  const last = today + 1 === MOST_A_DAY ? ["That’s the last text today. The rest is on Today."] : [];
  await queueTexts(
    ctx.db,
    [
      {
        id: derivedId("notifications.text", ctx.account.id, userId, ...events.map(({ id }) => id)),
        accountId: ctx.account.id,
        to: phone,
        body: [shortTitle(title), `${installation().publicUrl}${path}`, ...last].join("\n"),
        // Names nobody if it is about several.
        aboutId: first!.id,
        kind: "notice",
      },
    ],
    ctx,
  );
}

/**
 * Called before a notification or a code is texted: is the number still somebody's, and is it a good time?
 */
export function mayNoticeLeave({ accountId, id, to, createdAt }: TextMessage): Promise<MayText> {
  return withAccount(accountId, async (ctx) => {
    if (!(await lockIfActive(ctx))) return { suppressed: "the business is suspended" };
    if (!(await textNumber(ctx))) return { suppressed: "the business can’t text anymore" };
    const isLate = (lives: Temporal.DurationLike) =>
      Temporal.Instant.compare(createdAt.add(lives), ctx.now) <= 0;
    if (await isCodeFor(ctx, id, to))
      return isLate({ minutes: CODE_MINUTES }) ? { suppressed: "the code has expired" } : { ok: true };
    const theirs = (await recipientsOf(ctx)).filter(({ phone }) => phone === to);
    if (theirs.length === 0) return { suppressed: "the number doesn’t get notifications anymore" };
    if (isLate(LIVES)) return { suppressed: "it’s old news" };
    const [rings] = theirs
      .map(({ quiet }) => ringsAt(ctx.now, quiet))
      .toSorted((one, other) => Temporal.Instant.compare(one, other));
    return Temporal.Instant.compare(rings!, ctx.now) > 0 ? { notBefore: rings! } : { ok: true };
  });
}

/** The accounts that notify someone at this number by text from the installation's own number. */
export async function accountsNotifying(phone: string): Promise<string[]> {
  const { rows } = await database().app.query<{ id: string }>(
    "select notifications_accounts_of_phone($1) as id",
    [phone],
  );
  return rows.map(({ id }) => id);
}

/** Whether a text didn't arrive, and won't. */
export const couldNotText = async (ctx: AccountContext, messageId: string): Promise<boolean> =>
  (await ctx.db.$count(
    smsMessages,
    and(
      eq(smsMessages.accountId, ctx.account.id),
      eq(smsMessages.id, messageId),
      inArray(smsMessages.state, ["failed", "suppressed"]),
    ),
  )) > 0;
