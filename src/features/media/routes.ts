import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** For programs of the account; uploads have a door of their own (`answerUpload`). */
export const callRoutes = [
  route("account/media/receipts", "features/media/receipts.ts"),
  route("account/media/:sha256/:what", "features/media/file.ts"),
] satisfies RouteConfigEntry[];
