import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** What goes with every paper that a client got. */
export const clientRoutes = [
  route("s/:token/contact", "ground/papers/page/contact-card.ts"),
] satisfies RouteConfigEntry[];
