export { type Fields, isConfidential, type Json, type Value } from "./rules.ts";
export {
  readDate,
  readNumber,
  readOneOf,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "./records/untrusted.ts";
