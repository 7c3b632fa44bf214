export { DueLine } from "./due-line.tsx";
export { DueSection } from "./section.tsx";
