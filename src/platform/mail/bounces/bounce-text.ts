import {
  type FailedRecipient,
  judgeFailure,
  messageIdHeaderIn,
  messageIdIn,
  returnedMessageId,
  statusesIn,
} from "./bounce.ts";
import { mailAddress } from "../compose/header-text.ts";
import type { ReceivedMail } from "../inbound/parse.server.ts";
import { causeOfRefusal } from "../smtp/refusal.ts";
import type { Returned } from "./incoming-kind.ts";
import { splitReply } from "../reply/split-reply.ts";

/** The notice is at the top, followed by the headers of the returned message. */
const MAX_READ = 64 * 1024;
const MAX_ADDRESSES = 50;

const DAEMON = /^(?:mailer-?daemon|mail-?daemon|maildaemon|mda|mailer)(?:@|$)/;
const POSTMASTER =
  /^(?:postmaster|mail-?(?:delivery|system)[\w.-]*|microsoftexchange[0-9a-f]*|delivery|bounces?|double-bounce)@|^postmaster$/;
const SYSTEM_NAME =
  /\b(?:mailer-?daemon|mail (?:delivery|system|administrator)|postmaster|delivery (?:system|subsystem)|microsoft outlook|mail sub-?system)\b/i;
const SUBJECT =
  /\b(?:undeliver(?:able|ed)|undelivered mail|non[- ]?deliver(?:y|able|ed)|delivery (?:status|failure|failed|has failed|delayed|notification|error|report)|mail (?:delivery|failure|system error)|failure notice|returned mail|message (?:not delivered|delayed|could not be delivered)|(?:could|can) ?not (?:be )?(?:send|sent|deliver(?:ed)?)|address not found|bounced?|returned to sender|unzustellbar|nicht zugestellt|zustell(?:ung|fehler|bericht)|non remis|[ée]chec (?:de|d['’]|de la) ?(?:remise|livraison|envoi)|no (?:se ha )?(?:podido )?entreg|mensaje devuelto|no entregado|mancat[ao] (?:consegna|recapito)|non recapit|n[aã]o entregue|falha na entrega|onbestelbaar|niet bezorgd|kunde inte levereras|kunne ikke leveres|nie dostarczon|nedoru[cč]en|не доставлен|недоставлен|配信|送信でき|退信|无法投递|배달)/iu;
/** Marks the end of the notice and the beginning of the returned message. */
const COPY_BEGINS =
  /^[> \t]*(?:-{2,}[^\n]{0,80}(?:copy of (?:the|your) (?:message|mail)|original message|message headers?|headers follow|returned message|message text|headers of|unsent message)|original message (?:headers|follows)|message headers? follow|(?:message-id|return-path|received|x-received|dkim-signature):)/im;
const STILL_TRYING =
  /\b(?:will be retried|will (?:keep|continue) (?:re)?trying|will (?:be )?retry|not yet been delivered|no action is required|do not need to resend|delivery (?:has been |is )?delayed|still trying|delivery incomplete|this is a warning(?: message)? only|warning: (?:message|could not|delivery)[^.\n]{0,80}(?:hours?|delayed)|verzögert|(?:remise|distribution|livraison) (?:différée|retardée)|a été retardée?|(?:se ha|ha sido) retrasad[oa]|entrega (?:retrasada|atrasada|demorada)|in ritardo|vertraagd|försenad|forsinket|opóźnion)\b/i;
const NUMBERED = /(?:^|[\s(#:'"])(?:[245]\d\d[ -]|[45]\.\d{1,3}\.\d{1,3}\b)/m;

/**
 * Reads a bounce written for people only, as qmail and old Exchange send, in any language. Careful: it must
 * come from a mail system, name the returned message, and state the failure by a code or in words.
 * @returns undefined for a mail that is no bounce
 */
export function bounceInText(mail: ReceivedMail): Returned | undefined {
  const text = (mail.text ?? "").slice(0, MAX_READ);
  const system = mailSystemLikelihood(mail);
  if (!system) return undefined;
  const named = returnedMessageId(mail) ?? messageIdHeaderIn(text);
  const copy = text.search(COPY_BEGINS);
  const notice = copy < 0 ? text : text.slice(0, copy);
  const reason = extractReason(notice);
  const cause = causeOfRefusal(bare(reason), statusesIn(reason));
  const looksLikeOne =
    SUBJECT.test(mail.subject ?? "") ||
    cause === "unreachable" ||
    (NUMBERED.test(notice) && named !== undefined);
  // A postmaster may be a person, and a person's mail may have lost its sender on the way.
  if (!looksLikeOne || (system === "perhaps" && !namesRecipient(notice))) return undefined;
  const messageId = named ?? messageIdIn(mail.headers.get("in-reply-to")) ?? messageIdIn(mail.references);
  if (!messageId) return { is: "automatic" };
  return { is: "bounce", messageId, failed: [failedIn(notice, mail)] };
}

/** Whether a person forwarded a report with their own words: no mail system sent it. */
export function isForwardedReport(mail: ReceivedMail): boolean {
  const header = (name: string) => mail.headers.get(name)?.trim().toLowerCase() ?? "";
  if (
    /^multipart\/report\b/.test(header("content-type")) ||
    header("return-path") === "<>" ||
    mail.from === undefined
  )
    return false;
  if (mail.headers.has("x-failed-recipients") || header("auto-submitted").startsWith("auto-")) return false;
  return mailSystemLikelihood(mail) === undefined && splitReply(mail.text ?? "").words !== "";
}

/** How certainly a mail server's program wrote this: by its address, or by its name and an empty sender. */
function mailSystemLikelihood({ from, headers }: ReceivedMail): "surely" | "perhaps" | undefined {
  const isAnswer = /^\s*(?:re|aw|sv|antw)\s*:/i.test(headers.get("subject") ?? "");
  const sender = headers.get("from") ?? "";
  const hasNoSender = headers.get("return-path")?.trim() === "<>";
  if (DAEMON.test(from ?? "") || (from === undefined && SYSTEM_NAME.test(sender))) return "surely";
  if (hasNoSender && !isAnswer && !SYSTEM_NAME.test(sender) && !POSTMASTER.test(from ?? "")) return "perhaps";
  if ((POSTMASTER.test(from ?? "") || (SYSTEM_NAME.test(sender) && !isAnswer)) && !isAnswer)
    return hasNoSender ? "surely" : "perhaps";
  return undefined;
}

const bare = (text: string) => text.replace(/[^\s<>()[\]",;:]{1,64}@[^\s<>()[\]",;]{1,253}/g, "<address>");
const MAX_REASON_LENGTH = 1_500;

/** The notice's text about the address: the first lines are boilerplate about servers and messages. */
function extractReason(notice: string): string {
  const lines = notice.split(/\r?\n/);
  const from = Math.max(
    0,
    lines.findIndex((line) => /[^\s<>@]{1,64}@[^\s<>@]{2,253}/.test(line)),
  );
  // After the server's response with its code comes boilerplate.
  const answer = lines.findIndex((line, at) => at >= from && NUMBERED.test(line));
  const blank = answer < 0 ? -1 : lines.findIndex((line, at) => at > answer && !line.trim());
  return lines
    .slice(from, blank < 0 ? undefined : blank)
    .join("\n")
    .slice(0, MAX_REASON_LENGTH);
}

/** Whether a line names an address, with the reason in it or on the next. */
function namesRecipient(notice: string): boolean {
  const lines = notice.split(/\r?\n/).filter((line) => line.trim());
  return lines.some((line, at) => {
    if (!/[^\s<>@]{1,64}@[^\s<>@]{1,253}/.test(line)) return false;
    const reason = [line, ...lines.slice(at + 1, at + 4)].join(" ");
    return NUMBERED.test(reason) || causeOfRefusal(bare(reason), statusesIn(reason)) !== "unclear";
  });
}

function failedIn(notice: string, { subject, headers }: ReceivedMail): FailedRecipient {
  const named = `${headers.get("x-failed-recipients")?.slice(0, 4_000) ?? ""} ${notice}`;
  const addresses = [...named.matchAll(/[^\s<>()[\]",;:'*]{1,64}@[^\s<>()[\]",;:'*]{1,253}/g)]
    .slice(0, MAX_ADDRESSES)
    .flatMap(([address]) => mailAddress(address.replace(/\.+$/, ""))?.toLowerCase() ?? []);
  const statuses = statusesIn(notice);
  const isDelayed =
    STILL_TRYING.test(subject ?? "") || /\bdelay(?:ed)?\b/i.test(subject ?? "") || STILL_TRYING.test(notice);
  const judged = judgeFailure([...new Set(addresses)], {
    words: extractReason(notice),
    statuses,
    isFinal: !isDelayed,
  });
  return {
    ...judged,
    isPermanent:
      judged.isPermanent && (judged.cause !== "unclear" || statuses.some((status) => status.startsWith("5"))),
  };
}
