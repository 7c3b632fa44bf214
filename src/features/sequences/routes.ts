import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Opened from the day's mail, by link and without signing in. */
export const linkRoutes = [route("h/:token", "features/sequences/heads-up-page.tsx")] satisfies RouteConfigEntry[];

/** Sequences in the account. */
export const accountRoutes = [
  route("account/sequences/:sequenceId/preview", "features/sequences/preview/page.tsx"),
] satisfies RouteConfigEntry[];
