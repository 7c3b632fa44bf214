import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Signatures and refusals, in the account's layout. */
export const accountRoutes = [
  route("account/signatures", "ground/signatures/list.tsx"),
  route("account/signatures/:signatureId", "ground/signatures/signature.tsx"),
] satisfies RouteConfigEntry[];

/** Files, without a layout. */
export const fileRoutes = [
  route("account/signatures/:signatureId/copy", "ground/signatures/copy/account-copy.ts"),
  route("account/signatures/:signatureId/document", "ground/signatures/copy/account-document.ts"),
  route("s/:token/signed/copy", "ground/signatures/copy/client-copy.ts"),
] satisfies RouteConfigEntry[];

/** Where a client signs a shared document. */
export const clientRoutes = [
  route("s/:token/sign", "ground/signatures/sign/sign.tsx"),
  route("s/:token/signed", "ground/signatures/sign/signed.tsx"),
] satisfies RouteConfigEntry[];
