import type { ApiResource } from "#platform/api/resource.ts";

/**
 * Lists webhooks with deliveries due, longest wait first. Runs with the owner's rights so that it can look
 * across accounts; it returns ids only. Suspended accounts' deliveries wait.
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
 * In every account, deletes stored answers, events and deliveries past their retention, and clears the
 * maker of keys whose maker has left. Runs with the owner's rights.
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

/**
 * Stores events and plans their deliveries if the account has a key or a webhook. An opt-out, bounce or
 * complaint of a lead is stored once. Runs under the caller's row security. Returns the number of deliveries.
 */
const keepFunction = `
create or replace function api_keep(account uuid, ids uuid[], types text[], leads uuid[], said jsonb[], moment timestamptz) returns int
language sql volatile set search_path = pg_catalog, public, pg_temp as $$
  with event as (
    insert into api_events (account_id, id, type, lead_id, details, at)
    select account, one.id, one.type, one.lead_id, one.details, moment
      from unnest(ids, types, leads, said) as one (id, type, lead_id, details)
     where (exists (select from api_keys k where k.account_id = account and k.revoked_at is null)
            or exists (select from api_webhooks w where w.account_id = account))
       and not (one.type in ('lead.unsubscribed', 'lead.bounced', 'lead.complained') and exists (
         select from api_events e where e.account_id = account and e.lead_id = one.lead_id and e.type = one.type))
    returning id, type),
  planned as (
    insert into api_deliveries (account_id, id, webhook_id, event_id, state, attempts, due_at, created_at)
    select account, gen_random_uuid(), w.id, event.id, 'waiting', 0, moment, moment
      from event join api_webhooks w on w.account_id = account and w.disabled_at is null and w.events ? event.type
    returning 1)
  select count(*)::int from planned
$$`;

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Stores events of a guest, who may read neither keys nor events. Runs with the owner's rights, so it accepts
 * only what a tool says that guests may cause, such as a submitted day, by their own company and of their own
 * job.
 */
function keepForGuestFunction(resources: readonly ApiResource[]): string {
  // A type without a branch may have no details, not even a job, so it is refused.
  const branches = resources
    .flatMap(({ events }) => Object.entries(events))
    .flatMap(([type, { byGuests = [] }]) =>
      byGuests.includes("companyId")
        ? [`when ${quote(type)} then array[${["jobId", ...byGuests].map(quote).join(", ")}]`]
        : [],
    );
  const allowed =
    branches.length > 0 ? `case one.type ${branches.join(" ")} else array[]::text[] end` : "array[]::text[]";
  return `
create or replace function api_keep_for_guest(ids uuid[], types text[], said jsonb[], moment timestamptz) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if nullif(current_setting('app.role', true), '') is distinct from 'guest' or exists (
    select from unnest(types, said) as one (type, details)
     where one.details ->> 'jobId' is distinct from nullif(current_setting('app.job_id', true), '')
        or one.details ->> 'companyId' is distinct from nullif(current_setting('app.user_id', true), '')
        or one.details - (${allowed}) <> '{}')
  then
    raise exception 'a guest may only publish what their own company did on their own job' using errcode = 'insufficient_privilege';
  end if;
  return api_keep(nullif(current_setting('app.account_id', true), '')::uuid, ids, types, array[]::uuid[], said, moment);
end $$`;
}

/** @param resources what the tools let other programs hear */
export const apiFunctions = (resources: readonly ApiResource[]): readonly string[] => [
  dueWebhooksFunction,
  forgetFunction,
  keepFunction,
  keepForGuestFunction(resources),
];
