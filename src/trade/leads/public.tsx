export { HeldBackNote } from "./held-back-note.tsx";
