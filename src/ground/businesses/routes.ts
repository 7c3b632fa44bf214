import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Settings of the business; they stand in settings-layout.tsx. */
export const settingsRoutes = [
  route("account/settings", "ground/businesses/settings.tsx"),
  route("account/settings/people", "ground/businesses/people.tsx"),
  route("account/settings/people/owner", "ground/businesses/people-owner.tsx"),
  route("account/settings/people/:userId", "ground/businesses/people-person.tsx"),
  route("account/settings/history", "ground/businesses/history.tsx"),
  route("account/settings/sending", "ground/businesses/sending.tsx"),
  route("account/settings/sending/domain", "ground/businesses/domain.tsx"),
  route("account/settings/turned-off", "ground/businesses/turned-off.tsx"),
  route("account/settings/data", "ground/businesses/your-data.tsx"),
  route("account/businesses", "ground/businesses/switch.tsx"),
] satisfies RouteConfigEntry[];

/** For somebody who is invited. */
export const publicRoutes = [route("join/:token", "ground/businesses/join.tsx")] satisfies RouteConfigEntry[];

/** Downloads, without a page around them. */
export const fileRoutes = [
  route("account/settings/history/csv", "ground/businesses/history-file.ts"),
  route("account/exports/:exportId", "ground/businesses/export-file.ts"),
] satisfies RouteConfigEntry[];

/** What a business shows of itself to everybody: its logo, and its color as a style sheet. */
export const faceRoutes = [
  route("logo/:file", "ground/businesses/logo.ts"),
  route("look/:file", "ground/businesses/look-sheet.ts"),
] satisfies RouteConfigEntry[];
