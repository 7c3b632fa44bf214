import { ACTIONS, type TableRights, USUAL_RIGHTS } from "#ground/businesses/rules.ts";
import { businessesReadableRows, businessesTableRights } from "#ground/businesses/tables.server.ts";
import { apiTableRights } from "#faces/api/tables.server.ts";
import { evidenceReadableRows, evidenceTableRights } from "#ground/evidence/tables.server.ts";
import { leadsTableRights } from "#trade/leads/import/tables.server.ts";
import { leadsReadableRows } from "#trade/leads/tables.server.ts";
import { logsTableRights } from "#tools/logs/tables.server.ts";
import { reportsTableRights } from "#trade/reports/tables.server.ts";
import { sharesTableRights } from "#ground/shares/tables.server.ts";
import { signaturesTableRights } from "#ground/signatures/tables.server.ts";
import { syncTableRights } from "#ground/sync/tables.server.ts";
import { worklistTableRights } from "#ground/worklist/tables.server.ts";

// One line per feature or platform part with tables: the input for generated migrations.
export * from "#faces/api/tables.server.ts";
export * from "#ground/businesses/tables.server.ts";
export * from "#trade/drips/tables.server.ts";
export * from "#ground/events/tables.server.ts";
export * from "#ground/evidence/tables.server.ts";
export * from "#ground/identity/tables.server.ts";
export * from "#trade/jobs/tables.server.ts";
export * from "#trade/leads/import/tables.server.ts";
export * from "#trade/leads/tables.server.ts";
export * from "#tools/logs/tables.server.ts";
export * from "#trade/magnets/tables.server.ts";
export * from "#ground/media/tables.server.ts";
export * from "#faces/operator/tables.server.ts";
export * from "#faces/pipeline/tables.server.ts";
export * from "#trade/reports/tables.server.ts";
export * from "#trade/sequences/tables.server.ts";
export * from "#ground/shares/tables.server.ts";
export * from "#ground/signatures/tables.server.ts";
export * from "#faces/site/tables.server.ts";
export * from "#ground/sync/tables.server.ts";
export * from "#ground/worklist/tables.server.ts";
export * from "#platform/mail/tables.server.ts";
export * from "#platform/sms/tables.server.ts";

/** Every exception under which rows may be read from outside their account's scope, with the reason. */
export const readableRows: Readonly<Record<string, string>> = {
  ...businessesReadableRows,
  ...evidenceReadableRows,
  ...leadsReadableRows,
};

const rolesOf = ({ read, write, appendOnly = false, ofJob = false }: TableRights) => ({
  read: ACTIONS[read].roles,
  write: ACTIONS[write].roles,
  appendOnly,
  ofJob,
});

/**
 * Roles that may read and write a business's rows, by table; other tables use the defaults. The database
 * enforces this.
 */
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
      ...worklistTableRights,
    }).map(([table, rights]) => [table, rolesOf(rights)]),
  ),
};
