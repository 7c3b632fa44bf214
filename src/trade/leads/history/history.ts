import type { Basis, Way } from "../people/basis.ts";
import type { OpenStage } from "../stage/stages.ts";

export const HISTORY_KINDS = [
  "added",
  "basis",
  "changed",
  "booked",
  "won",
  "lost",
  "reopened",
  "replied",
  "note",
  "value",
  "moved",
  "held",
  "went-on",
  "unsubscribed",
  "came-back",
  "bounced",
  "complained",
  "wished",
  "texts-stopped",
  "texts-resumed",
  "automatic",
  "reacted",
  "returned",
  "merged",
  "unmerged",
  "visit",
] as const;
export type What = (typeof HISTORY_KINDS)[number];

export interface HistoryDetails {
  /** `reopened`: the state that was undone, and the id of its entry. */
  readonly from?: "booked" | "won" | "lost" | "replied";
  readonly of?: string;
  /** `value`: the new and the previous value, in cents. */
  readonly cents?: number | null;
  readonly was?: number | null;
  /** `moved`: the new stage, and the previous manual one. */
  readonly to?: OpenStage;
  readonly stage?: OpenStage | null;
  readonly stageAt?: string | null;
  /** `moved`: whether the move recorded a reply, and the outcome it undid. */
  readonly replied?: boolean;
  readonly outcome?: "won" | "lost" | null;
  readonly reason?: string | null;
  /** `added` and `basis`: why the business may contact them, and whether it noted a yes to texts. */
  readonly basis?: Basis;
  readonly texts?: boolean;
  /** `added`: how they came. */
  readonly way?: Way;
  /** Incoming messages: the subject, and the Message-ID that identifies a redelivery. */
  readonly subject?: string | null;
  readonly messageId?: string | null;
  readonly via?: "mail" | "text";
}

export interface HistoryEntry {
  readonly id: string;
  readonly at: Temporal.Instant;
  readonly what: What;
  readonly words: string | null;
  readonly details: HistoryDetails;
  readonly undoneAt: Temporal.Instant | null;
}

const UNDOABLE: readonly What[] = [
  "booked",
  "won",
  "lost",
  "replied",
  "note",
  "value",
  "moved",
  "held",
  "went-on",
];

/** Undone this soon, it was a slip: neither it nor the undo is shown. */
const SLIP_TIME: Temporal.DurationLike = { minutes: 5 };

/** The entries a lead's page shows: without slips, deleted notes and undone values. */
export function visibleHistory(happenings: readonly HistoryEntry[]): HistoryEntry[] {
  const slips = new Set(
    happenings.flatMap(({ id, at, undoneAt }) =>
      undoneAt && Temporal.Instant.compare(undoneAt, at.add(SLIP_TIME)) <= 0 ? [id] : [],
    ),
  );
  return happenings.filter(({ id, what, details, undoneAt }) => {
    if (slips.has(id) || (details.of && slips.has(details.of))) return false;
    // Already listed among their replies.
    if (what === "replied") return false;
    return undoneAt === null || what === "booked" || what === "won" || what === "lost";
  });
}

/** The latest entry of the business that can be undone, if it is no older than `within`. */
export function lastUndoable(
  happenings: readonly HistoryEntry[],
  now: Temporal.Instant,
  within: Temporal.Duration,
): HistoryEntry | null {
  const latest = happenings
    .filter(({ what, undoneAt }) => undoneAt === null && UNDOABLE.includes(what))
    .at(-1);
  return latest && Temporal.Instant.compare(latest.at.add(within), now) >= 0 ? latest : null;
}
