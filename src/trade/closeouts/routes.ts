import { route, type RouteConfigEntry } from "@react-router/dev/routes";

export const accountRoutes = [
  route("account/closeouts/:closeoutJobId", "trade/closeouts/office/page.tsx"),
  route("account/closeouts/:closeoutJobId/finish", "trade/closeouts/finish/page.tsx"),
  route("account/closeouts/:closeoutJobId/preview", "trade/closeouts/office/preview.tsx"),
  route("account/closeouts/:closeoutJobId/manuals/new", "trade/closeouts/manuals/new.tsx"),
] satisfies RouteConfigEntry[];

/** What a client sees of a package. */
export const clientRoutes = [
  route("s/:token/closeout", "trade/closeouts/client/page.tsx"),
  route("s/:token/closeout/remind", "trade/closeouts/client/remind.ts"),
  route("s/:token/closeout/zip", "trade/closeouts/client/zip.ts"),
  route("s/:token/closeout/pdf", "trade/closeouts/client/file.ts", { id: "trade/closeouts/client/pdf" }),
  route("s/:token/closeout/files/:fileId", "trade/closeouts/client/file.ts"),
  route("s/:token/closeout/photos/:sha256/:size", "trade/closeouts/client/picture.ts"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/closeouts/:closeoutJobId/pdf", "trade/closeouts/office/pdf.ts"),
  route("account/closeouts/:closeoutJobId/manuals/:manualId", "trade/closeouts/manuals/file.ts"),
] satisfies RouteConfigEntry[];
