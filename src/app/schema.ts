import path from "node:path";
import { apiFunctions } from "#faces/api/functions.server.ts";
import { mailboxInUseFunction } from "#ground/businesses/mailbox/give-back.server.ts";
import { addressAccountsFunction } from "#ground/businesses/sending/reply-addresses.server.ts";
import { accountsWithDueFunction } from "#ground/due/functions.server.ts";
import { eraseFunction } from "#ground/businesses/your-data/erase-function.server.ts";
import { shownChannelFunction } from "#ground/businesses/sending/channels.server.ts";
import { dueMailboxesFunction } from "#ground/businesses/sending/mailboxes.server.ts";
import { twilioAccountsFunction } from "#ground/businesses/sending/text-accounts.server.ts";
import { ownerGuard, peoplePolicies, membershipFunction } from "#ground/businesses/functions.server.ts";
import { originalAccountsFunction } from "#ground/media/functions.server.ts";
import { evidenceEraseFunction, evidenceGuard } from "#ground/evidence/functions.server.ts";
import {
  acceptCaptureFunction,
  acceptCapturesFunction,
  accountsToAskFunction,
  jobCopiesFunction,
  leadAccountFunction,
  purgeMergesFunction,
  purgeQuarantinedFunction,
  rereadOldReplies,
  phoneAccountsFunction,
  waitingCapturesFunction,
} from "#trade/leads/functions.server.ts";
import { notificationsFunctions } from "#ground/notifications/public.server.ts";
import { operatorFunctions } from "#faces/operator/functions.server.ts";
import { weeklyAccountsFunction } from "#faces/pipeline/functions.server.ts";
import { reportAccountsFunction } from "#trade/reports/functions.server.ts";
import {
  dateAccountsFunction,
  dueAccountsFunction,
  headsUpAccountsFunction,
} from "#trade/sequences/functions.server.ts";
import { syncForgetFunction } from "#ground/sync/functions.server.ts";
import { dueCalendarsFunction, visitAccountsFunction } from "#trade/visits/functions.server.ts";
import { inspectionsScheduleAccountsFunction } from "#trade/inspections/functions.server.ts";
import { worklistFoundFunction } from "#ground/worklist/functions.server.ts";
import type { SchemaParts } from "#platform/db/migrate.server.ts";
import { mailHealthFunction } from "#platform/mail/health.server.ts";
import mailFunctions from "#platform/mail/functions.sql?raw";
import { createTaskQueues } from "#platform/queue/queue.server.ts";
import { textHealthFunction } from "#platform/sms/health.server.ts";
import smsFunctions from "#platform/sms/functions.sql?raw";
import { figuresFunction } from "./figures.ts";
import { readableRows, tableRoles } from "./table-rights.ts";
import { serverTools } from "./tools.server.ts";
import { tasks } from "./worker.ts";

/** Everything the database's schema is made of. */
export function schemaParts(root: string): SchemaParts {
  return {
    migrationsFolder: path.join(root, "migrations"),
    readableRows,
    tableRoles,
    functions: [
      mailFunctions,
      smsFunctions,
      dueAccountsFunction,
      headsUpAccountsFunction,
      dateAccountsFunction,
      reportAccountsFunction,
      accountsWithDueFunction,
      visitAccountsFunction,
      inspectionsScheduleAccountsFunction,
      dueCalendarsFunction,
      weeklyAccountsFunction,
      acceptCapturesFunction,
      acceptCaptureFunction,
      waitingCapturesFunction,
      accountsToAskFunction,
      jobCopiesFunction,
      leadAccountFunction,
      purgeMergesFunction,
      purgeQuarantinedFunction,
      rereadOldReplies,
      ownerGuard,
      peoplePolicies,
      membershipFunction,
      addressAccountsFunction,
      mailboxInUseFunction,
      eraseFunction,
      originalAccountsFunction,
      evidenceGuard,
      evidenceEraseFunction,
      syncForgetFunction,
      worklistFoundFunction,
      mailHealthFunction,
      textHealthFunction,
      dueMailboxesFunction,
      shownChannelFunction,
      twilioAccountsFunction,
      phoneAccountsFunction,
      ...notificationsFunctions,
      ...operatorFunctions,
      ...apiFunctions(serverTools.flatMap((tool) => tool.api ?? [])),
      figuresFunction,
      ...serverTools.flatMap((tool) => tool.functions ?? []),
    ],
    afterwards: (owner) => createTaskQueues(owner, tasks),
  };
}
