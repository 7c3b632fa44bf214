import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Where an invitation leads. */
export const publicRoutes = [
  route("early-access/:token", "faces/operator/early-access.tsx"),
] satisfies RouteConfigEntry[];

/** The console; its pages stand in layout.tsx. Every one of them asks `inOperator()`. */
export const consoleRoutes = [
  route("operator", "faces/operator/overview.tsx"),
  route("operator/messages", "faces/operator/messages.tsx"),
  route("operator/waitlist", "faces/operator/waitlist.tsx"),
  route("operator/tools", "faces/operator/tools.tsx"),
  route("operator/accounts", "faces/operator/accounts.tsx"),
  route("operator/accounts/:accountId", "faces/operator/account.tsx"),
  route("operator/people", "faces/operator/people.tsx"),
  route("operator/sending", "faces/operator/sending.tsx"),
  route("operator/tasks", "faces/operator/tasks.tsx"),
  route("operator/views", "faces/operator/views.tsx"),
  route("operator/history", "faces/operator/history.tsx"),
] satisfies RouteConfigEntry[];

/** Files of the console. */
export const consoleFiles = [
  route("operator/waitlist.csv", "faces/operator/waitlist-file.ts"),
] satisfies RouteConfigEntry[];
