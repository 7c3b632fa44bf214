import path from "node:path";
import { apiFunctions } from "#features/api/functions.server.ts";
import { addressAccountsFunction } from "#features/businesses/addresses.server.ts";
import { eraseFunction } from "#features/businesses/erase-function.server.ts";
import { dueMailboxesFunction } from "#features/businesses/channels-mailboxes.server.ts";
import { twilioAccountsFunction } from "#features/businesses/channels-texts.server.ts";
import { ownerGuard, peoplePolicies, standingFunction } from "#features/businesses/functions.server.ts";
import { evidenceEraseFunction, evidenceGuard } from "#features/evidence/functions.server.ts";
import {
  acceptCaptureFunction,
  acceptCapturesFunction,
  accountsToAskFunction,
  forgetHeldBackFunction,
  lookAtOldReplies,
  phoneAccountsFunction,
  waitingCapturesFunction,
} from "#features/leads/functions.server.ts";
import { logsFoundFunction, logsReminderAccountsFunction } from "#features/logs/functions.server.ts";
import { operatorFunctions } from "#features/operator/functions.server.ts";
import { weeklyAccountsFunction } from "#features/pipeline/functions.server.ts";
import { reportAccountsFunction } from "#features/reports/functions.server.ts";
import { dateAccountsFunction, dueAccountsFunction, headsUpAccountsFunction } from "#features/sequences/functions.server.ts";
import { syncForgetFunction } from "#features/sync/functions.server.ts";
import type { SchemaParts } from "#platform/db/migrate.server.ts";
import { mailHealthFunction } from "#platform/mail/health.server.ts";
import mailFunctions from "#platform/mail/functions.sql?raw";
import { createTaskQueues } from "#platform/queue/queue.server.ts";
import { textHealthFunction } from "#platform/sms/health.server.ts";
import smsFunctions from "#platform/sms/functions.sql?raw";
import { figuresFunction } from "./figures.ts";
import { readableRows, tableRoles } from "./tables.ts";
import { tasks } from "./worker.ts";

/** All that the database's schema is made of. */
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
      logsFoundFunction,
      logsReminderAccountsFunction,
      weeklyAccountsFunction,
      acceptCapturesFunction,
      acceptCaptureFunction,
      waitingCapturesFunction,
      accountsToAskFunction,
      forgetHeldBackFunction,
      lookAtOldReplies,
      ownerGuard,
      peoplePolicies,
      standingFunction,
      addressAccountsFunction,
      eraseFunction,
      evidenceGuard,
      evidenceEraseFunction,
      syncForgetFunction,
      mailHealthFunction,
      textHealthFunction,
      dueMailboxesFunction,
      twilioAccountsFunction,
      phoneAccountsFunction,
      ...operatorFunctions,
      ...apiFunctions,
      figuresFunction,
    ],
    afterwards: (owner) => createTaskQueues(owner, tasks),
  };
}
