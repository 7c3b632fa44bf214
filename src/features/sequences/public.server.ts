export { holdLead, letGoOn } from "./hold.server.ts";
export { ledgerOfLead, type LedgerLine } from "./ledger.server.ts";
export { holdFollowUp, resumeFollowUp } from "./suspension.server.ts";
export { type Outcome, outcomeOf } from "./outcome.ts";
export { previewFirstMail, type StepMail } from "./compose.server.ts";
export { goLive, insideOf, listSequences, liveSequence, planOf, sameSteps, stepsFor } from "./live.server.ts";
