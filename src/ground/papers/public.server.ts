export { type ApprovedPaper, approvedPapers } from "./approved.server.ts";
export { forgetRecipients } from "./erase.server.ts";
export { defineHeadline } from "./alerts.server.ts";
export { pageOfPapers } from "./list.server.ts";
export { nextNumber } from "./numbers.server.ts";
export { atPaper, loadPaper } from "./page/load.server.ts";
export { definePaperChoice, type ReadPaperChoice } from "./choices.server.ts";
export { actInOffice, type Does, type Posted } from "./office/act.server.ts";
export { describeAnswer, sentView } from "./office/sent-view.server.ts";
export { type Hears, listenToPapers } from "./listeners.server.ts";
export { answerPaper } from "./page/answer.server.ts";
export {
  answersTo,
  closePaper,
  findPaper,
  leadWhoGot,
  papersOf,
  mailedTo,
  type NewPaper,
  type Paper,
  type PaperAnswer,
  type Recipient,
  recipientsOf,
  savePaper,
  storePdf,
} from "./papers.server.ts";
export {
  type Answer,
  ANSWERS,
  type Asks,
  ASKS,
  MOST_MAILS_A_DAY,
  STATES as PAPER_STATES,
  WAYS,
} from "./rules.ts";
export { defineReminder, planReminders } from "./send/remind.server.ts";
export { madeLink } from "./send/made-link.ts";
export { type LinkChoices, linkSchema, recipients, type Sending, sendingSchema } from "./send/schema.ts";
export { mailApprovers } from "./send/receipt.server.ts";
export type { PaperWords } from "./send/mail.ts";
export { linkAgain, mailLimitEnds, refuseMail, sendPaper, sharePaper } from "./send/send.server.ts";
