export { QuarantineNote } from "./spam/quarantine-note.tsx";
