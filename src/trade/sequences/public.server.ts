export { type CallResult, isCallResult, noteCall, openCalls, undoCall } from "./status/calls.server.ts";
export { resultsBySequence } from "./status/results.server.ts";
export {
  type AheadOfDay,
  type CallOfDay,
  type FollowUpOfDay,
  followUpOfDay,
  type OutOfDay,
  followUpFingerprint,
} from "./status/day.server.ts";
export {
  pauseAllDue,
  pauseLeadFollowUp,
  latestPause,
  resumeLeadFollowUp,
  resumePausedAt,
} from "./enrollment/pause-lead.server.ts";
export {
  type FollowUpOfLead,
  followUpsOfLead,
  ledgerOfLead,
  type LedgerLine,
} from "./status/ledger.server.ts";
export { resumeSequence } from "./enrollment/pause-sequence.server.ts";
export { suspendFollowUp, resumeFollowUp } from "./enrollment/suspend-account.server.ts";
export { outcomeOf } from "./status/outcome.ts";
export type { Outcome } from "./status/step-outcome.ts";
export { recomposeEmails } from "./message/recompose.server.ts";
export { previewFirstMail } from "./message/compose.server.ts";
export type { StepMail } from "./message/mail-parts.ts";
export { firstDaysNotice } from "./plan/pacing.server.ts";
export {
  getSequence,
  goLive,
  insideOf,
  listSequences,
  liveOfDrip,
  liveSequence,
  planOf,
  sameSteps,
  stepsFor,
} from "./live.server.ts";
export { createSequence } from "./create.server.ts";
export { discardDraft, findFollowUp, saveDraft } from "./draft/drafts.server.ts";
export { type DraftStep, draftOf } from "./draft/draft.ts";
export { registerDraftSource } from "./draft/source.ts";
export { describeTrigger } from "./draft/labels.ts";
export { type Family, sequencesOverview } from "./editor/overview.server.ts";
export { sequenceSchema } from "./schema.ts";
export { restartFollowUp, stopAbout, stopFollowUp } from "./enrollment/stop.server.ts";
export {
  retireSequence,
  startByEvent,
  type Started,
  startSequence,
  undoStart,
} from "./enrollment/start.server.ts";
export { answerTextAllowedAt } from "./hours/text-hours.server.ts";
export { textedBefore } from "./sending/text-steps.server.ts";
export { formatStepText } from "./message/text-parts.ts";
export { type FollowUpRun, followUpRuns } from "./status/thread.server.ts";
export type { Play } from "./plays/schema.ts";
export type { Step } from "./plan/planner.ts";
export { fillPlaceholders, type MatterFills } from "./message/placeholders.ts";
export { stepsOfPlay, type Voice } from "./plays/fill-play.ts";
export { type FollowUpOffer, offerFollowUp, turnOnPlays } from "./offer/offer.server.ts";
export { ensurePlay, plays, playsOf, sequencesOfPlays } from "./plays/plays.server.ts";
export { defineMatter, type Matter } from "./matters.server.ts";
export { defineVisitLinks } from "./message/lead-links.server.ts";
export { type FollowUpStatus, followUpStatus } from "./status/status.ts";
export { type PausedFollowUp, pausedFollowUps, sendingSetup } from "./status/status.server.ts";
export { formatDelay } from "./plan/conditions.ts";
export { wordedFor } from "./message/unasked-step.ts";
export { kindLabel, stepText, stepTitle } from "./message/describe-step.ts";
export { sendTestGift, type TestMail, testMailOf } from "./message/test-mail.server.ts";
export type { Trigger } from "./plan/triggers.ts";
export { sequencesOffSwitches } from "./off-switches.server.ts";
