import { SCHEDULE } from "./schedules/rules.ts";

/**
 * Accounts with scheduled checklists, except suspended ones. Runs as the table owner to see all accounts, so
 * it returns only ids. Goes from account to account: the list over all jobs may have millions of rows.
 */
export const inspectionsScheduleAccountsFunction = `
create or replace function inspections_schedule_accounts(after uuid, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select a.account_id from businesses_accounts a
   where a.account_id > after and a.suspended_at is null
     and exists (select from worklist_items w
                  where w.account_id = a.account_id and w.kind = '${SCHEDULE}' and w.type = 'on')
   order by 1 limit at_most
$$`;
