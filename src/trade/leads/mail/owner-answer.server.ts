import { and, eq } from "drizzle-orm";
import { getBusiness, lockIfActive } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, type Context, SYSTEM_ACCOUNT } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { headerText, mailAddress } from "#platform/mail/compose/header-text.ts";
import type { ReceivedMail } from "#platform/mail/inbound/parse.server.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { markSentText } from "#platform/mail/reply/sent-text.ts";
import { splitReply } from "#platform/mail/reply/split-reply.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { getLead } from "../data.server.ts";
import { queueAnswerMail, subjectOfAnswer, usualSubject, whyNotSent } from "./answer-mail.server.ts";
import { mayAnswer, saveAnswer } from "./answers.server.ts";
import { filesToForward, loopMark, ownerAddresses } from "./forward.server.ts";
import { type OwnerRefusal, refusalMail } from "./forward-mail.ts";
import { forgetBounce } from "./returned-forward.server.ts";
import { saveReplyFiles } from "./reply-files.server.ts";

/** Longer than anyone writes in an email; a file belongs in an attachment. */
const LONGEST_ANSWER = 50_000;

/** An answer that wasn't passed on, and what its writer may know about the person it was for. */
export interface RefusedAnswer {
  readonly refusal: OwnerRefusal;
  readonly leadId: string;
  /** Null where the writer may be a stranger. */
  readonly name: string | null;
}

/**
 * Passes on what an owner wrote from their own mail program in answer to a forwarded reply, under the
 * business's name and in the client's thread, without the quoted forward. A second delivery changes nothing.
 * @param forwards the plain text of our emails that it answers
 * @returns why it was not passed on, if so
 */
export async function passOnAnswer(
  ctx: AccountContext,
  leadId: string,
  mail: ReceivedMail,
  { key, forwards }: { readonly key: string; readonly forwards: readonly string[] },
): Promise<RefusedAnswer | undefined> {
  const from = mail.from ?? "";
  const { mayAnswer: allowed } = await ownerAddresses(ctx);
  if (!allowed.has(from)) return { refusal: { why: "sender", from }, leadId, name: null };
  const lead = await leadOrUndefined(ctx, leadId);
  if (!lead) return { refusal: { why: "gone" }, leadId, name: null };
  const refuse = (refusal: OwnerRefusal): RefusedAnswer => ({ refusal, leadId, name: lead.name });
  if (!(await lockIfActive(ctx))) return refuse({ why: "suspended" });
  const body = ownWords(mail.text ?? "", forwards);
  if (!body && !mail.files.length) return refuse({ why: "empty" });
  if (body.length > LONGEST_ANSWER) return refuse({ why: "long" });
  const may = await mayAnswer(ctx, leadId);
  const reason = (await whyNotSent(ctx)) ?? may.mail;
  if (reason !== null) return refuse({ why: "may-not", reason: reason.replace(/\.$/, "") });
  const files = await saveReplyFiles(ctx.account.id, mail.files);
  const { attached, leftOut } = filesToForward(files);
  if (leftOut.length) return refuse({ why: "large" });
  const id = derivedId("leads.emailed-answer", ctx.account.id, leadId, key);
  const subject = mail.subject ? subjectOfAnswer(mail.subject) : await usualSubject(ctx, leadId, may);
  const isNew = await saveAnswer(ctx, {
    id,
    leadId,
    via: "mail",
    subject,
    body,
    files,
    emailedFrom: from,
    leavesAt: ctx.now,
  });
  if (!isNew) return undefined;
  await forgetBounce(ctx, from);
  const { signature, name: business } = await getBusiness(ctx);
  const [closing = ""] = signature?.trim().split("\n") ?? [];
  await queueAnswerMail(ctx, lead, may, {
    id,
    subject,
    body: body || fileWords(files.length),
    sendAt: ctx.now,
    attachments: attached,
    // Their program may have added one.
    isSigned: [closing, business].some((line) => line && body.toLowerCase().includes(line.toLowerCase())),
  });
  return undefined;
}

/** A text only of attachments still needs a body. */
const fileWords = (count: number) => (count === 1 ? "See the attached file." : "See the attached files.");

/** What the owner wrote, without the forward below it. */
function ownWords(text: string, forwards: readonly string[]): string {
  return splitReply(markSentText(text, forwards)).words.replaceAll("\0", "").toWellFormed().trim();
}

async function leadOrUndefined(ctx: AccountContext, leadId: string) {
  return getLead(ctx, leadId, { lock: true }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  });
}

/**
 * Queues the email that says why an answer was not passed on, once per answer. Run it in the transaction that
 * marks the answer as read, in the installation's scope.
 */
export async function queueRefusal(
  ctx: Context,
  mail: ReceivedMail,
  { refusal, leadId, name }: RefusedAnswer,
  key: string,
): Promise<void> {
  const { brand, publicUrl, sender } = installation();
  const to = mail.from && mailAddress(mail.from);
  if (!to) return;
  const id = derivedId("leads.refused-answer", leadId, key);
  const [known] = await ctx.db
    .select({ id: mailMessages.id })
    .from(mailMessages)
    .where(and(eq(mailMessages.accountId, SYSTEM_ACCOUNT), eq(mailMessages.id, id)));
  if (known) return;
  const messageId = headerText(mail.messageId ?? "");
  await queueMail(
    ctx.db,
    {
      id,
      accountId: SYSTEM_ACCOUNT,
      kind: "transactional",
      to: { address: to },
      ...refusalMail(refusal, {
        brand,
        name,
        subject: mail.subject ?? null,
        link: name === null ? null : `${publicUrl}/account/inbox/${leadId}`,
      }),
      headers: {
        ...(messageId ? { "In-Reply-To": messageId, References: messageId } : {}),
        "Auto-Submitted": "auto-replied",
        "X-Loop": loopMark(sender.host),
        "X-Auto-Response-Suppress": "All",
      },
      aboutId: leadId,
    },
    { now: ctx.now, sender },
  );
}
