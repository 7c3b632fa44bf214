import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Signing in and out: public screens without a router in the browser. */
export const publicRoutes: RouteConfigEntry[] = [
  route("login", "ground/identity/login.tsx"),
  route("login/second", "ground/identity/second-factor.tsx"),
  route("login/link", "ground/identity/magic-link.tsx"),
  route("login/link/open", "ground/identity/magic-link-open.tsx"),
  route("api/passkeys/:step", "ground/identity/passkeys-call.ts"),
  route("account/confirm", "ground/identity/confirm.tsx"),
  route("register", "ground/identity/register.tsx"),
  route("logout", "ground/identity/logout.tsx"),
  route("forgot", "ground/identity/forgot.tsx"),
  route("reset", "ground/identity/reset.tsx"),
  route("verify", "ground/identity/verify.tsx"),
  route("verify/email", "ground/identity/change-email-link.tsx"),
  route("goodbye", "ground/identity/goodbye.tsx"),
  route("login/with/:provider", "ground/identity/openid-begin.tsx"),
  route("login/with/:provider/callback", "ground/identity/openid-return.tsx"),
];

/** What a person sets about themselves; it stands in the settings layout of businesses. */
export const settingsRoutes: RouteConfigEntry[] = [
  route("account/settings/you", "ground/identity/you.tsx"),
  route("account/settings/you/email", "ground/identity/change-email.tsx"),
  route("account/settings/sessions", "ground/identity/session-list.tsx"),
  route("account/settings/security", "ground/identity/security.tsx"),
  route("account/settings/security/app", "ground/identity/second-factor-setup.tsx"),
  route("account/settings/providers", "ground/identity/openid-providers.tsx"),
];
