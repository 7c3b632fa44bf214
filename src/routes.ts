import { layout, route, type RouteConfig } from "@react-router/dev/routes";
import { callRoutes as apiCalls, settingsRoutes as apiSettings } from "#faces/api/routes.ts";
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
import { callRoutes as eventsCalls } from "#ground/events/routes.ts";
import { callRoutes as fieldCalls, shellRoutes as fieldShell } from "#faces/field/routes.ts";
import { accountRoutes as evidenceAccount, fileRoutes as evidenceFiles } from "#ground/evidence/routes.ts";
import { publicRoutes as identity, settingsRoutes as identitySettings } from "#ground/identity/routes.ts";
import { accountRoutes as inbox } from "#faces/inbox/routes.ts";
import {
  accountRoutes as leadsAccount,
  callRoutes as leadsCalls,
  clientRoutes as leads,
  fileRoutes as leadsFiles,
  settingsRoutes as leadsSettings,
} from "#trade/leads/routes.ts";
import { accountRoutes as logsAccount, fileRoutes as logsFiles } from "#tools/logs/routes.ts";
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
import { accountRoutes as sharesAccount, clientRoutes as shares } from "#ground/shares/routes.ts";
import {
  accountRoutes as signaturesAccount,
  clientRoutes as signatures,
  fileRoutes as signaturesFiles,
} from "#ground/signatures/routes.ts";
import site from "#faces/site/routes.ts";
import { callRoutes as syncCalls } from "#ground/sync/routes.ts";
import {
  accountRoutes as today,
  callRoutes as todayCalls,
  settingsRoutes as todaySettings,
} from "#faces/today/routes.ts";

// All routes: one line per feature, in the frame that shows it.
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
    ...today,
    ...inbox,
    ...pipelineAccount,
    ...leadsAccount,
    ...magnetsAccount,
    ...dripsAccount,
    ...logsAccount,
    ...reportsAccount,
    ...sequencesAccount,
    ...sharesAccount,
    ...evidenceAccount,
    ...signaturesAccount,
    // One line per feature that has settings.
    layout("ground/businesses/settings/layout.tsx", [
      ...businesses,
      ...todaySettings,
      ...leadsSettings,
      ...apiSettings,
      ...mediaSettings,
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
  ...logsFiles,
  ...reportsFiles,
  ...leads,
  ...leadsFiles,
  ...leadsCalls,
  ...eventsCalls,
  ...evidenceFiles,
  ...apiCalls,
  ...fieldShell,
  ...fieldCalls,
  ...mediaCalls,
  ...pipelineLinks,
  ...todayCalls,
  ...syncCalls,
  ...sequences,
  ...sequencesCalls,
  ...shares,
  ...reports,
  ...signatures,
  ...signaturesFiles,
  ...faceRoutes,
  route("sitemap.xml", "app/pages/sitemap.ts"),
] satisfies RouteConfig;
