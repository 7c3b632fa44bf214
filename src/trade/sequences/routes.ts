import { layout, route, type RouteConfigEntry } from "@react-router/dev/routes";

/** From the heads-up email, without signing in. */
export const linkRoutes = [
  route("h/:token", "trade/sequences/heads-up/page.tsx"),
] satisfies RouteConfigEntry[];

export const accountRoutes = [
  route("account/sequences", "trade/sequences/editor/old-list.ts"),
  route("account/sequences/new", "trade/sequences/editor/new.tsx"),
  layout("trade/sequences/list-beside.tsx", [
    route("account/sequences/:sequenceId", "trade/sequences/editor/sequence.tsx"),
  ]),
  route("account/sequences/:sequenceId/edit", "trade/sequences/editor/edit.tsx"),
  route("account/sequences/:sequenceId/preview", "trade/sequences/preview/page.tsx"),
] satisfies RouteConfigEntry[];

/** Called by script; no page layout. */
export const callRoutes = [
  route("account/sequences/:sequenceId/save", "trade/sequences/draft/save.ts"),
  route("account/sequences/:sequenceId/steps/rewrite", "trade/sequences/rewrite/rewrite-call.ts"),
  route("account/sequences/:sequenceId/steps/draft", "trade/sequences/rewrite/draft-call.ts"),
] satisfies RouteConfigEntry[];
