export { LineForm, type LineTarget, type ReadLine } from "./form/line-form.tsx";
export { LineList, type LineSpot } from "./form/line-list.tsx";
export type { Known } from "./form/suggestions.ts";
export { readBasics } from "./form/read-basics.ts";
