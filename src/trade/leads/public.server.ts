export {
  type Answer,
  answersOfLead,
  keepAnswer,
  lastTextOf,
  mayAnswer,
  type MayAnswer,
  mayAnswerLeave,
  takeBackAnswer,
} from "./mail/answers.server.ts";
export { keepWaiting } from "./capture/capture-queue.server.ts";
export {
  getLead,
  lastAsked,
  type Lead,
  leadIdsAfter,
  type LeadStanding,
  leadStandings,
  leadStory,
  listLeads,
  noteBadAddress,
  recordReply,
  unsubscribeLead,
} from "./data.server.ts";
export { confirmationWords, confirmEnds } from "./capture/confirm-mail.ts";
export { requestsOf, type Unconfirmed } from "./capture/confirm.server.ts";
export {
  type FreshLead,
  type KnownPerson,
  type LeadsOfDay,
  type NewestLead,
  leadsOfDay,
  peopleOfDay,
  pulseOfLeads,
  type PersonOfDay,
  putOff,
  takeUpAgain,
  undoEnding,
  type WaitingReply,
} from "./stage/day.server.ts";
export { searchPeople, STATUS_WORDS } from "./search.server.ts";
export { deleteUnconfirmed } from "./personal-data/erase.server.ts";
export { bookLead, endLead, type LeadOutcome, reopenLead } from "./stage/endings.server.ts";
export { happeningsOf, getHappening } from "./history/history.server.ts";
export { type Happening, lastSaid, tellable } from "./history/history.ts";
export { moneyTyped, moneyWords, readMoney } from "#platform/money/money.ts";
export {
  addNote,
  LONGEST_REASON,
  moveLead,
  putBackNote,
  takeBackHappening,
  valueLead,
} from "./history/notes.server.ts";
export { type Brought, broughtByWay } from "./stage/won-by-source.server.ts";
export { leadsByStage, type StageOfWork } from "./stage/by-stage.server.ts";
export { isStage, stageOf } from "./stage/stages.ts";
export {
  changeLead,
  type LeadRecord,
  leadRecord,
  leadRecords,
  type LeadsCursor,
  pageOfLeads,
  takeLead,
} from "./capture/api-leads.server.ts";
export {
  closePage,
  findPageOfMagnet,
  givesAway,
  type LeadPage,
  listPages,
  offerOfPage,
  openPage,
  replaceOffer,
} from "./page/pages.server.ts";
export { findSomebody } from "./list.server.ts";
export { leadStatus } from "./rules.ts";
export { mailArrivedSince } from "./mail/read-mail.server.ts";
export type { ReplyFile } from "./mail/reply-file.ts";
export { replyFile } from "./mail/reply-files.server.ts";
export {
  countWaiting,
  listWriters,
  settleThread,
  waitAgain,
  type Writer,
  type WritersCursor,
} from "./mail/unanswered.server.ts";
export { heldUntil, SPACING, wishWords } from "./preferences/preferences.ts";
export { answerLines } from "./form/questions.ts";
export { recommendedBy, referralQuery } from "./page/referral.server.ts";
export { type Arrival, ASKS_NOW, introWords, reasonWords } from "./history/arrival.ts";
export { arrivalOf, type Arrivals, arrivalsOf } from "./history/arrivals.server.ts";
export { knowPageStandings } from "./page/page-status.ts";
export { phoneWords } from "./text/format-phone.ts";
export { FRIEND, sourceWords } from "./page/source.ts";
export {
  mayStillText,
  mayText,
  recordTextConsent,
  textOutcomeHeard,
  type TextStanding,
} from "./text/text-consent.server.ts";
export { peopleToCall, weekFigures } from "./stage/week.server.ts";
export { unsubscribeToken } from "./preferences/tokens.server.ts";
export { leadsOffSwitches } from "./page/off-switches.server.ts";
