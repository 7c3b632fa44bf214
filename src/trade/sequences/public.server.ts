export { type CallResult, isCallResult, noteCall, openCalls, takeBackCall } from "./calls.server.ts";
export { broughtBySequence } from "./brought.server.ts";
export {
  type AheadOfDay,
  type CallOfDay,
  type FollowUpOfDay,
  followUpOfDay,
  type OutOfDay,
  pulseOfFollowUp,
} from "./day.server.ts";
export { holdAllDue, holdLead, lastHold, letGoOn, letGoOnAsOf } from "./hold.server.ts";
export { type FollowUpOfLead, followUpsOfLead, ledgerOfLead, type LedgerLine } from "./ledger.server.ts";
export { resumeSequence } from "./pause.server.ts";
export { holdFollowUp, resumeFollowUp } from "./suspension.server.ts";
export { outcomeOf } from "./outcome.ts";
export type { Outcome } from "./step-outcome.ts";
export { previewFirstMail } from "./compose.server.ts";
export type { StepMail } from "./mail-parts.ts";
export { wordsOfFirstDays } from "./pacing.server.ts";
export {
  getSequence,
  goLive,
  insideOf,
  listSequences,
  liveSequence,
  planOf,
  sameSteps,
  stepsFor,
} from "./live.server.ts";
export { createSequence } from "./create.server.ts";
export { sequenceSchema } from "./sequence-schema.ts";
export { restartFollowUp, stopFollowUp } from "./stop.server.ts";
export { retireSequence, type Started, startSequence, undoStart } from "./start.server.ts";
export { whenAnswerMayGo } from "./text-hours.server.ts";
export { textedBefore } from "./text-steps.server.ts";
export { wordsOfText } from "./text-words.ts";
export { type FollowUpRun, followUpRuns } from "./thread.server.ts";
export type { Play } from "./play-schema.ts";
export type { Step } from "./planner.ts";
export { fillPlaceholders } from "./fill.ts";
export { stepsOfPlay, type Voice } from "./play-words.ts";
export { plays, sequencesOfPlays } from "./plays.server.ts";
export { type FollowUpStanding, followUpStanding } from "./standing.ts";
export { type PausedFollowUp, pausedFollowUps, sendingSetup } from "./standing.server.ts";
export { kindWords, stepText, stepTitle } from "./step-words.ts";
export { sendTestGift, type TestMail, testMailOf } from "./test-mail.server.ts";
export type { Trigger } from "./triggers.ts";
export { sequencesOffSwitches } from "./off-switches.server.ts";
