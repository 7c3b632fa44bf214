export {
  type DocumentStanding,
  type Signature,
  signaturesOf,
  standingOfDocument,
} from "./signatures.server.ts";
export { drawingSchema } from "./sign/schema.ts";
export { toSvg } from "./rules.ts";
