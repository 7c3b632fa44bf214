import { defineImport } from "./format/registry.ts";
import { jobsFormat } from "./jobs/format.server.ts";

export { lineOf, textOf } from "./format/columns.ts";
export { dayIn } from "./format/dates.ts";
export type { ImportFormat, ImportRow } from "./format/format.ts";
export type { ImportTarget } from "./format/record.ts";
export { describeImported } from "./sealed/describe.ts";
export { defineImported, sealImported } from "./sealed/kind.server.ts";
export { storePaper } from "./sealed/papers.server.ts";
export { LONGEST as LONGEST_IMPORTED } from "./sealed/sealed.ts";
export { defineImport };

/** Calls `defineImport` for jobs, once per process. Tools bring the rest. */
export const defineJobImport = (): void => defineImport(jobsFormat);
