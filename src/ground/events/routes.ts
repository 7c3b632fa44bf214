import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** What pages of clients tell by themselves. */
export const callRoutes = [route("api/here", "ground/events/presence.ts")] satisfies RouteConfigEntry[];
