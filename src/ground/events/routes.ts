import { route, type RouteConfigEntry } from "@react-router/dev/routes";

export const callRoutes = [route("api/here", "ground/events/presence.ts")] satisfies RouteConfigEntry[];
