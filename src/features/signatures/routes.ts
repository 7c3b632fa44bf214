import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** What was signed and declined, in the frame of the account. */
export const accountRoutes = [
  route("account/signatures", "features/signatures/list.tsx"),
  route("account/signatures/:signatureId", "features/signatures/signature.tsx"),
] satisfies RouteConfigEntry[];

/** Files, without a frame. */
export const fileRoutes = [
  route("account/signatures/:signatureId/copy", "features/signatures/account-copy.ts"),
  route("account/signatures/:signatureId/document", "features/signatures/account-document.ts"),
  route("s/:token/signed/copy", "features/signatures/client-file.ts"),
] satisfies RouteConfigEntry[];

/** Where a client signs what was shared with them. */
export const clientRoutes = [
  route("s/:token/sign", "features/signatures/sign.tsx"),
  route("s/:token/signed", "features/signatures/signed.tsx"),
] satisfies RouteConfigEntry[];
