export {
  type DocumentStanding,
  type Signature,
  signaturesOf,
  standingOfDocument,
} from "./signatures.server.ts";
export { type Choice, choiceAt, defineChoice, refuseOtherChoice } from "./sign/choice.server.ts";
export { drawingSchema } from "./sign/schema.ts";
export { toSvg } from "./rules.ts";
