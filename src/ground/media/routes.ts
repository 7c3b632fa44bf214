import { route, type RouteConfigEntry } from "@react-router/dev/routes";

export const settingsRoutes = [
  route("account/settings/storage", "ground/media/storage.tsx"),
] satisfies RouteConfigEntry[];

/** Endpoints for programs; uploads are routed separately (`answerUpload`). */
export const callRoutes = [
  route("account/media/receipts", "ground/media/receipts.ts"),
  route("account/media/:sha256/:what", "ground/media/file.ts"),
] satisfies RouteConfigEntry[];
