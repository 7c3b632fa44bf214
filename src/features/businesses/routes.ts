import { route, type RouteConfigEntry } from "@react-router/dev/routes";

export const accountRoutes = [route("account/settings", "features/businesses/settings.tsx")] satisfies RouteConfigEntry[];
