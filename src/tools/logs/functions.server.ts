const MOST_WEATHERS = 2_000;

/**
 * Finds the acting account's entries that match every word, newest first, in their text, author, or the day's
 * weather. Row security would prevent use of the full-text index, so this runs as the table owner, within the
 * acting account, and returns only ids; entries are then read under row security.
 */
export const logsFoundFunction = `
create or replace function logs_found(asked jsonb, wanted_job uuid, first_day date, last_day date, wanted_type text, at_most int) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  acting text := nullif(current_setting('app.role', true), '');
  one jsonb;
  held text := '';
begin
  if acting is not null and acting not in ('owner', 'manager', 'member') then
    return;
  end if;
  for one in select value from jsonb_array_elements(asked) loop
    held := held || format(' and (search @@ (to_tsquery(''english'', %1$L) || to_tsquery(''simple'', %1$L))', one ->> 'word');
    if one -> 'people' <> '[]' then
      held := held || format(' or author = any (%L::uuid[])', translate(one ->> 'people', '[]" ', '{}'));
    end if;
    -- Looked up once, not for each entry.
    held := held || format(
      ' or weather = any (array(select w.id from logs_weathers w where w.account_id = %2$L and w.search @@ (to_tsquery(''english'', %1$L) || to_tsquery(''simple'', %1$L)) %3$s order by w.date desc limit %4$s)))',
      one ->> 'word', nullif(current_setting('app.account_id', true), ''),
      case when wanted_job is not null then format('and w.job_id = %L', wanted_job) else '' end, ${MOST_WEATHERS});
  end loop;
  if wanted_job is not null then held := held || format(' and job_id = %L', wanted_job); end if;
  if first_day is not null then held := held || format(' and date >= %L', first_day); end if;
  if last_day is not null then held := held || format(' and date <= %L', last_day); end if;
  if wanted_type is not null then held := held || format(' and type = %L', wanted_type); end if;
  -- Found first, then put in order: walking the newest would read every entry of an account for a word that is in none.
  return query execute format(
    'with found as materialized (select e.id, e.date from logs_entries e where e.account_id = %L %s) select id from found order by date desc, id desc limit %s',
    nullif(current_setting('app.account_id', true), '')::uuid, held, at_most);
end $$`;

/**
 * Accounts with log reminders, except suspended ones. Runs as the table owner to see all accounts, so it
 * returns only ids.
 */
export const logsReminderAccountsFunction = `
create or replace function logs_reminder_accounts(after uuid, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct r.account_id from logs_reminders r
   where r.account_id > after
     and not exists (select from businesses_accounts a where a.account_id = r.account_id and a.suspended_at is not null)
   order by 1 limit at_most
$$`;
