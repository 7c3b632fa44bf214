import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The office's screens. A job's own photos are field screens. */
export const accountRoutes = [
  route("account/photos", "tools/photos/office/list.tsx"),
  route("account/photos/galleries", "tools/photos/sharing/list.tsx"),
  route("account/photos/galleries/new", "tools/photos/sharing/new.tsx"),
  route("account/photos/galleries/:galleryId", "tools/photos/sharing/gallery.tsx"),
  route("account/photos/post", "tools/photos/post/post.tsx"),
  route("account/photos/report", "tools/photos/report/new.tsx"),
  route("account/photos/ask", "tools/photos/consent/office/ask.tsx"),
  route("account/photos/asks/:askId", "tools/photos/consent/office/asked.tsx"),
  route("account/photos/recent", "tools/photos/consent/office/recent.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/photos/post/picture", "tools/photos/post/download.ts"),
  route("account/photos/photos.csv", "tools/photos/office/csv.ts"),
  route("s/:token/photos/download", "tools/photos/client/download.ts"),
  route("s/:token/photos/:sha256/:size", "tools/photos/client/picture.ts"),
  route("account/photos/numbers.csv", "tools/photos/office/numbers-csv.ts"),
  route("s/:token/consent/photos/:sha256/:size", "tools/photos/consent/client/photo.ts"),
] satisfies RouteConfigEntry[];

/** What a client sees of photos that were shared with them, and is asked about those of their job. */
export const clientRoutes = [
  route("s/:token/photos", "tools/photos/client/page.tsx"),
  route("s/:token/photos/:sha256", "tools/photos/client/photo.tsx"),
  route("s/:token/consent", "tools/photos/consent/client/page.tsx"),
] satisfies RouteConfigEntry[];
