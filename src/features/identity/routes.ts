import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Signing in and out: public screens without a router in the browser. */
export const publicRoutes: RouteConfigEntry[] = [
  route("login", "features/identity/login.tsx"),
  route("login/second", "features/identity/second-factor.tsx"),
  route("login/link", "features/identity/magic-link.tsx"),
  route("login/link/open", "features/identity/magic-link-open.tsx"),
  route("api/passkeys/:step", "features/identity/passkeys-call.ts"),
  route("account/confirm", "features/identity/confirm.tsx"),
  route("register", "features/identity/register.tsx"),
  route("logout", "features/identity/logout.tsx"),
  route("forgot", "features/identity/forgot.tsx"),
  route("reset", "features/identity/reset.tsx"),
  route("verify", "features/identity/verify.tsx"),
  route("verify/email", "features/identity/change-email-link.tsx"),
  route("goodbye", "features/identity/goodbye.tsx"),
  route("login/with/:provider", "features/identity/openid-begin.tsx"),
  route("login/with/:provider/callback", "features/identity/openid-return.tsx"),
];

/** What a person sets about themselves; it stands in the settings layout of businesses. */
export const settingsRoutes: RouteConfigEntry[] = [
  route("account/settings/you", "features/identity/you.tsx"),
  route("account/settings/you/email", "features/identity/change-email.tsx"),
  route("account/settings/sessions", "features/identity/session-list.tsx"),
  route("account/settings/security", "features/identity/security.tsx"),
  route("account/settings/security/app", "features/identity/second-factor-setup.tsx"),
  route("account/settings/providers", "features/identity/openid-providers.tsx"),
];
