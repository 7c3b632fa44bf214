import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The target of invitation links. */
export const publicRoutes = [
  route("early-access/:token", "faces/operator/waitlist/early-access.tsx"),
] satisfies RouteConfigEntry[];

/** The console's pages, within layout.tsx. Every one of them calls `inOperator()`. */
export const consoleRoutes = [
  route("operator", "faces/operator/overview/overview.tsx"),
  route("operator/messages", "faces/operator/messages.tsx"),
  route("operator/waitlist", "faces/operator/waitlist/waitlist.tsx"),
  route("operator/tools", "faces/operator/accounts/tools.tsx"),
  route("operator/accounts", "faces/operator/accounts/accounts.tsx"),
  route("operator/accounts/:accountId", "faces/operator/accounts/account.tsx"),
  route("operator/people", "faces/operator/people.tsx"),
  route("operator/sending", "faces/operator/sending/sending.tsx"),
  route("operator/tasks", "faces/operator/sending/tasks.tsx"),
  route("operator/asked-for", "faces/operator/overview/asked-for.tsx"),
  route("operator/views", "faces/operator/overview/views.tsx"),
  route("operator/history", "faces/operator/history.tsx"),
] satisfies RouteConfigEntry[];

export const consoleFiles = [
  route("operator/waitlist.csv", "faces/operator/waitlist/waitlist-file.ts"),
] satisfies RouteConfigEntry[];
