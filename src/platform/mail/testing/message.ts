import { newId } from "../../db/ids.ts";
import { SYSTEM_ACCOUNT } from "../../db/scope.server.ts";
import type { MailMessage, NewMail } from "../message.ts";
import { mailSender } from "../sender.server.ts";

export const SENDER = mailSender(
  { MAIL_FROM: "Plumbline <mail@example.com>", PUBLIC_URL: "https://plumbline.example" },
  "Plumbline",
);

/** A typical stored message. */
export function aMessage(change: Partial<MailMessage> = {}): MailMessage {
  const now = Temporal.Instant.from("2026-11-20T09:47:13.250Z");
  return {
    accountId: SYSTEM_ACCOUNT,
    id: newId(),
    state: "claimed",
    kind: "transactional",
    fromName: "Plumbline",
    fromAddress: "mail@example.com",
    replyTo: null,
    recipientName: "",
    recipient: "dana@example.org",
    subject: "Hello",
    text: "Hello Dana",
    html: null,
    headers: {},
    attachments: [],
    messageIdHeader: "<a.b@example.com>",
    unsubscribeUrl: null,
    aboutId: null,
    createdAt: now,
    attempts: 1,
    nextAttemptAt: now,
    firstAttemptAt: now,
    ...change,
  };
}

export const UNSUBSCRIBE_URL = "https://plumbline.example/u/dG9rZW4";
export const POSTAL_ADDRESS = "Ridge & Beam\n12 Main Street\nSpringfield, IL 62701";

/** A new message of either kind; a follow-up has what the law requires. */
export function newMail(accountId: string, change: Partial<NewMail> = {}): NewMail {
  const followup = change.kind === "followup";
  return {
    accountId,
    kind: "transactional",
    to: { name: "Dana", address: "dana@example.org" },
    subject: "Your deck",
    text: followup ? `Hi Dana\n\n${POSTAL_ADDRESS}\nUnsubscribe: ${UNSUBSCRIBE_URL}\n` : "Hi Dana",
    ...(followup ? { unsubscribeUrl: UNSUBSCRIBE_URL, postalAddress: POSTAL_ADDRESS } : {}),
    ...change,
  };
}
