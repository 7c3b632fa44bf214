import { layout, route, type RouteConfigEntry } from "@react-router/dev/routes";

export const accountRoutes = [
  route("account/inbox", "faces/inbox/list.tsx"),
  layout("faces/inbox/list-beside.tsx", [route("account/inbox/:leadId", "faces/inbox/thread.tsx")]),
  route("account/inbox/:leadId/file/:replyId/:at", "faces/inbox/file.ts"),
] satisfies RouteConfigEntry[];
