export { documentOf } from "./paper/document.ts";
export { type Estimate, forTexts, type Line } from "./rules/estimate.ts";
