import { globSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { index, layout, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import {
  callRoutes as apiCalls,
  fileRoutes as apiFiles,
  settingsRoutes as apiSettings,
} from "#faces/api/routes.ts";
import {
  faceRoutes,
  fileRoutes as businessesFiles,
  publicRoutes as businessesPublic,
  settingsRoutes as businesses,
} from "#ground/businesses/routes.ts";
import {
  accountRoutes as dripsAccount,
  fileRoutes as dripsFiles,
  publicRoutes as drips,
} from "#trade/drips/routes.ts";
import {
  accountRoutes as closeoutsAccount,
  clientRoutes as closeouts,
  fileRoutes as closeoutsFiles,
} from "#trade/closeouts/routes.ts";
import { callRoutes as dueCalls } from "#ground/due/routes.ts";
import { callRoutes as eventsCalls } from "#ground/events/routes.ts";
import {
  callRoutes as notificationsCalls,
  settingsRoutes as notificationsSettings,
} from "#ground/notifications/routes.ts";
import { callRoutes as fieldCalls, shellRoutes as fieldShell } from "#faces/field/routes.ts";
import { accountRoutes as evidenceAccount, fileRoutes as evidenceFiles } from "#ground/evidence/routes.ts";
import { publicRoutes as identity, settingsRoutes as identitySettings } from "#ground/identity/routes.ts";
import { accountRoutes as imports, fileRoutes as importsFiles } from "#trade/imports/routes.ts";
import { accountRoutes as inbox } from "#faces/inbox/routes.ts";
import {
  accountRoutes as issuesAccount,
  clientRoutes as issues,
  fileRoutes as issuesFiles,
} from "#trade/issues/routes.ts";
import {
  accountRoutes as leadsAccount,
  callRoutes as leadsCalls,
  clientRoutes as leads,
  fileRoutes as leadsFiles,
  settingsRoutes as leadsSettings,
} from "#trade/leads/routes.ts";
import {
  accountRoutes as magnetsAccount,
  fileRoutes as magnetsFiles,
  publicRoutes as magnets,
} from "#trade/magnets/routes.ts";
import { callRoutes as mediaCalls, settingsRoutes as mediaSettings } from "#ground/media/routes.ts";
import { consoleFiles, consoleRoutes, publicRoutes as operator } from "#faces/operator/routes.ts";
import {
  accountRoutes as pipelineAccount,
  fileRoutes as pipelineFiles,
  linkRoutes as pipelineLinks,
} from "#faces/pipeline/routes.ts";
import { accountRoutes as pricesAccount, fileRoutes as pricesFiles } from "#trade/prices/routes.ts";
import {
  accountRoutes as reportsAccount,
  clientRoutes as reports,
  fileRoutes as reportsFiles,
} from "#trade/reports/routes.ts";
import {
  accountRoutes as sequencesAccount,
  callRoutes as sequencesCalls,
  linkRoutes as sequences,
} from "#trade/sequences/routes.ts";
import { clientRoutes as papers } from "#ground/papers/routes.ts";
import { accountRoutes as sharesAccount, clientRoutes as shares } from "#ground/shares/routes.ts";
import {
  accountRoutes as signaturesAccount,
  clientRoutes as signatures,
  fileRoutes as signaturesFiles,
} from "#ground/signatures/routes.ts";
import site from "#faces/site/routes.ts";
import { callRoutes as syncCalls } from "#ground/sync/routes.ts";
import {
  accountRoutes as visitsAccount,
  clientRoutes as visits,
  fileRoutes as visitsFiles,
  settingsRoutes as visitsSettings,
} from "#trade/visits/routes.ts";
import {
  accountRoutes as today,
  callRoutes as todayCalls,
  settingsRoutes as todaySettings,
} from "#faces/today/routes.ts";

interface ToolRoutes {
  /** The office's screens. A job's own are field screens (`tool.tsx`). */
  readonly accountRoutes?: RouteConfigEntry[];
  /** What a client sees of what was handed over (`#ground/papers`). */
  readonly clientRoutes?: RouteConfigEntry[];
  readonly fileRoutes?: RouteConfigEntry[];
}

// Found by their path rather than through tool.tsx, which would load every screen where routes are read.
const toolRoutes = await Promise.all(
  globSync("tools/*/routes.ts", { cwd: import.meta.dirname })
    .toSorted()
    .map((file) => pathToFileURL(path.join(import.meta.dirname, file)).href)
    .map((url) => import(/* @vite-ignore */ url) as Promise<ToolRoutes>),
);

// All routes: one line per feature, in the frame that shows it, and those of the tools.
export default [
  layout("faces/site/frame/layout.tsx", [
    ...site,
    ...identity,
    ...businessesPublic,
    ...magnets,
    ...drips,
    ...operator,
    route("*", "faces/site/frame/not-found.tsx"),
  ]),
  layout("faces/site/frame/account-layout.tsx", [
    ...today(index("app/pages/today-sections.tsx")),
    ...inbox,
    ...pipelineAccount,
    ...leadsAccount,
    ...magnetsAccount,
    ...dripsAccount,
    ...toolRoutes.flatMap(({ accountRoutes = [] }) => accountRoutes),
    ...closeoutsAccount,
    ...imports,
    ...issuesAccount,
    ...pricesAccount,
    ...reportsAccount,
    ...sequencesAccount,
    ...sharesAccount,
    ...evidenceAccount,
    ...signaturesAccount,
    ...visitsAccount,
    // One line per feature that has settings.
    layout("ground/businesses/settings/layout.tsx", [
      ...businesses,
      ...todaySettings,
      ...leadsSettings,
      ...visitsSettings,
      ...apiSettings,
      ...mediaSettings,
      ...notificationsSettings,
      ...identitySettings,
    ]),
  ]),
  // A frame of its own, so that people without access get the site's 404 instead of a redirect to the
  // login.
  layout("faces/operator/layout.tsx", [...consoleRoutes]),
  ...consoleFiles,
  ...businessesFiles,
  ...magnetsFiles,
  ...dripsFiles,
  ...pipelineFiles,
  ...toolRoutes.flatMap(({ fileRoutes = [] }) => fileRoutes),
  ...closeoutsFiles,
  ...importsFiles,
  ...issuesFiles,
  ...pricesFiles,
  ...reportsFiles,
  ...leads,
  ...leadsFiles,
  ...leadsCalls,
  ...dueCalls,
  ...eventsCalls,
  ...evidenceFiles,
  ...apiCalls,
  ...apiFiles,
  ...fieldShell,
  ...fieldCalls,
  ...mediaCalls,
  ...notificationsCalls,
  ...pipelineLinks,
  ...todayCalls,
  ...syncCalls,
  ...sequences,
  ...sequencesCalls,
  ...toolRoutes.flatMap(({ clientRoutes = [] }) => clientRoutes),
  ...issues,
  ...shares,
  ...papers,
  ...visits,
  ...visitsFiles,
  ...reports,
  ...closeouts,
  ...signatures,
  ...signaturesFiles,
  ...faceRoutes,
  route("sitemap.xml", "app/pages/sitemap.ts"),
] satisfies RouteConfig;
