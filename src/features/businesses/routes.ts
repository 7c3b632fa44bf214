import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Settings of the business; they stand in settings-layout.tsx. */
export const settingsRoutes = [
  route("account/settings", "features/businesses/settings.tsx"),
  route("account/settings/people", "features/businesses/people.tsx"),
  route("account/settings/people/owner", "features/businesses/people-owner.tsx"),
  route("account/settings/people/:userId", "features/businesses/people-person.tsx"),
  route("account/settings/history", "features/businesses/history.tsx"),
  route("account/settings/sending", "features/businesses/sending.tsx"),
  route("account/settings/sending/domain", "features/businesses/domain.tsx"),
  route("account/settings/turned-off", "features/businesses/turned-off.tsx"),
  route("account/settings/data", "features/businesses/your-data.tsx"),
  route("account/businesses", "features/businesses/switch.tsx"),
] satisfies RouteConfigEntry[];

/** For somebody who is invited. */
export const publicRoutes = [route("join/:token", "features/businesses/join.tsx")] satisfies RouteConfigEntry[];

/** Downloads, without a page around them. */
export const fileRoutes = [
  route("account/settings/history/csv", "features/businesses/history-file.ts"),
  route("account/exports/:exportId", "features/businesses/export-file.ts"),
] satisfies RouteConfigEntry[];

/** What a business shows of itself to everybody: its logo, and its color as a style sheet. */
export const faceRoutes = [
  route("logo/:file", "features/businesses/logo.ts"),
  route("look/:file", "features/businesses/look-sheet.ts"),
] satisfies RouteConfigEntry[];
