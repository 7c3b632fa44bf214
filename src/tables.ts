import { ACTIONS, type TableRights, USUAL_RIGHTS } from "./features/businesses/rules.ts";
import { businessesReadableRows, businessesTableRights } from "./features/businesses/tables.server.ts";
import { apiTableRights } from "./features/api/tables.server.ts";
import { evidenceReadableRows, evidenceTableRights } from "./features/evidence/tables.server.ts";
import { leadsTableRights } from "./features/leads/import/tables.server.ts";
import { leadsReadableRows } from "./features/leads/tables.server.ts";
import { logsTableRights } from "./features/logs/tables.server.ts";
import { reportsTableRights } from "./features/reports/tables.server.ts";
import { sharesTableRights } from "./features/shares/tables.server.ts";
import { signaturesTableRights } from "./features/signatures/tables.server.ts";
import { syncTableRights } from "./features/sync/tables.server.ts";

// One line per feature (and per platform part that keeps rows): what the generated migrations are made from.
export * from "./features/api/tables.server.ts";
export * from "./features/businesses/tables.server.ts";
export * from "./features/drips/tables.server.ts";
export * from "./features/events/tables.server.ts";
export * from "./features/evidence/tables.server.ts";
export * from "./features/identity/tables.server.ts";
export * from "./features/jobs/tables.server.ts";
export * from "./features/leads/import/tables.server.ts";
export * from "./features/leads/tables.server.ts";
export * from "./features/logs/tables.server.ts";
export * from "./features/magnets/tables.server.ts";
export * from "./features/media/tables.server.ts";
export * from "./features/operator/tables.server.ts";
export * from "./features/pipeline/tables.server.ts";
export * from "./features/reports/tables.server.ts";
export * from "./features/sequences/tables.server.ts";
export * from "./features/shares/tables.server.ts";
export * from "./features/signatures/tables.server.ts";
export * from "./features/site/tables.server.ts";
export * from "./features/sync/tables.server.ts";
export * from "./platform/mail/tables.server.ts";
export * from "./platform/sms/tables.server.ts";

/** Rows that may be read from outside their account's scope, and when: every exception is here. */
export const readableRows: Readonly<Record<string, string>> = { ...businessesReadableRows, ...evidenceReadableRows, ...leadsReadableRows };

const rolesOf = ({ read, write, appendOnly = false, ofJob = false }: TableRights) => ({
  read: ACTIONS[read].roles,
  write: ACTIONS[write].roles,
  appendOnly,
  ofJob,
});

/** Which roles read and write the rows of a business, by table; the rest as usual. The database holds the product to it. */
export const tableRoles = {
  usual: rolesOf(USUAL_RIGHTS),
  tables: Object.fromEntries(
    Object.entries({
      ...businessesTableRights,
      ...apiTableRights,
      ...evidenceTableRights,
      ...leadsTableRights,
      ...logsTableRights,
      ...reportsTableRights,
      ...sharesTableRights,
      ...signaturesTableRights,
      ...syncTableRights,
    }).map(([table, rights]) => [table, rolesOf(rights)]),
  ),
};
