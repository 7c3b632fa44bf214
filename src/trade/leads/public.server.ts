export {
  type Answer,
  answersOfLead,
  saveAnswer,
  lastTextOf,
  mayAnswer,
  type MayAnswer,
  mayAnswerLeave,
  cancelAnswer,
} from "./mail/answers.server.ts";
export { convertWaiting } from "./capture/capture-queue.server.ts";
export {
  findLead,
  findLeadByEmail,
  getLead,
  lastAsked,
  type Lead,
  leadIdsAfter,
  type ContactState,
  contactStates,
  leadHistory,
  listLeads,
  recordReply,
} from "./data.server.ts";
export { noteBadAddress, unsubscribeLead } from "./opt-outs.server.ts";
export { confirmationNotice, confirmEnds } from "./capture/confirm-mail.ts";
export { requestsOf, type Unconfirmed } from "./capture/confirm.server.ts";
export {
  type FreshLead,
  type KnownPerson,
  type LeadsOfDay,
  type NewestLead,
  leadsOfDay,
  peopleOfDay,
  leadsFingerprint,
  type PersonOfDay,
  snoozeLead,
  unsnoozeLead,
  undoEnding,
  type WaitingReply,
} from "./stage/day.server.ts";
export { searchPeople } from "./search.server.ts";
export { knownPeople } from "./csv/people.server.ts";
export { guessMapping, mappingErrors } from "./csv/mapping.ts";
export { programOf } from "./csv/known-exports.ts";
export { storeFile as storePeopleFile } from "./import/upload.server.ts";
export { datedStatusMark } from "./status-mark.server.ts";
export { type StatusMark, statusMark } from "./status-mark.ts";
export { deleteUnconfirmed } from "./personal-data/erase.server.ts";
export {
  bookLead,
  bookVisitOf,
  cancelVisitOf,
  endLead,
  type LeadOutcome,
  noteVisit,
  reopenLead,
} from "./stage/endings.server.ts";
export { registerVisitLink } from "./profile/visit-link.ts";
export { type Agreement, saveAgreement } from "./people/agree.server.ts";
export { saveVisitor } from "./capture/visitor.server.ts";
export { countCapture, countTry } from "./capture/limits.server.ts";
export { listHistory, getHistoryEntry } from "./history/history.server.ts";
export { type HistoryEntry, lastUndoable, visibleHistory } from "./history/history.ts";
export { moneyInputValue, formatMoney, readMoney } from "#platform/money/money.ts";
export {
  addNote,
  LONGEST_REASON,
  moveLead,
  restoreNote,
  undoHistoryEntry,
  valueLead,
} from "./history/notes.server.ts";
export { channelsOf } from "./stage/channels.server.ts";
export { type WonTotals, wonBySource } from "./stage/won-by-source.server.ts";
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
  pageBehind,
  replaceOffer,
} from "./page/pages.server.ts";
export { findLeadChoices } from "./list.server.ts";
export { leadsNotifications } from "./notifications.server.ts";
export { leadStatus } from "./rules.ts";
export { type ReplyRoute, replyRoute, replyToBy, seesReplies } from "./mail/reply-route.server.ts";
export type { RepliesNote } from "./mail/describe-route.ts";
export { recordUnsentForward } from "./mail/returned-forward.server.ts";
export { repliesNote } from "./mail/replies-note.server.ts";
export { queueAnswerMail, usualSubject, whyNotSent } from "./mail/answer-mail.server.ts";
export type { ReplyFile } from "./mail/reply-file.ts";
export { replyFile } from "./mail/reply-files.server.ts";
export {
  countUnanswered,
  listWriters,
  markAnswered,
  markUnanswered,
  type Writer,
  type WritersCursor,
} from "./mail/unanswered.server.ts";
export { pauseEndsAt, SPACING, describePreference } from "./preferences/preferences.ts";
export { answerLines } from "./form/answer-lines.server.ts";
export { recommendedBy } from "./page/referral.server.ts";
export {
  personalLinks,
  type Referred,
  referralsOf,
  referrerOf,
  wonByReferrer,
} from "./page/referrals.server.ts";
export { type Arrival, ASKS_NOW, arrivalIntro, arrivalReason, isAsked } from "./history/arrival.ts";
export { arrivalOf, type Arrivals, arrivalsOf } from "./history/arrivals.server.ts";
export type { ReplyWay } from "./mail/tables.server.ts";
export type { Offer } from "./page/tables.server.ts";
export { registerPageStatus } from "./page/page-status.ts";
export { registerPagePlan } from "./profile/page-plan.ts";
export { showFiles } from "./files/show.server.ts";
export {
  type ConsentedPicture,
  type ConsentedWork,
  defineRecentWork,
  recentPicturePath,
  recentWorkForMail,
  recentWorkPath,
} from "./profile/recent-work.server.ts";
export { guideOf, profileOf } from "./profile/profile.server.ts";
export {
  addWorkPhotos,
  chooseJobPhoto,
  describeWorkPhoto,
  drawWorkPhoto,
  type DrawnWork,
  MOST_WORK_PHOTOS,
  removeWorkPhoto,
  restoreWorkPhoto,
  shownJobPhotos,
} from "./profile/work-photos.server.ts";
export { FRIEND, describeSource } from "./page/source.ts";
export {
  isNumberStopped,
  mayStillText,
  mayText,
  recordTextConsent,
  recordTextOutcome,
  type TextContact,
} from "./text/text-consent.server.ts";
export { peopleToCall, weekFigures } from "./stage/week.server.ts";
export { unsubscribeToken } from "./preferences/tokens.server.ts";
export { addTodo, defineTodos, finishTodo, todosOf } from "./tasks/tasks.server.ts";
export { addPerson } from "./people/add.server.ts";
export { type UndoableMerge, currentLeadId, undoableMerges } from "./people/merged.server.ts";
export { mergeLeads, peopleToMerge, separateLeads } from "./people/merge.server.ts";
export { CHOSEN, type MergeChoice, mergedFields } from "./people/merge-fields.ts";
export { addFound, foundInReplies } from "./people/found-in-reply.server.ts";
export { likelySame, otherAddressesOf } from "./people/addresses.server.ts";
export { TYPED_CONSENT } from "./people/add.server.ts";
export { allowsFollowUp, BASIS_LABELS, type Basis, describeWay } from "./people/basis.ts";
export { leadsOffSwitches } from "./page/off-switches.server.ts";
export { textConsentWording } from "./form/schema.ts";
export { TRAP } from "./form/trap.ts";
