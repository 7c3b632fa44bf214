export { lastDayToCancel } from "./cancel/business-days.ts";
export { noticeOf } from "./cancel/document.ts";
export { LANGUAGES } from "./cancel/wording.ts";
