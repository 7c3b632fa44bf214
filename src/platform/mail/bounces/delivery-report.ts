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
import type { Returned } from "./incoming-kind.ts";

/** Feedback types of complaints: all mean that the mail was not wanted. */
const NOT_WANTED = /^(?:abuse|fraud|opt-out|opt-out-list|unsolicited|unwanted|complaint|spam)$/;

/**
 * Reads a machine-readable report: of a delivery (RFC 3464, 6533), or a complaint (RFC 5965, or the form that
 * Outlook.com sends). The parts decide, not the mail's own Content-Type.
 * @returns undefined for any other mail, and for a report without its machine-readable part
 */
export function readReport(mail: ReceivedMail): Returned | undefined {
  const ofType = (...types: string[]) =>
    mail.parts.filter(({ type }) => types.includes(type)).flatMap(({ text }) => fieldGroups(text));
  const named = returnedMessageId(mail);
  const judged = ofType("message/feedback-report");
  if (judged.length) {
    const isComplaint = judged.some((fields) =>
      NOT_WANTED.test(fields.get("feedback-type")?.toLowerCase() ?? ""),
    );
    return isComplaint && named ? { is: "complaint", messageId: named } : { is: "automatic" };
  }
  if (named && isJunkMailReport(mail)) return { is: "complaint", messageId: named };
  const delivered = ofType("message/delivery-status", "message/global-delivery-status");
  if (!delivered.length) return undefined;
  const failed = delivered.flatMap((fields) => failedRecipient(fields, mail.text ?? "") ?? []);
  // Gmail names it there too; a report without the returned message at least references it.
  const elsewhere = delivered
    .find((fields) => fields.has("x-original-message-id"))
    ?.get("x-original-message-id");
  const messageId =
    named ??
    messageIdIn(elsewhere) ??
    messageIdIn(mail.headers.get("in-reply-to")) ??
    messageIdHeaderIn(mail.text ?? "");
  return messageId && failed.length ? { is: "bounce", messageId, failed } : { is: "automatic" };
}

/** Outlook.com's complaint: the mail itself, with the complainer's address in a header of its own. */
function isJunkMailReport({ parts, subject }: ReceivedMail): boolean {
  const original = parts.find(({ type }) => type === "message/rfc822");
  if (!original) return false;
  const [headers = ""] = original.text.trimStart().split(/\r?\n[ \t]*\r?\n/, 1);
  return (
    /^x-hmxmroriginalrecipient:/im.test(headers) ||
    /^complaint about message from \[?[\da-f.:]+\]?\s*$/i.test(subject ?? "")
  );
}

type Fields = ReadonlyMap<string, string>;
/** Each of our messages has one recipient; reports of many are about others, or abuse. */
const MAX_GROUPS = 100;

/** Groups of fields with blank lines between them, as in reports; the first value of repeated fields. */
function fieldGroups(text: string): Fields[] {
  const groups: Map<string, string>[] = [];
  let group: Map<string, string> | undefined;
  let last: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (!line.trim()) group = last = undefined;
    else if (/^[ \t]/.test(line)) {
      if (group && last) group.set(last, `${group.get(last)} ${line.trim()}`);
    } else if (colon > 0) {
      if (!group) {
        if (groups.length === MAX_GROUPS) break;
        group = new Map<string, string>();
        groups.push(group);
      }
      const name = line.slice(0, colon).trim().toLowerCase();
      // A repeated field is ignored along with its continuation lines.
      last = group.has(name) ? undefined : name;
      if (last) group.set(last, line.slice(colon + 1).trim());
    }
  }
  return groups;
}

const MAX_NOTICE_LENGTH = 4_000;

/**
 * A recipient whom a message did not reach, or has not reached yet; undefined for the per-message fields and
 * for delivered recipients.
 */
function failedRecipient(fields: Fields, notice: string): FailedRecipient | undefined {
  const action = /^[a-z]+/.exec(fields.get("action")?.toLowerCase() ?? "")?.[0];
  const status = fields.get("status") ?? "";
  // Some omit the action.
  const isFailed =
    action === "failed" || (action === undefined && status.startsWith("5.") && fields.has("final-recipient"));
  if (!isFailed && action !== "delayed") return undefined;
  const addresses = ["original-recipient", "final-recipient"].flatMap(
    (name) => parseAddress(fields.get(name)) ?? [],
  );
  const diagnostic = [
    // People read it: without the kind of code in front.
    fields.get("diagnostic-code")?.replace(/^\s*(?:smtp|x-[\w-]+|dns|x400)\s*;\s*/i, ""),
    fields.get("x-supplementary-info"),
    /\(([^()]{4,200})\)/.exec(status)?.[1],
  ]
    .filter(Boolean)
    .join(" ");
  const statuses = [...new Set(statusesIn(`${status} ${diagnostic}`))];
  const text = hasWords(diagnostic) ? diagnostic : `${diagnostic} ${aboutRecipient(notice, addresses)}`;
  return judgeFailure(addresses, { words: text, statuses, isFinal: isFailed });
}

const hasWords = (diagnostic: string) => /\p{L}{3,}[^]*\p{L}{3,}/u.test(diagnostic);

/** The notice's text about a recipient, if the machine-readable fields have none. */
function aboutRecipient(notice: string, addresses: readonly string[]): string {
  const text = notice.slice(0, MAX_NOTICE_LENGTH);
  const at = addresses.map((address) => text.toLowerCase().indexOf(address)).find((index) => index >= 0);
  return at === undefined
    ? ""
    : text
        .slice(at, at + 600)
        .split(/\n[ \t]*\n/, 2)
        .join(" ");
}

/**
 * `rfc822; Dana <dana@client.test>` as `dana@client.test`; anything that is no mail address unchanged, so
 * that it matches no one.
 */
function parseAddress(field: string | undefined): string | undefined {
  const value = field?.slice(field.indexOf(";") + 1).trim();
  if (!value) return undefined;
  const address = /<([^<>]*)>/.exec(value)?.[1] ?? value;
  return (mailAddress(address) ?? address).toLowerCase();
}
