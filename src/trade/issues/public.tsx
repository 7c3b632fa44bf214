export { IssuesAt, useIssuesHome } from "./home.ts";
export { issueLabels } from "./labels.ts";
export { issueActs } from "./start/acts.ts";
export { issueEntries } from "./screens/entries.tsx";
export { IssueForm } from "./screens/form.tsx";
export { startAction, startSafetyAction } from "./start/start.ts";
export { useActionTerms, useToday } from "./screens/use-issues.ts";
export { IssueScreen } from "./screens/issue.tsx";
export { IssuesScreen } from "./screens/list.tsx";
