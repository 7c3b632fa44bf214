import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Public pages for clients, reached by a link. */
export const clientRoutes = [
  route("p/:slug", "trade/leads/page/page.tsx"),
  route("p/:slug/question", "trade/leads/questions/page.tsx"),
  route("s/:token/guide", "trade/leads/guide/page.tsx"),
  route("u/:token", "trade/leads/preferences/unsubscribe.tsx"),
  route("mine/:token", "trade/leads/personal-data/page.tsx"),
  route("confirm/:token", "trade/leads/capture/confirm.tsx"),
] satisfies RouteConfigEntry[];

export const settingsRoutes = [
  route("account/settings/link", "trade/leads/page/settings.tsx"),
  route("account/settings/form", "trade/leads/form/settings.tsx"),
  route("account/settings/form/website", "trade/leads/form/website.tsx"),
] satisfies RouteConfigEntry[];

export const accountRoutes = [
  route("account/leads", "trade/leads/list.tsx"),
  route("account/leads/new", "trade/leads/people/add.tsx"),
  route("account/leads/:leadId/edit", "trade/leads/people/edit.tsx"),
  route("account/leads/:leadId/files", "trade/leads/files/screen.tsx"),
  route("account/leads/held", "trade/leads/spam/quarantine.tsx"),
  route("account/leads/import", "trade/leads/import/upload.tsx"),
  route("account/leads/import/:importId", "trade/leads/import/import.tsx"),
] satisfies RouteConfigEntry[];

/** Downloads. */
export const fileRoutes = [
  route("account/settings/link/:pageId/qr.svg", "trade/leads/page/qr-code.ts", { id: "link-code-svg" }),
  route("account/settings/link/:pageId/qr.png", "trade/leads/page/qr-code.ts", { id: "link-code-png" }),
  route("account/leads/:leadId/files/:fileId", "trade/leads/files/send-file.ts"),
  route("picture/recent/:token/:size", "trade/leads/profile/send-recent.ts"),
  route("p/:slug/contact", "trade/leads/page/contact-card.ts"),
  route("mine/:token/file", "trade/leads/personal-data/download.ts"),
  route("account/leads/export.csv", "trade/leads/csv/download-leads.ts"),
  route("account/leads/import/:importId/errors.csv", "trade/leads/csv/download-errors.ts"),
] satisfies RouteConfigEntry[];

/** Endpoints for other servers and other sites. */
export const callRoutes = [
  route("api/inbound/mail", "trade/leads/mail/inbound-mail.ts"),
  route("api/inbound/sms", "trade/leads/text/inbound-text.ts"),
  route("api/forms/:slug", "trade/leads/form/api.ts"),
] satisfies RouteConfigEntry[];
