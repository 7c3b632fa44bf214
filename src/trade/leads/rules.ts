export type LeadStatus =
  | "new"
  | "unconfirmed"
  | "replied"
  | "booked"
  | "won"
  | "lost"
  | "unsubscribed"
  | "unreachable";

/** The status of a lead. Precedence: opt-out, outcome, appointment, reply, bounce, unconfirmed, new. */
export function leadStatus(lead: {
  readonly repliedAt: Temporal.Instant | null;
  readonly unsubscribedAt: Temporal.Instant | null;
  readonly bouncedAt: Temporal.Instant | null;
  readonly unconfirmedSince: Temporal.Instant | null;
  readonly bookedAt: Temporal.Instant | null;
  readonly outcome: "won" | "lost" | null;
}): LeadStatus {
  if (lead.unsubscribedAt) return "unsubscribed";
  if (lead.outcome) return lead.outcome;
  if (lead.bookedAt) return "booked";
  if (lead.repliedAt) return "replied";
  if (lead.bouncedAt) return "unreachable";
  return lead.unconfirmedSince ? "unconfirmed" : "new";
}

/** Why a lead is not texted; shown to the owner after `not sent:`. */
export const NO_TEXTS = {
  noPhone: "they left no phone number",
  private: "you said no automatic messages",
  noConsent: "they didn’t agree to texts",
  unconfirmed: "they haven’t confirmed their address",
  stopped: "they opted out of texts",
  badNumber: "their number can’t get texts",
  otherNumber: "their number changed",
  unsubscribed: "they unsubscribed",
  complained: "they marked an email as spam",
  won: "you won the job",
  lost: "you marked it as lost",
  suspended: "account suspended",
  gone: "the lead was deleted",
} as const;

const LONGEST_SLUG = 32;

/**
 * A slug from a business name: lower-case words and hyphens, at most 32 characters. `page` when nothing is
 * left.
 */
export function slugFrom(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/&/g, " and ")
    .replace(/['’]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const short = plain.length > LONGEST_SLUG ? plain.slice(0, LONGEST_SLUG).replace(/-[^-]*$/, "") : plain;
  return short || "page";
}

/** The nth candidate when a slug is taken. */
export function slugCandidate(slug: string, attempt: number): string {
  return attempt === 0 ? slug : `${slug}-${attempt + 1}`;
}
