import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Signing in and out: public screens without a router in the browser. */
export const publicRoutes: RouteConfigEntry[] = [
  route("login", "features/identity/login.tsx"),
  route("register", "features/identity/register.tsx"),
  route("logout", "features/identity/logout.tsx"),
  route("forgot", "features/identity/forgot.tsx"),
  route("reset", "features/identity/reset.tsx"),
  route("verify", "features/identity/verify.tsx"),
];
