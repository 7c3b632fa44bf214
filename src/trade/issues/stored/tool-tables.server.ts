import type { ToolTable } from "#trade/jobs/public.server.ts";
import { issues, issuesLinks } from "../tables.server.ts";

/** For the tools that use issues. */
export const issueTables: readonly ToolTable[] = [
  {
    table: issues,
    // Companies that are guests of a job find and fix issues there.
    rights: { read: "work.read", write: "work.write", ofJob: true },
    takeover: { harmless: "records of a job, which only its people read" },
    privacy: { rows: ["work"], personal: "user_id", plain: "number state due soon_for late_for" },
  },
  {
    table: issuesLinks,
    rights: { read: "work.read", write: "work.write" },
    takeover: { harmless: "the links themselves are turned off with all others" },
    privacy: { rows: ["work"], personal: "sealed" },
  },
];
