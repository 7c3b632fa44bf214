export { documentOf } from "./paper/document.ts";
export { type Change, changeOf } from "./rules/change.ts";
export { sheetOf } from "./rules/sheet.ts";
export { termsOf } from "./rules/terms.ts";
