import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Signing in and out. These pages have no client router. */
export const publicRoutes: RouteConfigEntry[] = [
  route("login", "ground/identity/login/login.tsx"),
  route("login/second", "ground/identity/second-factor/second-factor.tsx"),
  route("login/link", "ground/identity/magic-link/magic-link.tsx"),
  route("login/link/open", "ground/identity/magic-link/open.tsx"),
  route("api/passkeys/:step", "ground/identity/passkey/passkeys-call.ts"),
  route("account/confirm", "ground/identity/login/confirm.tsx"),
  route("register", "ground/identity/register/register.tsx"),
  route("logout", "ground/identity/session/logout.tsx"),
  route("forgot", "ground/identity/password/forgot.tsx"),
  route("reset", "ground/identity/password/reset.tsx"),
  route("verify/address", "ground/identity/register/verify.tsx"),
  route("verify/email", "ground/identity/profile/change-email-link.tsx"),
  route("goodbye", "ground/identity/person/goodbye.tsx"),
  route("login/with/:provider", "ground/identity/openid/begin.tsx"),
  route("login/with/:provider/callback", "ground/identity/openid/callback.tsx"),
];

/** Personal settings, inside the settings layout of businesses. */
export const settingsRoutes: RouteConfigEntry[] = [
  route("account/settings/you", "ground/identity/profile/you.tsx"),
  route("account/settings/you/email", "ground/identity/profile/change-email.tsx"),
  route("account/settings/sessions", "ground/identity/session/session-list.tsx"),
  route("account/settings/security", "ground/identity/security/security.tsx"),
  route("account/settings/security/app", "ground/identity/second-factor/setup.tsx"),
  route("account/settings/providers", "ground/identity/openid/providers.tsx"),
];
