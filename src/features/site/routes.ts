import { index, route, type RouteConfigEntry } from "@react-router/dev/routes";

export default [index("features/site/home.tsx"), route("leadMagnet", "features/site/lead-magnet.tsx")] satisfies RouteConfigEntry[];
