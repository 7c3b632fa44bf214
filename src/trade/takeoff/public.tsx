export { Calculate } from "./calculate.tsx";
export type { Result } from "./sheet.ts";
