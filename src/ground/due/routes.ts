import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Read by a job's page. */
export const callRoutes = [route("account/due", "ground/due/job-due.ts")] satisfies RouteConfigEntry[];
