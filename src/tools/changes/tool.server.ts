import type { ServerTool } from "#trade/jobs/public.server.ts";
import { listenForChanges } from "./answers.server.ts";
import { loadChangeSection } from "./radar.server.ts";
import { defineChanges } from "./kinds.server.ts";
import { changes, changesVersions } from "./tables.server.ts";
import { expireTask, numberTask } from "./tasks.server.ts";

const WORK = { read: "work.read", write: "work.write" } as const;
const HARMLESS = { harmless: "records of a job, which only people in the business read" } as const;

/** Change orders, as the server knows them. */
export const changesOnServer: ServerTool = {
  word: "changes",
  defineKinds: defineChanges,
  tables: [
    {
      table: changes,
      rights: WORK,
      takeover: HARMLESS,
      privacy: { rows: ["work"], personal: "void_reason", plain: "pco cor co state covered" },
    },
    {
      table: changesVersions,
      rights: WORK,
      takeover: HARMLESS,
      privacy: { rows: ["work"], personal: "sheet" },
    },
  ],
  // Prices are not for reports, which leave the business.
  describers: [],
  tasks: [numberTask, expireTask],
  loadToday: loadChangeSection,
  listen: listenForChanges,
};
