export type { Shown } from "./push/shown.ts";
