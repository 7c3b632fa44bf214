import { CONFIDANTS } from "#ground/sync/public.server.ts";
import type { ToolTable } from "#trade/jobs/public.server.ts";
import {
  safetyCertificates,
  safetyCompanyYears,
  safetyEstablishmentJobs,
  safetyEstablishments,
  safetyLinks,
  safetySheets,
  safetySheetVersions,
  safetyYears,
} from "./tables.server.ts";

/** OSHA’s forms are for owners and the people they name to read injuries. */
const OF_FORMS = {
  read: "work.read",
  write: "work.write",
  readableIf: CONFIDANTS,
  writableIf: CONFIDANTS,
} as const;
const HARMLESS = {
  harmless: "forms of the business, which only its owners and people they name read",
} as const;

/** The tables of safety, with who may read them. Lists over all jobs are projections of the records. */
export const safetyTables: readonly ToolTable[] = [
  {
    table: safetyLinks,
    rights: { read: "work.read", write: "work.write" },
    takeover: { harmless: "the links themselves are turned off with all others" },
    privacy: { rows: ["work"], personal: "sealed" },
  },
  {
    table: safetyEstablishments,
    rights: OF_FORMS,
    takeover: HARMLESS,
    privacy: { nobody: "the addresses and tax numbers of a business" },
  },
  {
    table: safetyEstablishmentJobs,
    rights: OF_FORMS,
    takeover: HARMLESS,
    privacy: { nobody: "which jobs belong to which establishment" },
  },
  {
    table: safetyYears,
    rights: OF_FORMS,
    takeover: HARMLESS,
    privacy: { nobody: "hours and employees of a year, as numbers" },
  },
  {
    table: safetyCompanyYears,
    rights: OF_FORMS,
    takeover: HARMLESS,
    privacy: { nobody: "employees and the insurer’s rate of a year, as numbers" },
  },
  {
    table: safetyCertificates,
    rights: { ...OF_FORMS, appendOnly: true },
    takeover: HARMLESS,
    privacy: {
      rows: ["work"],
      personal: "form name title phone drawing reason certified_by",
      plain: "day",
    },
  },
  {
    table: safetySheets,
    rights: { read: "work.read", write: "work.write" },
    takeover: { harmless: "papers of the business, which only people in it open" },
    // A safety plan names who to call.
    privacy: { rows: ["work", "recorded"], personal: "words", plain: "name type maker language review_on" },
  },
  {
    table: safetySheetVersions,
    rights: { read: "work.read", write: "work.write" },
    takeover: { harmless: "papers of the business, which only people in it open" },
    privacy: { rows: ["work", "recorded"], personal: "file file_name words", plain: "sha256 revised_on" },
  },
];
