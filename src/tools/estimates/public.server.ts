export { documentOf } from "./paper/document.ts";
export type { Estimate, Line } from "./rules/estimate.ts";
