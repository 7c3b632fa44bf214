export { Back } from "./page/back.tsx";
export { jobLabels } from "./labels.ts";
export { NotHereYet } from "./timeline/not-loaded.tsx";
export { NoSuchJob } from "./page/no-such-job.tsx";
export { ToolPage } from "./page/tool-page.tsx";
export { type Job, jobOf } from "./rules.ts";
export type { Entry, Source } from "./timeline/source.ts";
export { BusinessZone } from "./use-job-zone.ts";
export type { JobTool, Tool, ToolScreen, ToolUser } from "./tool.ts";
