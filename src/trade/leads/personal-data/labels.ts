import type { What } from "../history/history.ts";
import type { mailMessages } from "#platform/mail/tables.server.ts";
import type { Basis } from "../people/basis.ts";

export const BASIS_REASONS: Readonly<Record<Basis, string>> = {
  asked: "the business noted that you asked for it",
  client: "the business noted that you’re a client",
  private: "no automatic messages",
};

export const DELIVERY: Readonly<Record<(typeof mailMessages.$inferSelect)["state"], string>> = {
  queued: "waiting to be sent",
  claimed: "going out now",
  committing: "going out now",
  sent: "sent",
  failed: "could not be sent",
  unknown: "may have been sent",
  suppressed: "not sent",
};

export const HISTORY_LABELS: Readonly<Record<What, string>> = {
  added: "the business added you",
  changed: "your name, numbers or addresses were changed",
  basis: "why the business may contact you",
  booked: "an appointment",
  won: "marked as won",
  lost: "marked as lost",
  reopened: "undid something",
  replied: "you replied",
  note: "a note",
  value: "value of the work",
  moved: "moved by hand",
  held: "messages put on hold",
  "went-on": "messages resumed",
  unsubscribed: "you unsubscribed",
  "came-back": "you resubscribed",
  bounced: "an email to you bounced",
  complained: "you marked an email as spam",
  wished: "your email preferences",
  "texts-stopped": "you opted out of texts",
  "texts-resumed": "you opted back in to texts",
  automatic: "an automatic reply from your address",
  reacted: "you reacted to a message",
  returned: "a message to you came back undelivered",
  merged: "two entries about you became one",
  unmerged: "they became two again",
  visit: "a visit",
};
