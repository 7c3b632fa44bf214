/**
 * Lists webhooks with deliveries due, the longest waiting first. Owned by the owner, so it may look across
 * accounts; it gives away ids and nothing else. A suspended account's wait.
 */
const dueWebhooksFunction = `
create or replace function api_due_webhooks(at timestamptz, at_most int) returns table (account_id uuid, webhook_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.account_id, d.webhook_id from api_deliveries d
   where d.state = 'waiting' and d.due_at <= at
     and not exists (select from businesses_accounts a where a.account_id = d.account_id and a.suspended_at is not null)
   group by d.account_id, d.webhook_id order by min(d.due_at) limit at_most
$$`;

/**
 * Forgets answers that are not given again, events and deliveries that are no longer shown, and who made the
 * keys of people who have left, in every account. Owned by the owner.
 */
const forgetFunction = `
create or replace function api_forget(answers_before timestamptz, log_before timestamptz) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  delete from api_answers where at < answers_before;
  update api_keys k set made_by = null
   where made_by is not null
     and not exists (select from businesses_members m where m.account_id = k.account_id and m.user_id = k.made_by);
  delete from api_deliveries where created_at < log_before and state <> 'waiting';
  delete from api_events e where e.at < log_before
     and not exists (select from api_deliveries d where d.account_id = e.account_id and d.event_id = e.id and d.state = 'waiting');
$$`;

export const apiFunctions = [dueWebhooksFunction, forgetFunction];
