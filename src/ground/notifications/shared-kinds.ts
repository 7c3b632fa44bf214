import { type NotificationKind, OWN_TOO } from "./kinds.ts";

// Kinds that several rooms have: the settings show one row for each.

export const VIEWED: NotificationKind = {
  kind: "client.viewed",
  label: "Viewed",
  hint: "A client opens an estimate, a change order, or photos for the first time.",
  preset: OWN_TOO,
};

export const APPROVED: NotificationKind = {
  kind: "client.approved",
  label: "Approved",
  hint: "A client approves or signs what you sent.",
  preset: OWN_TOO,
};

export const DECLINED: NotificationKind = {
  kind: "client.declined",
  label: "Declined",
  hint: "A client says no to what you sent.",
  preset: OWN_TOO,
};

export const QUESTION: NotificationKind = {
  kind: "client.asked",
  label: "Question",
  hint: "A client asks about what you sent.",
  preset: OWN_TOO,
};

/** For what a person has to fix, such as a report that couldn't be sent. */
export const FAILED: NotificationKind = {
  kind: "failed",
  label: "Something failed",
  hint: "An estimate, a report, or a connection needs you to fix something.",
  preset: OWN_TOO,
};
