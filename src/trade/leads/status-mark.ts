import type { State } from "#ui/state-mark.tsx";
import { leadStatus, type LeadStatus } from "./rules.ts";

const STATUS_MARKS: Readonly<Record<LeadStatus, StatusMark>> = {
  new: { words: "No reply yet", state: "waiting" },
  unconfirmed: { words: "Not confirmed yet", state: "waiting" },
  replied: { words: "Replied", state: "done" },
  booked: { words: "Appointment set", state: "done" },
  won: { words: "Won", state: "done" },
  lost: { words: "Lost", state: "stopped" },
  unsubscribed: { words: "Unsubscribed", state: "stopped" },
  unreachable: { words: "Email bounced", state: "unsent" },
};

/** A status as lists show it. */
export interface StatusMark {
  readonly state: State;
  readonly words: string;
}

/** Every status with its words, for a filter. */
export const STATUS_CHOICES: readonly { readonly value: LeadStatus; readonly label: string }[] = (
  Object.keys(STATUS_MARKS) as LeadStatus[]
).map((value) => ({ value, label: STATUS_MARKS[value].words }));

/** The lead's status as lists show it. */
export const statusMark = (lead: Parameters<typeof leadStatus>[0]): StatusMark =>
  STATUS_MARKS[leadStatus(lead)];
