export const STAGES = ["new", "talking", "quoted", "won", "lost"] as const;
export type Stage = (typeof STAGES)[number];

export const OPEN_STAGES = ["new", "talking", "quoted"] as const;
export type OpenStage = (typeof OPEN_STAGES)[number];

export const isStage = (text: string | undefined): text is Stage => STAGES.some((stage) => stage === text);

export interface Staged {
  readonly createdAt: Temporal.Instant;
  readonly repliedAt: Temporal.Instant | null;
  readonly bookedAt: Temporal.Instant | null;
  readonly unsubscribedAt: Temporal.Instant | null;
  readonly outcome: "won" | "lost" | null;
  readonly stage: OpenStage | null;
  readonly stageAt: Temporal.Instant | null;
}

const latest = (...moments: readonly (Temporal.Instant | null)[]) =>
  moments
    .filter((at) => at !== null)
    .sort(Temporal.Instant.compare)
    .at(-1) ?? null;

/**
 * The stage of a lead. An outcome comes first; then the stage the business chose, until a later reply or
 * appointment; then what is known. Null if they opted out before any contact. `stageExpression` must agree.
 */
export function stageOf(lead: Staged): Stage | null {
  if (lead.outcome) return lead.outcome;
  const lastContact = latest(lead.repliedAt, lead.bookedAt);
  if (
    lead.stage &&
    lead.stageAt &&
    (!lastContact || Temporal.Instant.compare(lead.stageAt, lastContact) >= 0)
  )
    return lead.stage;
  if (lead.bookedAt) return "quoted";
  if (lead.repliedAt) return "talking";
  return lead.unsubscribedAt ? null : "new";
}
