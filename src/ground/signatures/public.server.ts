export { type DocumentStanding, type Signature, signaturesOf, standingOfDocument } from "./data.server.ts";
export { drawingSchema } from "./schema.ts";
export { toSvg } from "./rules.ts";
