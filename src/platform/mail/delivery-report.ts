import { type FailedRecipient, meanBadAddress, messageIdIn, returnedMessageId, statusesIn } from "./bounce.ts";
import { mailAddress } from "./header-text.ts";
import type { ReceivedMail } from "./parse.server.ts";
import type { Returned } from "./returned.ts";

/**
 * Reads a report that a program wrote for programs: of a delivery (RFC 3464, 6533), or of somebody's judgement (RFC 5965).
 * @returns undefined for any other mail, and for a report whose part for programs is missing
 */
export function readReport(mail: ReceivedMail): Returned | undefined {
  if (!/^multipart\/report\b/i.test(mail.headers.get("content-type")?.trim() ?? "")) return undefined;
  const ofType = (...types: string[]) => mail.parts.filter(({ type }) => types.includes(type)).flatMap(({ text }) => fieldGroups(text));
  const named = returnedMessageId(mail);
  const judged = ofType("message/feedback-report");
  if (judged.length) {
    const isAbuse = judged.some((fields) => fields.get("feedback-type")?.toLowerCase() === "abuse");
    return isAbuse && named ? { is: "complaint", messageId: named } : { is: "automatic" };
  }
  const delivered = ofType("message/delivery-status", "message/global-delivery-status");
  if (!delivered.length) return undefined;
  const failed = delivered.flatMap((fields) => failedRecipient(fields) ?? []);
  // Gmail names it there too; a report without the returned message at least answers it.
  const elsewhere = delivered.find((fields) => fields.has("x-original-message-id"))?.get("x-original-message-id");
  const messageId = named ?? messageIdIn(elsewhere) ?? messageIdIn(mail.headers.get("in-reply-to"));
  return messageId && failed.length ? { is: "bounce", messageId, failed } : { is: "automatic" };
}

type Fields = ReadonlyMap<string, string>;
/** A message of ours has one recipient; reports of many are of others, or of nobody. */
const MOST_GROUPS = 100;

/** Groups of fields with blank lines between them, as reports are written; of several fields with one name the first. */
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
        if (groups.length === MOST_GROUPS) break;
        group = new Map<string, string>();
        groups.push(group);
      }
      const name = line.slice(0, colon).trim().toLowerCase();
      // A field that is there already keeps its first value, and what continues this one is not added to it.
      last = group.has(name) ? undefined : name;
      if (last) group.set(last, line.slice(colon + 1).trim());
    }
  }
  return groups;
}

/** A recipient to whom a message did not go, or has not gone yet; undefined for the fields about the message and for those it went to. */
function failedRecipient(fields: Fields): FailedRecipient | undefined {
  const action = /^[a-z]+/.exec(fields.get("action")?.toLowerCase() ?? "")?.[0];
  if (action !== "failed" && action !== "delayed") return undefined;
  const addresses = ["original-recipient", "final-recipient"].flatMap((name) => addressIn(fields.get(name)) ?? []);
  const diagnostic = fields.get("diagnostic-code") ?? "";
  const statuses = statusesIn(`${fields.get("status") ?? ""} ${diagnostic}`);
  const isPermanent =
    action === "failed" && (statuses.length ? statuses.every((status) => status.startsWith("5")) : /^smtp;\s*5\d\d\b/i.test(diagnostic));
  return { addresses, isPermanent, isBadAddress: isPermanent && meanBadAddress(statuses) };
}

/** `rfc822; Dana <dana@client.test>` as `dana@client.test`; something that is no mail address as it stands, so that it is nobody's. */
function addressIn(field: string | undefined): string | undefined {
  const value = field?.slice(field.indexOf(";") + 1).trim();
  if (!value) return undefined;
  const address = /<([^<>]*)>/.exec(value)?.[1] ?? value;
  return (mailAddress(address) ?? address).toLowerCase();
}
