import { layout, route, type RouteConfig } from "@react-router/dev/routes";
import { callRoutes as apiCalls, settingsRoutes as apiSettings } from "./features/api/routes.ts";
import {
  faceRoutes,
  fileRoutes as businessesFiles,
  publicRoutes as businessesPublic,
  settingsRoutes as businesses,
} from "./features/businesses/routes.ts";
import { accountRoutes as dripsAccount, fileRoutes as dripsFiles, publicRoutes as drips } from "./features/drips/routes.ts";
import { callRoutes as eventsCalls } from "./features/events/routes.ts";
import { callRoutes as fieldCalls, shellRoutes as fieldShell } from "./features/field/routes.ts";
import { accountRoutes as evidenceAccount, fileRoutes as evidenceFiles } from "./features/evidence/routes.ts";
import { publicRoutes as identity, settingsRoutes as identitySettings } from "./features/identity/routes.ts";
import { accountRoutes as inbox } from "./features/inbox/routes.ts";
import {
  accountRoutes as leadsAccount,
  callRoutes as leadsCalls,
  clientRoutes as leads,
  fileRoutes as leadsFiles,
  settingsRoutes as leadsSettings,
} from "./features/leads/routes.ts";
import { accountRoutes as logsAccount, fileRoutes as logsFiles } from "./features/logs/routes.ts";
import { accountRoutes as magnetsAccount, fileRoutes as magnetsFiles, publicRoutes as magnets } from "./features/magnets/routes.ts";
import { callRoutes as mediaCalls, settingsRoutes as mediaSettings } from "./features/media/routes.ts";
import { consoleFiles, consoleRoutes, publicRoutes as operator } from "./features/operator/routes.ts";
import { accountRoutes as pipelineAccount, fileRoutes as pipelineFiles, linkRoutes as pipelineLinks } from "./features/pipeline/routes.ts";
import { accountRoutes as reportsAccount, fileRoutes as reportsFiles } from "./features/reports/routes.ts";
import { accountRoutes as sequencesAccount, callRoutes as sequencesCalls, linkRoutes as sequences } from "./features/sequences/routes.ts";
import { accountRoutes as sharesAccount, clientRoutes as shares } from "./features/shares/routes.ts";
import {
  accountRoutes as signaturesAccount,
  clientRoutes as signatures,
  fileRoutes as signaturesFiles,
} from "./features/signatures/routes.ts";
import site from "./features/site/routes.ts";
import { callRoutes as syncCalls } from "./features/sync/routes.ts";
import { accountRoutes as today, callRoutes as todayCalls, settingsRoutes as todaySettings } from "./features/today/routes.ts";

// The map of the house: one line per feature, in the frame it is shown in.
export default [
  layout("features/site/layout.tsx", [
    ...site,
    ...identity,
    ...businessesPublic,
    ...magnets,
    ...drips,
    ...operator,
    route("*", "features/site/not-found.tsx"),
  ]),
  layout("features/site/account-layout.tsx", [
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
    layout("features/businesses/settings-layout.tsx", [
      ...businesses,
      ...todaySettings,
      ...leadsSettings,
      ...apiSettings,
      ...mediaSettings,
      ...identitySettings,
    ]),
  ]),
  // In a frame of its own: whoever may not see it gets the site's 404, not the way to the login.
  layout("features/operator/layout.tsx", [...consoleRoutes]),
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
  ...signatures,
  ...signaturesFiles,
  ...faceRoutes,
  route("sitemap.xml", "sitemap.ts"),
] satisfies RouteConfig;
