import type { ServerTool } from "#trade/jobs/public.server.ts";
import { logsResource } from "./api/resource.server.ts";
import { weatherClaim } from "./claim/report-shape.server.ts";
import { logsNotifications } from "./guest-notifications.server.ts";
import { defineImport, defineImported, describeImported } from "#trade/imports/public.server.ts";
import { logPapersFormat, logsFormat } from "./move-in/formats.server.ts";
import { IMPORTED } from "./move-in/kind.ts";
import { logsReminderAccountsFunction } from "./functions.server.ts";
import { defineLogs } from "./kinds.server.ts";
import { authorsOf } from "./list-items.server.ts";
import { logDescribers } from "./paper/report-lines.ts";
import { dailyLog } from "./paper/report-shape.server.ts";
import { defineMissingLogs } from "./reminders/missing-logs.server.ts";
import { logsDays, logsEntries, logsReminders, logsWeathers } from "./tables.server.ts";
import { loadReviewSection } from "./today/load.server.ts";

/** A guest's changes to their one job update these rows. */
const OF_JOB = { read: "work.read", write: "work.write", ofJob: true } as const;
const WORK = { read: "work.read", write: "work.write" } as const;
const HARMLESS = { harmless: "job records, which only logged-in people read" } as const;

/** The daily log, as the server knows it. */
export const logsOnServer: ServerTool = {
  word: "logs",
  defineKinds() {
    defineLogs();
    defineImported(IMPORTED);
  },
  defineImports() {
    defineImport(logsFormat);
    defineImport(logPapersFormat);
  },
  tables: [
    {
      table: logsDays,
      rights: OF_JOB,
      takeover: HARMLESS,
      privacy: { rows: ["work"], personal: "company_name why state_by", plain: "date state" },
    },
    {
      table: logsEntries,
      rights: OF_JOB,
      takeover: HARMLESS,
      privacy: {
        rows: ["work", "photographed"],
        personal: "text title crew tags photos author",
        plain: "date type",
      },
    },
    {
      table: logsWeathers,
      rights: OF_JOB,
      takeover: HARMLESS,
      privacy: { rows: ["work"], personal: "said", plain: "date" },
    },
    {
      table: logsReminders,
      rights: WORK,
      takeover: { harmless: "reminds only people in the business, and leaves everyone else out" },
      privacy: { nobody: "what hour people on a job get their log reminder" },
    },
  ],
  functions: [logsReminderAccountsFunction],
  describers: [...logDescribers, describeImported(IMPORTED)],
  shapes: [dailyLog, weatherClaim],
  defineDue: defineMissingLogs,
  notifications: logsNotifications,
  loadToday: loadReviewSection,
  authors: authorsOf,
  api: logsResource,
};
