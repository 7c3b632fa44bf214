import { type Spacing, SPACINGS } from "../preferences/spacing.ts";
import { shownName, typedName } from "./name.ts";
import type { leads } from "../tables.server.ts";

type Row = typeof leads.$inferSelect;

/** What two people may differ in, so that someone chooses. */
export const CHOSEN = ["name", "email", "phone", "value"] as const;

/** Whose name, main email, main number and value the merged person gets. */
export type MergeChoice = Readonly<Record<(typeof CHOSEN)[number], "kept" | "gone">>;

const later = (one: Temporal.Instant | null, other: Temporal.Instant | null) =>
  one && other ? (Temporal.Instant.compare(one, other) >= 0 ? one : other) : (one ?? other);
const earlier = (one: Temporal.Instant | null, other: Temporal.Instant | null) =>
  one && other ? (Temporal.Instant.compare(one, other) <= 0 ? one : other) : (one ?? other);
const isLater = (one: Temporal.Instant | null, other: Temporal.Instant | null) =>
  one !== null && (other === null || Temporal.Instant.compare(one, other) > 0);

/** The wider of two gaps between emails. */
const wider = (one: Spacing | null, other: Spacing | null): Spacing | null =>
  SPACINGS.filter((spacing) => spacing === one || spacing === other).at(-1) ?? null;

/**
 * The row of a person who was two. What either of them refused stays refused, and what either did counts.
 * What is about an address comes from the one whose main address it was.
 */
export function mergedFields(kept: Row, gone: Row, choice: MergeChoice) {
  const chosen = (side: "kept" | "gone") => (side === "gone" ? [gone, kept] : [kept, gone]);
  const from = <T>(field: keyof MergeChoice, read: (row: Row) => T | null): Row =>
    chosen(choice[field]).find((row) => read(row) !== null) ?? kept;
  const mail = from("email", ({ email }) => email);
  const { email } = mail;
  const { phone } = from("phone", (row) => row.phone);
  const named = from("name", (row) => typedName(row) || null);
  const ended = isLater(gone.outcomeAt, kept.outcomeAt) ? gone : kept;
  const staged = isLater(gone.stageAt, kept.stageAt) ? gone : kept;
  return {
    name: shownName({ name: typedName(named), email, phone }),
    email,
    phone,
    createdAt: earlier(kept.createdAt, gone.createdAt)!,
    repliedAt: later(kept.repliedAt, gone.repliedAt),
    unsubscribedAt: earlier(kept.unsubscribedAt, gone.unsubscribedAt),
    textsStoppedAt: earlier(kept.textsStoppedAt, gone.textsStoppedAt),
    pausedUntil: [kept.pausedUntil ?? "", gone.pausedUntil ?? ""].sort().at(-1) || null,
    mailSpacing: wider(kept.mailSpacing, gone.mailSpacing),
    bouncedAt: mail.bouncedAt,
    confirmAskedAt: mail.confirmAskedAt,
    confirmedAt: mail.confirmedAt,
    bookedAt: later(kept.bookedAt, gone.bookedAt),
    outcome: ended.outcome,
    outcomeAt: ended.outcomeAt,
    outcomeReason: ended.outcomeReason,
    valueCents: from("value", (row) => row.valueCents).valueCents,
    stage: staged.stage,
    stageAt: staged.stageAt,
    laterUntil: kept.laterUntil && gone.laterUntil ? earlier(kept.laterUntil, gone.laterUntil) : null,
    basis:
      kept.basis === "private" || gone.basis === "private"
        ? ("private" as const)
        : kept.basis === null || gone.basis === null
          ? null
          : kept.basis,
  };
}
