import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Opened from the day's mail, by link and without signing in. */
export const linkRoutes = [route("h/:token", "features/sequences/heads-up-page.tsx")] satisfies RouteConfigEntry[];

/** What goes out by itself, and where it is made. */
export const accountRoutes = [
  route("account/sequences", "features/sequences/editor/list.tsx"),
  route("account/sequences/new", "features/sequences/editor/new.tsx"),
  route("account/sequences/:sequenceId", "features/sequences/editor/sequence.tsx"),
  route("account/sequences/:sequenceId/edit", "features/sequences/editor/edit.tsx"),
  route("account/sequences/:sequenceId/preview", "features/sequences/preview/page.tsx"),
] satisfies RouteConfigEntry[];

/** What the editor calls while somebody works in it: no frame around them. */
export const callRoutes = [
  route("account/sequences/:sequenceId/save", "features/sequences/editor/save.ts"),
  route("account/sequences/:sequenceId/steps/rewrite", "features/sequences/preview/rewrite-call.ts"),
  route("account/sequences/:sequenceId/steps/draft", "features/sequences/preview/draft-call.ts"),
] satisfies RouteConfigEntry[];
