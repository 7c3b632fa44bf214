export {
  type DocumentStanding,
  type Signature,
  signaturesOf,
  standingOfDocument,
} from "./signatures.server.ts";
export { copyOf } from "./copy/complete.server.ts";
export { type Choice, choiceAt, defineChoice, refuseOtherChoice } from "./sign/choice.server.ts";
export { drawingOf, drawingSchema } from "./sign/schema.ts";
export { boundsOf, toSvg } from "./rules.ts";
