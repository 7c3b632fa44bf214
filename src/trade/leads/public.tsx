export { LeadTodos } from "./tasks/todos.tsx";
export { NO_ANSWER } from "./mail/answer-rules.ts";
export { QuarantineNote } from "./spam/quarantine-note.tsx";
