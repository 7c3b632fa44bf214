import type { ServerTool } from "#trade/jobs/public.server.ts";
import { estimatesResource } from "./api/resource.server.ts";
import { defineEstimates } from "./kinds.server.ts";
import { estimateInvoices } from "./close/invoices.server.ts";
import { expireTask } from "./close/expire.server.ts";
import { estimates, estimatesScheduled, estimatesVersions } from "./tables.server.ts";
import { announceExpiringTask, expiringFunction } from "./follow-up/expiring.server.ts";
import { loadEstimateSection, loadEstimatesWithClients } from "./office/today.server.ts";
import { defineEstimateFollowUps } from "./follow-up/matter.server.ts";
import { onEvent } from "#ground/events/public.server.ts";
import { forgetScheduled } from "./send/scheduled.server.ts";
import { sendScheduledTask } from "./send/tasks.server.ts";
import { listenForEstimates } from "./client/answers.server.ts";

const WORK = { read: "work.read", write: "work.write" } as const;
const HARMLESS = { harmless: "records of a job, which only people in the business read" } as const;

/** Estimates, as the server knows them. */
export const estimatesOnServer: ServerTool = {
  word: "estimates",
  defineKinds: defineEstimates,
  tables: [
    {
      table: estimates,
      rights: WORK,
      takeover: HARMLESS,
      privacy: { nobody: "where each estimate stands, and which option was chosen" },
    },
    {
      table: estimatesVersions,
      rights: WORK,
      takeover: HARMLESS,
      privacy: { rows: ["work"], personal: "content" },
    },
    {
      table: estimatesScheduled,
      rights: WORK,
      takeover: {
        harmless: "only a business with a proven address can schedule, and what is older isn't sent",
      },
      privacy: { rows: ["work", "reported"], personal: "sending made_by", plain: "content_hash" },
    },
  ],
  // Prices are not for reports, which leave the business.
  describers: [],
  functions: [expiringFunction],
  tasks: [expireTask, announceExpiringTask, sendScheduledTask],
  loadToday: loadEstimateSection,
  loadWithClients: loadEstimatesWithClients,
  listen() {
    listenForEstimates();
    onEvent("lead.erased", (ctx, { email, isTheirs }) => forgetScheduled(ctx, isTheirs ? email : null));
  },
  api: estimatesResource,
  invoices: estimateInvoices,
  defineFollowUps: defineEstimateFollowUps,
};
