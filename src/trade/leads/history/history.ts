import type { OpenStage } from "../stage/stages.ts";

/** What can happen with a lead that is kept in its own right. */
export const HISTORY_KINDS = [
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
] as const;
export type What = (typeof HISTORY_KINDS)[number];

/** What belongs to a happening, by its kind. */
export interface HistoryDetails {
  /** What was taken back, and the happening that had said it. */
  readonly from?: "booked" | "won" | "lost" | "replied";
  readonly of?: string;
  /** A value, and the one before, in cents. */
  readonly cents?: number | null;
  readonly was?: number | null;
  /** A stage by hand, and what stood there before. */
  readonly to?: OpenStage;
  readonly stage?: OpenStage | null;
  readonly stageAt?: string | null;
  /** The move said that they had answered, or took back how it had ended. */
  readonly replied?: boolean;
  readonly outcome?: "won" | "lost" | null;
  readonly reason?: string | null;
  /** What came in and is no reply: its subject, and its Message-ID, by which a second delivery is known. */
  readonly subject?: string | null;
  readonly messageId?: string | null;
  readonly via?: "mail" | "text";
}

/** Something that happened with a lead. */
export interface HistoryEntry {
  readonly id: string;
  readonly at: Temporal.Instant;
  readonly what: What;
  readonly words: string | null;
  readonly details: HistoryDetails;
  readonly undoneAt: Temporal.Instant | null;
}

/** What the business itself says of a lead, and can take back. */
const TAKES_BACK: readonly What[] = [
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

/**
 * What is taken back so soon was a slip of the finger: neither it nor the taking back is part of the story.
 */
const SLIP: Temporal.DurationLike = { minutes: 5 };

/** What of it belongs to a lead's story: no slips, no notes that were removed, and of a value what counts. */
export function visibleHistory(happenings: readonly HistoryEntry[]): HistoryEntry[] {
  const slips = new Set(
    happenings.flatMap(({ id, at, undoneAt }) =>
      undoneAt && Temporal.Instant.compare(undoneAt, at.add(SLIP)) <= 0 ? [id] : [],
    ),
  );
  return happenings.filter(({ id, what, details, undoneAt }) => {
    if (slips.has(id) || (details.of && slips.has(details.of))) return false;
    // Seen among their answers already.
    if (what === "replied") return false;
    return undoneAt === null || what === "booked" || what === "won" || what === "lost";
  });
}

/**
 * The last thing that the business said of a lead and has not taken back, where it is not long ago; see
 * `within`.
 */
export function lastUndoable(
  happenings: readonly HistoryEntry[],
  now: Temporal.Instant,
  within: Temporal.Duration,
): HistoryEntry | null {
  const said = happenings
    .filter(({ what, undoneAt }) => undoneAt === null && TAKES_BACK.includes(what))
    .at(-1);
  return said && Temporal.Instant.compare(said.at.add(within), now) >= 0 ? said : null;
}
