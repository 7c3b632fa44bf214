import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Downloads, without a page around them. */
export const fileRoutes = [route("account/evidence/:historyFile", "features/evidence/zip-file.ts")] satisfies RouteConfigEntry[];

/** What a job's page sends here. */
export const callRoutes = [route("account/evidence/:historyId/seal", "features/evidence/seal-job.ts")] satisfies RouteConfigEntry[];
