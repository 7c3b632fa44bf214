export { glanceOfLists, LIST_KINDS } from "./glance.ts";
export { ANSWER, answerOf, formatAnswer, readAnswer } from "./rules/answers.ts";
export { answerId } from "./rules/ids.ts";
export { type InspectionsHome } from "./home.ts";
export { ITEM_KINDS, LONGEST, MOST, type StoredItem } from "./rules/items.ts";
export { inCommands, OWN_LIST, refuseSections, type StoredSection } from "./rules/lists.ts";
export {
  answersOf,
  isAsked,
  isWalked,
  progressOf,
  type Row,
  type Run,
  RUN,
  rowsOf,
  runOf,
  scoreOf,
  type State,
  STATE_LABELS,
  STATES,
  tallyOf,
} from "./rules/run.ts";
export { describeRhythm, nameOfSchedule, nextDue } from "./schedules/rules.ts";
export { formatDueDay, pathOfSchedule } from "./schedules/text.ts";
