import { and, eq, inArray } from "drizzle-orm";
import { recordBadAddress } from "#trade/sequences/sending/may-send.server.ts";
import { sequencesSteps } from "#trade/sequences/tables.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { VISITORS } from "./cast.ts";

const ENDS = {
  unknown: {
    state: "unknown",
    via: "smtp",
    failure: "The connection to the mail server broke after the last byte.",
  },
  "bad address": {
    state: "failed",
    via: "smtp",
    failure: "550 5.1.1 No such user here",
    permanent: true,
    reason: "bad_address",
  },
  "put off": { state: "queued", failure: "451 4.7.1 Greylisted, please try again later" },
} as const;

/**
 * Gives queued messages the outcomes listed in the cast, which a mail server would decide otherwise. Call
 * before the rest is sent.
 */
export async function mishap(accountId: string, at: Temporal.Instant): Promise<void> {
  const struck = VISITORS.filter(({ mishap }) => mishap);
  const queued = await withAccount(accountId, (ctx) =>
    ctx.db
      .select({ message: mailMessages, step: sequencesSteps.step })
      .from(mailMessages)
      .innerJoin(
        sequencesSteps,
        and(
          eq(sequencesSteps.accountId, mailMessages.accountId),
          eq(sequencesSteps.messageId, mailMessages.id),
        ),
      )
      .where(
        and(
          eq(mailMessages.accountId, accountId),
          eq(mailMessages.state, "queued"),
          inArray(
            mailMessages.recipient,
            struck.map(({ email }) => email),
          ),
        ),
      ),
  );
  for (const { message, step } of queued) {
    const kind = struck.find(({ email, mishap }) => email === message.recipient && mishap?.step === step)
      ?.mishap?.is;
    if (!kind || message.attempts > 0) continue;
    await withAccount(accountId, (ctx) =>
      ctx.db
        .update(mailMessages)
        .set({
          ...ENDS[kind],
          attempts: 1,
          firstAttemptAt: at,
          nextAttemptAt: kind === "put off" ? at.add({ hours: 2 }) : at,
        })
        .where(and(eq(mailMessages.accountId, accountId), eq(mailMessages.id, message.id))),
    );
    if (kind === "bad address")
      await recordBadAddress({
        message,
        state: "failed",
        addressBad: true,
        permanent: true,
        reason: "bad_address",
      });
  }
}
