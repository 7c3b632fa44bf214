export { AboutBusiness, FromBusiness, GuideInside } from "./profile/parts.tsx";
export type { Profile, ShownGuide } from "./profile/profile.ts";
export { LeadFiles } from "./files/list.tsx";
export { LeadTodos } from "./tasks/todos.tsx";
export { NO_ANSWER } from "./mail/answer-rules.ts";
export { QuarantineNote } from "./spam/quarantine-note.tsx";
export { Trap } from "./form/trap-field.tsx";
