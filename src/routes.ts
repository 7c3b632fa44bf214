import { layout, route, type RouteConfig } from "@react-router/dev/routes";
import { accountRoutes as businesses } from "./features/businesses/routes.ts";
import { publicRoutes as identity } from "./features/identity/routes.ts";
import { callRoutes as leadsCalls, clientRoutes as leads } from "./features/leads/routes.ts";
import { accountRoutes as magnetsAccount, fileRoutes as magnetsFiles, publicRoutes as magnets } from "./features/magnets/routes.ts";
import { clientRoutes as shares } from "./features/shares/routes.ts";
import site from "./features/site/routes.ts";
import { accountRoutes as today } from "./features/today/routes.ts";

// The map of the house: one line per feature, in the frame it is shown in.
export default [
  layout("features/site/layout.tsx", [...site, ...identity, ...magnets, route("*", "features/site/not-found.tsx")]),
  layout("features/site/account-layout.tsx", [...today, ...magnetsAccount, ...businesses]),
  ...magnetsFiles,
  ...leads,
  ...leadsCalls,
  ...shares,
] satisfies RouteConfig;
