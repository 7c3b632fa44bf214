export { HeldBackNote } from "./spam/quarantine-note.tsx";
