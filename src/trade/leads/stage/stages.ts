/** The stages of work, in their order. */
export const STAGES = ["new", "talking", "quoted", "won", "lost"] as const;
export type Stage = (typeof STAGES)[number];

/** Those in which it is still open how it ends. */
export const OPEN_STAGES = ["new", "talking", "quoted"] as const;
export type OpenStage = (typeof OPEN_STAGES)[number];

/** Whether a text names a stage. */
export const isStage = (text: string | undefined): text is Stage => STAGES.some((stage) => stage === text);

/** What is known of a lead that says how far they are. */
export interface Staged {
  readonly createdAt: Temporal.Instant;
  readonly repliedAt: Temporal.Instant | null;
  readonly bookedAt: Temporal.Instant | null;
  readonly unsubscribedAt: Temporal.Instant | null;
  readonly outcome: "won" | "lost" | null;
  readonly stage: OpenStage | null;
  readonly stageAt: Temporal.Instant | null;
}

const last = (...moments: readonly (Temporal.Instant | null)[]) =>
  moments
    .filter((at) => at !== null)
    .sort(Temporal.Instant.compare)
    .at(-1) ?? null;

/**
 * How far a lead is. How it ended outweighs all; then where the business put them, until they answer or get
 * an appointment after that; then what is known. Who wanted no more mail before they said a word stands in no
 * stage: null. The same as `stageExpression` says.
 */
export function stageOf(lead: Staged): Stage | null {
  if (lead.outcome) return lead.outcome;
  const heard = last(lead.repliedAt, lead.bookedAt);
  if (lead.stage && lead.stageAt && (!heard || Temporal.Instant.compare(lead.stageAt, heard) >= 0))
    return lead.stage;
  if (lead.bookedAt) return "quoted";
  if (lead.repliedAt) return "talking";
  return lead.unsubscribedAt ? null : "new";
}
