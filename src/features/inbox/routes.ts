import { route, type RouteConfigEntry } from "@react-router/dev/routes";

export const accountRoutes = [
  route("account/inbox", "features/inbox/list.tsx"),
  route("account/inbox/:leadId", "features/inbox/thread.tsx"),
  route("account/inbox/:leadId/file/:replyId/:at", "features/inbox/file.ts"),
] satisfies RouteConfigEntry[];
