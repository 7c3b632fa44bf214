import { defineImport } from "./format/registry.ts";
import { jobsFormat } from "./jobs/format.server.ts";

/** Calls `defineImport` for jobs, once per process. Tools bring the rest. */
export const defineJobImport = (): void => defineImport(jobsFormat);
