import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Where an invitation leads. */
export const publicRoutes = [route("early-access/:token", "features/operator/early-access.tsx")] satisfies RouteConfigEntry[];

/** The console; its pages stand in layout.tsx. Every one of them asks `inOperator()`. */
export const consoleRoutes = [
  route("operator", "features/operator/overview.tsx"),
  route("operator/messages", "features/operator/messages.tsx"),
  route("operator/waitlist", "features/operator/waitlist.tsx"),
  route("operator/tools", "features/operator/tools.tsx"),
  route("operator/accounts", "features/operator/accounts.tsx"),
  route("operator/accounts/:accountId", "features/operator/account.tsx"),
  route("operator/people", "features/operator/people.tsx"),
  route("operator/sending", "features/operator/sending.tsx"),
  route("operator/tasks", "features/operator/tasks.tsx"),
  route("operator/views", "features/operator/views.tsx"),
  route("operator/history", "features/operator/history.tsx"),
] satisfies RouteConfigEntry[];

/** Files of the console. */
export const consoleFiles = [route("operator/waitlist.csv", "features/operator/waitlist-file.ts")] satisfies RouteConfigEntry[];
