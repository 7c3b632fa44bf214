import { ACTIONS, type TableRights, USUAL_RIGHTS } from "#ground/businesses/rules.ts";
import { businessesReadableRows, businessesTableRights } from "#ground/businesses/tables.server.ts";
import { closeoutsTableRights } from "#trade/closeouts/tables.server.ts";
import { dueTableRights } from "#ground/due/tables.server.ts";
import { apiTableRights } from "#faces/api/tables.server.ts";
import { evidenceReadableRows, evidenceTableRights } from "#ground/evidence/tables.server.ts";
import { importsTableRights } from "#trade/imports/tables.server.ts";
import { leadsTableRights } from "#trade/leads/import/tables.server.ts";
import { leadsReadableRows } from "#trade/leads/page/tables.server.ts";
import { notificationsTableRights } from "#ground/notifications/tables.server.ts";
import { papersTableRights } from "#ground/papers/tables.server.ts";
import { reportsTableRights } from "#trade/reports/tables.server.ts";
import { sharesTableRights } from "#ground/shares/tables.server.ts";
import { signaturesTableRights } from "#ground/signatures/tables.server.ts";
import { syncTableRights } from "#ground/sync/tables.server.ts";
import { visitsTableRights } from "#trade/visits/tables.server.ts";
import { worklistTableRights } from "#ground/worklist/tables.server.ts";
import { getTableName } from "drizzle-orm";
import { serverTools } from "./tools.server.ts";

/** Every exception under which rows may be read from outside their account's scope, with the reason. */
export const readableRows: Readonly<Record<string, string>> = {
  ...businessesReadableRows,
  ...evidenceReadableRows,
  ...leadsReadableRows,
};

const rolesOf = ({
  read,
  write,
  appendOnly = false,
  ofJob = false,
  readableIf,
  writableIf,
}: TableRights) => ({
  read: ACTIONS[read].roles,
  write: ACTIONS[write].roles,
  appendOnly,
  ofJob,
  ...(readableIf ? { readableIf } : {}),
  ...(writableIf ? { writableIf } : {}),
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
      ...closeoutsTableRights,
      ...dueTableRights,
      ...evidenceTableRights,
      ...importsTableRights,
      ...leadsTableRights,
      ...notificationsTableRights,
      ...papersTableRights,
      ...reportsTableRights,
      ...sharesTableRights,
      ...signaturesTableRights,
      ...syncTableRights,
      ...visitsTableRights,
      ...worklistTableRights,
      ...Object.fromEntries(
        serverTools.flatMap(({ tables }) => tables).map((one) => [getTableName(one.table), one.rights]),
      ),
    }).map(([table, rights]) => [table, rolesOf(rights)]),
  ),
};
