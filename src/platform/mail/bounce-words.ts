import { type FailedRecipient, meanBadAddress, messageIdHeaderIn, messageIdIn, returnedMessageId, statusesIn } from "./bounce.ts";
import { mailAddress } from "./header-text.ts";
import type { ReceivedMail } from "./parse.server.ts";
import type { Returned } from "./returned.ts";

/** A notice is at the top, and the headers of what came back follow it. */
const LONGEST_READ = 64 * 1024;
const MOST_ADDRESSES = 50;

const DAEMON = /^(?:mailer-daemon|mail-daemon|postmaster)@|^(?:mailer-daemon|postmaster)$/;
const SUBJECT =
  /^\s*(?:undeliver(?:able|ed)\b|undelivered mail|delivery status notification|delivery (?:failure|failed|has failed|delayed)|mail delivery (?:failed|failure|system|subsystem)|failure notice|returned mail|mail system error|message (?:not delivered|delayed)|nondeliverable|unzustellbar|warning: (?:could not send|message .{0,80}delayed)|address not found)/i;
const BODY =
  /^\s*(?:hi\. this is the (?:qmail-send|deliver) program|this message was created automatically by mail delivery software|this is the mail system at host|\** ?address not found|delivery has failed to these recipients)/i;
/** Where the notice ends and what came back begins. */
const COPY_BEGINS =
  /^[> \t]*(?:-{2,}[^\n]{0,40}(?:copy of (?:the|your) message|original message|message headers|headers follow)|original message headers|(?:message-id|return-path|received):)/im;
const STILL_TRYING = /\b(?:delay(?:ed)?|will be retried|will (?:keep|continue) trying|not yet been delivered|no action is required)\b/i;
const NO_SUCH_ADDRESS =
  /\b(?:address (?:not found|couldn['’]t be found|could not be found|does not exist|doesn['’]t exist)|no such (?:user|recipient|mailbox|address)|no mailbox here by that name|(?:user|recipient|mailbox|account) (?:unknown|does not exist|doesn['’]t exist|not found)|unknown (?:user|recipient|mailbox))\b/i;
const ANOTHER_REASON =
  /\b(?:full|quota|spam|polic(?:y|ies)|block(?:ed|list)?|blacklist|reputation|denied|temporar(?:y|ily)|relay(?:ing)?|dmarc|spf)\b/i;

/**
 * Reads a bounce of a server that writes for people only, as qmail and old Exchange do. Careful: it must come from a mail system, look
 * like a bounce, and name what came back.
 * @returns undefined for a mail that is no bounce
 */
export function bounceInWords(mail: ReceivedMail): Returned | undefined {
  const text = (mail.text ?? "").slice(0, LONGEST_READ);
  const isFromSystem = DAEMON.test(mail.from ?? "") || mail.headers.get("return-path")?.trim() === "<>";
  if (!isFromSystem || !(SUBJECT.test(mail.subject ?? "") || BODY.test(text))) return undefined;
  const messageId = returnedMessageId(mail) ?? messageIdHeaderIn(text) ?? messageIdIn(mail.headers.get("in-reply-to"));
  if (!messageId) return { is: "automatic" };
  const copy = text.search(COPY_BEGINS);
  const notice = copy < 0 ? text : text.slice(0, copy);
  return { is: "bounce", messageId, failed: [failedIn(notice, mail)] };
}

function failedIn(notice: string, { subject, headers }: ReceivedMail): FailedRecipient {
  const named = `${headers.get("x-failed-recipients")?.slice(0, 4_000) ?? ""} ${notice}`;
  const addresses = [...named.matchAll(/[^\s<>()[\]",;:]{1,64}@[^\s<>()[\]",;:]{1,253}/g)]
    .slice(0, MOST_ADDRESSES)
    .flatMap(([address]) => mailAddress(address.replace(/\.+$/, ""))?.toLowerCase() ?? []);
  const statuses = statusesIn(notice);
  const isDelayed = STILL_TRYING.test(subject ?? "") || STILL_TRYING.test(notice);
  const isNoSuchAddress = NO_SUCH_ADDRESS.test(notice) && !ANOTHER_REASON.test(notice);
  const isPermanent = !isDelayed && (statuses.length ? statuses.every((status) => status.startsWith("5")) : isNoSuchAddress);
  const speaksOfIt = statuses.some((status) => status !== "5.0.0") ? meanBadAddress(statuses) : isNoSuchAddress;
  return { addresses: [...new Set(addresses)], isPermanent, isBadAddress: isPermanent && speaksOfIt };
}
