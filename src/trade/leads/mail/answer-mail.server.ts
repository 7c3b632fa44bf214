import { getBusiness, mayMailOthers, ownSender } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { headerText } from "#platform/mail/compose/header-text.ts";
import { listMailsAbout } from "#platform/mail/history.server.ts";
import type { Attachment } from "#platform/mail/message.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { splitReply } from "#platform/mail/reply/split-reply.ts";
import { moment } from "#platform/time/format.ts";
import type { MayAnswer } from "./answers.server.ts";
import { replyToOf } from "./reply-route.server.ts";

/** Why this business can't send answers at all, as a sentence; null when it can. */
export async function whyNotSent(ctx: AccountContext): Promise<string | null> {
  return (await mayMailOthers(ctx))
    ? null
    : "Verify your email address first. Use the link we emailed you, or get a new one from Today.";
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

const LONGEST_SUBJECT = 150;

/** `Re:` and the topic, without earlier `Re:` and `Fwd:` prefixes. */
export function subjectOfAnswer(subject: string | null): string {
  const about = headerText(subject ?? "")
    .replace(/^(?:(?:re|aw|antw|sv|fwd?|wg|tr|rv)(?:\[\d+\])?\s*:\s*)+/i, "")
    .slice(0, LONGEST_SUBJECT - 4)
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

/** Queues the email of an answer under the answer's id. Without an address mayAnswer() refuses. */
export async function queueAnswerMail(
  ctx: AccountContext,
  lead: { readonly id: string; readonly name: string; readonly email: string | null },
  { lastMail }: Pick<MayAnswer, "lastMail">,
  {
    id,
    subject,
    body,
    sendAt,
    attachments = [],
    isSigned = false,
  }: {
    id: string;
    subject: string;
    body: string;
    sendAt: Temporal.Instant;
    attachments?: readonly Attachment[];
    /** Whether the text ends with the writer's own signature. */
    isSigned?: boolean;
  },
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
      replyTo: await replyToOf(ctx, lead.id),
      to: { name: lead.name, address: lead.email! },
      subject,
      text: [
        body,
        isSigned ? null : business.signature,
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
      attachments,
      aboutId: lead.id,
      sendAt,
    },
    { now: ctx.now, sender },
  );
}
