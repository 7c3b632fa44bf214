import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Settings of the business, inside layout.tsx. */
export const settingsRoutes = [
  route("account/settings", "ground/businesses/settings/settings.tsx"),
  route("account/settings/people", "ground/businesses/people/people.tsx"),
  route("account/settings/people/owner", "ground/businesses/people/hand-over.tsx"),
  route("account/settings/people/:userId", "ground/businesses/people/person.tsx"),
  route("account/settings/history", "ground/businesses/history/history.tsx"),
  route("account/settings/sending", "ground/businesses/sending/sending.tsx"),
  route("account/settings/sending/domain", "ground/businesses/domain/domain.tsx"),
  route("account/settings/turned-off", "ground/businesses/turned-off/turned-off.tsx"),
  route("account/settings/data", "ground/businesses/your-data/your-data.tsx"),
  route("account/businesses", "ground/businesses/access/switch.tsx"),
] satisfies RouteConfigEntry[];

/** For people with an invitation. */
export const publicRoutes = [
  route("join/:token", "ground/businesses/people/join.tsx"),
] satisfies RouteConfigEntry[];

/** Downloads and redirects, without a page layout. */
export const fileRoutes = [
  route("account/settings/history/csv", "ground/businesses/history/csv.ts"),
  route("account/settings/sending/:provider", "ground/businesses/mailbox/begin.ts"),
  route("account/settings/sending/:provider/callback", "ground/businesses/mailbox/callback.ts"),
  route("account/exports/:exportId", "ground/businesses/your-data/export-file.ts"),
] satisfies RouteConfigEntry[];

/** A business's public logo and pictures, and its color as a style sheet. */
export const faceRoutes = [
  route("logo/:file", "ground/businesses/look/logo.ts"),
  route("picture/:kind/:file", "ground/businesses/look/picture.ts"),
  route("look/:file", "ground/businesses/look/style-sheet.ts"),
] satisfies RouteConfigEntry[];
