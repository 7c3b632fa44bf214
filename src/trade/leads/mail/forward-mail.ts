import { headerText } from "#platform/mail/compose/header-text.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { ShownReply } from "#platform/mail/reply/shown-reply.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import type { ReplyFile } from "./reply-file.ts";

export interface ForwardWords {
  readonly name: string;
  /** Their address, or the other one that they wrote from. */
  readonly from: string;
  /** The lead's own address, if somebody wrote from another. */
  readonly otherThan: string | null;
  readonly business: string;
  readonly reply: ShownReply;
  readonly subject: string | null;
  /** Attachments that are not in this email. */
  readonly leftOut: readonly ReplyFile[];
  /** The conversation's page. */
  readonly link: string;
}

/** The email that brings a client's reply to the owner, who can answer it as it is. */
export function forwardMail({
  name,
  from,
  otherThan,
  business,
  reply,
  subject,
  leftOut,
  link,
}: ForwardWords): { subject: string; text: string; html: string } {
  const paragraphs = reply.words
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean);
  const missing = leftOut.map(({ name: file, bytes, file: stored }) =>
    stored === null
      ? `${file} (${formatBytes(bytes)}) is too large for us to keep. Ask ${name} to send it another way.`
      : `${file} (${formatBytes(bytes)}) is too large to forward. You can download it from the conversation.`,
  );
  const stranger =
    otherThan === null
      ? []
      : [
          `This came from ${from}, not from ${otherThan}. If you don’t know that address, check before you reply. Your reply goes to ${otherThan}.`,
        ];
  return {
    subject: headerText(subject ?? "") || `A reply from ${name}`,
    ...layOutMail({
      paragraphs: paragraphs.length ? paragraphs : ["No message."],
      closing: [...stranger, ...missing],
      footer: {
        reason: [
          `${name} (${from}) replied to ${business}, so follow-up to them has stopped.`,
          `Just reply to this email. ${name} gets only what you write, from ${business}.`,
          `Conversation: ${link}`,
        ].join("\n"),
      },
    }),
  };
}

/** Why an owner's answer was not passed on. */
export type OwnerRefusal =
  | { readonly why: "sender"; readonly from: string }
  | { readonly why: "empty" | "gone" | "suspended" | "long" | "large" }
  | { readonly why: "may-not"; readonly reason: string };

const REFUSALS: Record<Exclude<OwnerRefusal["why"], "may-not" | "sender">, string> = {
  empty: "There’s nothing in it but the quoted email.",
  gone: "They aren’t in your leads anymore.",
  suspended: "This account is suspended.",
  long: "It’s too long.",
  large: "The attachments are too large. Send smaller ones, or a link.",
};

/** The email to someone whose answer was not passed on. Gives nothing away to a stranger. */
export function refusalMail(
  refusal: OwnerRefusal,
  words: { brand: string; name: string | null; subject: string | null; link: string | null },
): { subject: string; text: string; html: string } {
  const { brand, name, subject, link } = words;
  const about = headerText(subject ?? "").slice(0, 150);
  const why =
    refusal.why === "sender"
      ? `It came from ${refusal.from}. We only pass on replies from the address we forwarded the client’s email to, or from an owner’s or manager’s address in ${brand}. Send it again from that address.`
      : refusal.why === "may-not"
        ? `${refusal.reason.replace(/^./, (first) => first.toUpperCase())}.`
        : REFUSALS[refusal.why];
  return {
    subject: `Not sent: ${about || "your reply"}`,
    ...layOutMail({
      brand,
      paragraphs: [
        `We didn’t send your email${about ? ` “${about}”` : ""}${name === null ? "" : ` to ${name}`}. ${why}`,
        "Nothing went to anyone. What you wrote is still in your Sent folder.",
      ],
      ...(link === null ? {} : { action: { label: "Open the conversation", url: link } }),
    }),
  };
}
