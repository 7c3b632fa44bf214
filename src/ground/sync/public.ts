export {
  readDate,
  readNumber,
  readOneOf,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "./records/untrusted.ts";
