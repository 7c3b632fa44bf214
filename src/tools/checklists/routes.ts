import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The office's list. A job's own checklists are field screens. */
export const accountRoutes = [
  route("account/checklists", "tools/checklists/office/list.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/checklists/checklists.csv", "tools/checklists/office/csv.ts"),
] satisfies RouteConfigEntry[];

export const clientRoutes = [] satisfies RouteConfigEntry[];
