import { z } from "zod";
import { getBusiness, mayMailOthers, ownSender } from "#ground/businesses/public.server.ts";
import { getLead, saveAnswer, mayAnswer, type MayAnswer } from "#trade/leads/public.server.ts";
import { textedBefore, answerTextAllowedAt, formatStepText } from "#trade/sequences/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { listMailsAbout } from "#platform/mail/history.server.ts";
import { headerText } from "#platform/mail/compose/header-text.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { splitReply } from "#platform/mail/reply/split-reply.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { queueTexts } from "#platform/sms/queue.server.ts";
import { moment } from "#platform/time/format.ts";
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

/** Why this business can't send answers at all, as a sentence; null when it can. */
export async function whyNotSent(ctx: AccountContext): Promise<string | null> {
  return (await mayMailOthers(ctx))
    ? null
    : "Verify your email address first. Use the link we emailed you, or get a new one from Today.";
}

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

/** The default subject of an answer: theirs, with a single `Re:`. */
export async function usualSubject(
  ctx: AccountContext,
  leadId: string,
  { lastMail }: Pick<MayAnswer, "lastMail">,
): Promise<string> {
  const given = lastMail?.subject ?? (await listMailsAbout(ctx.db, ctx.account.id, leadId)).at(-1)?.subject;
  return subjectOfAnswer(given ?? null);
}

/** `Re:` and the topic, without earlier `Re:` and `Fwd:` prefixes. */
export function subjectOfAnswer(subject: string | null): string {
  const about = headerText(subject ?? "")
    .replace(/^(?:(?:re|aw|antw|sv|fwd?|wg|tr|rv)(?:\[\d+\])?\s*:\s*)+/i, "")
    .slice(0, ANSWER_LIMITS.subject - 4)
    .trim();
  return about ? `Re: ${about}` : "Re: your message";
}

const MESSAGE_ID = /^<[^<>\s@\p{Cc}]{1,200}@[^<>\s@\p{Cc}]{1,200}>$/u;
/** Mail programs thread by the last few references; a longer header is rejected by some servers. */
const MOST_REFERENCES = 12;

/** Threading headers of an answer (RFC 5322, 3.6.4). */
export function threadHeaders(messageId: string | null, thread: string | null): Record<string, string> {
  const before = (thread ?? "").split(" ").filter((id) => MESSAGE_ID.test(id));
  const answered = messageId !== null && MESSAGE_ID.test(messageId) ? messageId : undefined;
  const references = [...new Set([...before, ...(answered ? [answered] : [])])];
  if (!references.length) return {};
  const known =
    references.length > MOST_REFERENCES
      ? [references[0]!, ...references.slice(1 - MOST_REFERENCES)]
      : references;
  return { "In-Reply-To": answered ?? references.at(-1)!, References: known.join(" ") };
}

/** How much of their message is quoted, in characters. */
const QUOTED = 2_000;

async function queueAnswerMail(
  ctx: AccountContext,
  lead: { readonly id: string; readonly name: string; readonly email: string | null },
  { lastMail }: MayAnswer,
  { id, subject, body, sendAt }: { id: string; subject: string; body: string; sendAt: Temporal.Instant },
): Promise<void> {
  const { sender } = installation();
  const business = await getBusiness(ctx);
  const ours = lastMail
    ? undefined
    : (await listMailsAbout(ctx.db, ctx.account.id, lead.id)).findLast(({ state }) => state === "sent");
  const from = (await ownSender(ctx)) ?? {
    name: business.name ?? sender.mailbox.name,
    address: sender.mailbox.address,
  };
  const quoted = lastMail && splitReply(lastMail.body ?? "").words.slice(0, QUOTED);
  await queueMail(
    ctx.db,
    {
      id,
      accountId: ctx.account.id,
      kind: "answer",
      from,
      replyTo: business.replyAddress ?? undefined,
      // Without an address mayAnswer() refuses.
      to: { name: lead.name, address: lead.email! },
      subject,
      text: [
        body,
        business.signature,
        quoted &&
          `On ${moment(lastMail.at, business.zone ?? "UTC").words}, ${headerText(lead.name)} wrote:\n${quoted
            .split("\n")
            .map((line) => `> ${line}`.trimEnd())
            .join("\n")}`,
      ]
        .filter(Boolean)
        .join("\n\n"),
      headers: lastMail
        ? threadHeaders(lastMail.messageId, lastMail.thread)
        : threadHeaders(ours?.messageIdHeader ?? null, null),
      aboutId: lead.id,
      sendAt,
    },
    { now: ctx.now, sender },
  );
}

/** The lead that an address names. @throws AppError not_found */
export async function leadOfAddress(ctx: AccountContext, leadId: string | undefined) {
  if (!leadId || !isId(leadId)) throw new AppError("not_found", "That lead doesn’t exist.");
  return await getLead(ctx, leadId);
}
