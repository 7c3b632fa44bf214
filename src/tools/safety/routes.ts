import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The office's list. A job's own talks are field screens. */
export const accountRoutes = [
  route("account/safety", "tools/safety/office/list.tsx"),
  route("account/safety/plans", "tools/safety/hazards/office.tsx"),
  route("account/safety/inspections", "tools/safety/inspections/office.tsx"),
  route("account/safety/inspections/:runId/report", "tools/safety/inspections/report.tsx"),
  route("account/safety/actions", "tools/safety/actions/office.tsx"),
  route("account/safety/audit", "tools/safety/audit/page.tsx"),
  route("account/safety/incidents", "tools/safety/incidents/office-list.tsx"),
  route("account/safety/incidents/readers", "tools/safety/incidents/office/readers.tsx"),
  route("account/safety/incidents/:injuryId", "tools/safety/incidents/office/injury.tsx"),
  route("account/safety/forms", "tools/safety/forms/year.tsx"),
  route("account/safety/forms/prequalification", "tools/safety/prequalification/page.tsx"),
  route("account/safety/forms/establishments", "tools/safety/establishments/list.tsx"),
  route("account/safety/forms/establishments/:establishmentId", "tools/safety/establishments/edit.tsx"),
  route("account/safety/library", "tools/safety/sheet-office/list.tsx"),
  route("account/safety/library/new", "tools/safety/sheet-office/new.tsx"),
  route("account/safety/library/:sheetId", "tools/safety/sheet-office/sheet.tsx"),
  route("account/safety/chemicals", "tools/safety/chemicals/office.tsx"),
  route("account/safety/cards", "tools/safety/cards/office.tsx"),
  route("account/safety/cards/person", "tools/safety/cards/person.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/safety/talks.csv", "tools/safety/office/csv.ts"),
  route("account/safety/plans/plans.csv", "tools/safety/hazards/csv.ts"),
  route("account/safety/inspections/inspections.csv", "tools/safety/inspections/csv.ts"),
  route("account/safety/actions/actions.csv", "tools/safety/actions/csv.ts"),
  route("account/safety/audit/report.pdf", "tools/safety/audit/pdf.ts"),
  route("account/safety/audit/files.zip", "tools/safety/audit/zip.ts"),
  route("account/safety/incidents/incidents.csv", "tools/safety/incidents/office/csv.ts"),
  route("account/safety/forms/prequalification.pdf", "tools/safety/prequalification/pdf.ts"),
  route("account/safety/forms/establishments/:establishmentId/files/:file", "tools/safety/forms/file.ts"),
  route("account/safety/library/library.csv", "tools/safety/sheet-office/csv.ts"),
  route("account/safety/library/poster.pdf", "tools/safety/sheet-poster/pdf.ts"),
  route("account/safety/library/:sheetId/:version/sheet.pdf", "tools/safety/sheet-office/version-pdf.ts"),
  route("account/safety/sheets/:recordId/sheet.pdf", "tools/safety/sheet-field/pdf.ts"),
  route("account/safety/chemicals/chemicals.csv", "tools/safety/chemicals/csv.ts"),
  route("account/safety/:talkId/talk.pdf", "tools/safety/paper/pdf.ts"),
  route("account/safety/:planId/plan.pdf", "tools/safety/hazards/pdf.ts"),
  route("account/safety/cards/cards.csv", "tools/safety/cards/csv.ts"),
  route("account/safety/emergency/:safetyJobId/card.pdf", "tools/safety/emergency/pdf.ts"),
  route("account/safety/:talkId/link", "tools/safety/own-phone/link.ts"),
] satisfies RouteConfigEntry[];

/** Where people sign a talk or plan on their own phones, and what the codes on a wall open. */
export const clientRoutes = [
  route("s/:token/talk", "tools/safety/own-phone/page.tsx"),
  route("s/:token/emergency", "tools/safety/emergency/page.tsx"),
  route("s/:token/sheets", "tools/safety/sheet-poster/page.tsx"),
  route("s/:token/sheets/:recordId", "tools/safety/sheet-poster/file.ts"),
] satisfies RouteConfigEntry[];
