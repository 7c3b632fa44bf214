export { glanceOfIssues } from "./glance.ts";
export { type ActionTerms, actionId, dueBy, SAFETY_TAG } from "./rules/action.ts";
export { type IssuesHome } from "./home.ts";
export { FIRMS_PATH, issuePath } from "./paths.ts";
export { type Firm } from "./rules/firm.ts";
export {
  type Assignee,
  ISSUE,
  type Issue,
  isOpen,
  issueOf,
  LONGEST as LONGEST_ISSUE,
  type Pin,
  isOverdue,
  type Priority,
  PRIORITIES,
  PRIORITY_LABELS,
  type State,
  STATE_LABELS,
  STATES as ISSUE_STATES,
  titleOf,
} from "./rules/issue.ts";
export { afterShots, REPLY, REPLY_TYPES, replyOf } from "./rules/reply.ts";
export { COLUMNS, GROUPINGS, type IssuesChoice, SHOWN } from "./report/choice.ts";
