import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The office's screens. A job's own photos are field screens. */
export const accountRoutes = [
  route("account/photos", "tools/photos/office/list.tsx"),
  route("account/photos/galleries", "tools/photos/gallery/office/list.tsx"),
  route("account/photos/galleries/new", "tools/photos/gallery/office/new.tsx"),
  route("account/photos/galleries/:galleryId", "tools/photos/gallery/office/gallery.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/photos/photos.csv", "tools/photos/office/csv.ts"),
  route("s/:token/photos/download", "tools/photos/gallery/client/download.ts"),
  route("s/:token/photos/:sha256/:size", "tools/photos/gallery/client/picture.ts"),
] satisfies RouteConfigEntry[];

/** What a client sees of photos that were shared with them. */
export const clientRoutes = [
  route("s/:token/photos", "tools/photos/gallery/client/page.tsx"),
  route("s/:token/photos/:sha256", "tools/photos/gallery/client/photo.tsx"),
] satisfies RouteConfigEntry[];
