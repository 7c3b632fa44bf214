import { z } from "zod";
import { getBusiness } from "#ground/businesses/public.server.ts";
import {
  getLead,
  mayAnswer,
  queueAnswerMail,
  saveAnswer,
  usualSubject,
  whyNotSent,
} from "#trade/leads/public.server.ts";
import { textedBefore, answerTextAllowedAt, formatStepText } from "#trade/sequences/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { headerText } from "#platform/mail/compose/header-text.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { queueTexts } from "#platform/sms/queue.server.ts";
import { ANSWER_LIMITS, HELD_SECONDS } from "./limits.ts";

const limited = (limit: number) => (text: string) => text.length <= limit;
const tooLong = (limit: number) => ({
  error: ({ input }: { input: unknown }) =>
    `Keep this under ${limit.toLocaleString("en")} characters. It has ${(input as string).length.toLocaleString("en")} now. Nothing is lost.`,
});

const words = z
  .string()
  .default("")
  .transform((text) => text.replace(/\r\n?/g, "\n").trim());
const answerSchema = z.discriminatedUnion(
  "via",
  [
    z.object({
      via: z.literal("mail"),
      id: z.string().default(""),
      subject: words
        .transform(headerText)
        .refine(limited(ANSWER_LIMITS.subject), tooLong(ANSWER_LIMITS.subject)),
      body: words.pipe(
        z.string().min(1, "Write your reply first.").max(ANSWER_LIMITS.mail, tooLong(ANSWER_LIMITS.mail)),
      ),
    }),
    z.object({
      via: z.literal("text"),
      id: z.string().default(""),
      body: words.pipe(
        z.string().min(1, "Write your reply first.").max(ANSWER_LIMITS.text, tooLong(ANSWER_LIMITS.text)),
      ),
    }),
  ],
  { error: "Choose email or text." },
);

/**
 * Sends an answer to a lead after a short delay for undo. Posting the same form twice sends one answer.
 * @throws AppError invalid with a message per field; not_found; conflict when they may not be answered
 * this way
 */
export async function sendAnswer(ctx: AccountContext, leadId: string, form: PostedForm): Promise<void> {
  const typed = form.check(answerSchema);
  const lead = await getLead(ctx, leadId, { lock: true });
  const may = await mayAnswer(ctx, leadId);
  const none = await whyNotSent(ctx);
  if (none !== null) throw new AppError("conflict", `${none} What you typed is still here.`);
  const refusal = may[typed.via];
  if (refusal !== null)
    throw new AppError(
      "conflict",
      `This can’t go ${typed.via === "mail" ? "by email" : "as a text"}: ${refusal}.`,
    );
  const held = ctx.now.add({ seconds: HELD_SECONDS });
  if (typed.via === "mail") {
    const subject = typed.subject || (await usualSubject(ctx, leadId, may));
    if (
      await saveAnswer(ctx, { id: typed.id, leadId, via: "mail", subject, body: typed.body, leavesAt: held })
    )
      await queueAnswerMail(ctx, lead, may, { id: typed.id, subject, body: typed.body, sendAt: held });
    return;
  }
  const sendAt = await answerTextAllowedAt(ctx, { leadId, phone: may.phone! }, held);
  if (typeof sendAt === "string") throw new AppError("conflict", `This can’t go as a text: ${sendAt}.`);
  if (
    !(await saveAnswer(ctx, {
      id: typed.id,
      leadId,
      via: "text",
      subject: null,
      body: typed.body,
      leavesAt: sendAt,
    }))
  )
    return;
  const body = await wholeText(ctx, { name: lead.name, phone: may.phone!, body: typed.body });
  await queueTexts(
    ctx.db,
    [
      {
        id: typed.id,
        accountId: ctx.account.id,
        to: may.phone!,
        body,
        aboutId: leadId,
        kind: "answer",
        sendAt,
      },
    ],
    ctx,
  );
}

/** A text, with the notice that a business's first text to a person must include. */
async function wholeText(
  ctx: AccountContext,
  { name, phone, body }: { name: string; phone: string; body: string },
): Promise<string> {
  const business = (await getBusiness(ctx)).name ?? installation().sender.mailbox.name;
  const isFirst = !(await textedBefore(ctx, [phone])).has(phone);
  return formatStepText(body, { firstName: greetingName(name), business }, isFirst);
}

/** The lead that an address names. @throws AppError not_found */
export async function leadOfAddress(ctx: AccountContext, leadId: string | undefined) {
  if (!leadId || !isId(leadId)) throw new AppError("not_found", "That lead doesn’t exist.");
  return await getLead(ctx, leadId);
}
