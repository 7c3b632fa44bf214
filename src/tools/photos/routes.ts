import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The office's screens. A job's own photos are field screens. */
export const accountRoutes = [
  route("account/photos", "tools/photos/office/list.tsx"),
  route("account/photos/ask", "tools/photos/consent/office/ask.tsx"),
  route("account/photos/asks/:askId", "tools/photos/consent/office/asked.tsx"),
  route("account/photos/recent", "tools/photos/consent/office/recent.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/photos/photos.csv", "tools/photos/office/csv.ts"),
  route("s/:token/consent/photos/:sha256/:size", "tools/photos/consent/client/photo.ts"),
] satisfies RouteConfigEntry[];

/** What a client is asked about photos of their job. */
export const clientRoutes = [
  route("s/:token/consent", "tools/photos/consent/client/page.tsx"),
] satisfies RouteConfigEntry[];
