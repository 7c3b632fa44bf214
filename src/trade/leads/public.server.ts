export {
  type Answer,
  answersOfLead,
  keepAnswer,
  lastTextOf,
  mayAnswer,
  type MayAnswer,
  mayAnswerLeave,
  takeBackAnswer,
} from "./answers.server.ts";
export { keepWaiting } from "./captures.server.ts";
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
export { confirmationWords, confirmEnds } from "./confirm-words.ts";
export { requestsOf, type Unconfirmed } from "./confirm.server.ts";
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
} from "./day.server.ts";
export { searchPeople, STATUS_WORDS } from "./search.server.ts";
export { deleteUnconfirmed } from "./erase.server.ts";
export { bookLead, endLead, type LeadOutcome, reopenLead } from "./endings.server.ts";
export { happeningsOf, getHappening } from "./happenings.server.ts";
export { type Happening, lastSaid, tellable } from "./happenings.ts";
export { moneyTyped, moneyWords, readMoney } from "#platform/money/money.ts";
export {
  addNote,
  LONGEST_REASON,
  moveLead,
  putBackNote,
  takeBackHappening,
  valueLead,
} from "./noted.server.ts";
export { type Brought, broughtByWay } from "./brought.server.ts";
export { leadsByStage, type StageOfWork } from "./by-stage.server.ts";
export { isStage, stageOf } from "./stages.ts";
export {
  changeLead,
  type LeadRecord,
  leadRecord,
  leadRecords,
  type LeadsCursor,
  pageOfLeads,
  takeLead,
} from "./given.server.ts";
export {
  closePage,
  findPageOfMagnet,
  givesAway,
  type LeadPage,
  listPages,
  offerOfPage,
  openPage,
  replaceOffer,
} from "./pages.server.ts";
export { findSomebody } from "./list.server.ts";
export { leadStatus } from "./rules.ts";
export { mailArrivedSince } from "./read-mail.server.ts";
export type { ReplyFile } from "./reply-file.ts";
export { replyFile } from "./reply-files.server.ts";
export {
  countWaiting,
  listWriters,
  settleThread,
  waitAgain,
  type Writer,
  type WritersCursor,
} from "./waiting.server.ts";
export { heldUntil, SPACING, wishWords } from "./wishes.ts";
export { answerLines } from "./form-fields.ts";
export { recommendedBy, referralQuery } from "./referral.server.ts";
export { type Arrival, ASKS_NOW, introWords, reasonWords } from "./arrival.ts";
export { arrivalOf, type Arrivals, arrivalsOf } from "./arrivals.server.ts";
export { knowPageStandings } from "./import/page-standings.ts";
export { phoneWords } from "./phone-words.ts";
export { FRIEND, sourceWords } from "./source.ts";
export {
  mayStillText,
  mayText,
  recordTextConsent,
  textOutcomeHeard,
  type TextStanding,
} from "./texts.server.ts";
export { peopleToCall, weekFigures } from "./week.server.ts";
export { unsubscribeToken } from "./tokens.server.ts";
export { leadsOffSwitches } from "./off-switches.server.ts";
