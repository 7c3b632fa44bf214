import { confirmationNotice, type ConfirmState } from "./capture/confirm-mail.ts";
import { leadStatus } from "./rules.ts";
import { statusMark, type StatusMark } from "./status-mark.ts";

/** The lead's status as lists show it; a pending confirmation says since when it is pending. */
export function datedStatusMark(
  lead: Parameters<typeof leadStatus>[0] & ConfirmState,
  now: Temporal.Instant,
  zone: string,
): StatusMark {
  const mark = statusMark(lead);
  const notice = leadStatus(lead) === "unconfirmed" ? confirmationNotice(lead, now, zone) : null;
  return notice ? { ...mark, words: notice } : mark;
}
