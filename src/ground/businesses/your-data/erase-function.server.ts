/**
 * Removes every row of the account that the transaction is in, from every table that has an `account_id` by
 * the database's own catalog: a new table can't be forgotten, and history, which the app's role can't remove,
 * goes too. Owned by the owner. It removes nothing but the account whose scope it is called in, so a wrong id
 * removes nothing.
 *
 * Again until nothing is found: waiting for the row of a transaction that is under way, such as a step being
 * sent, may bring to light what that transaction wrote meanwhile into a table that was emptied already.
 */
export const eraseFunction = `
create or replace function businesses_erase(account uuid) returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  name text;
  gone bigint;
  found_now bigint;
  total bigint := 0;
begin
  if account is null or account = '00000000-0000-0000-0000-000000000000'
     or account is distinct from nullif(current_setting('app.account_id', true), '')::uuid then
    raise exception 'only the account that is entered can be erased' using errcode = 'insufficient_privilege';
  end if;
  for pass in 1..10 loop
    found_now := 0;
    for name in
      select c.relname from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped)
       order by c.relname desc
    loop
      execute format('delete from public.%I where account_id = $1', name) using account;
      get diagnostics gone = row_count;
      found_now := found_now + gone;
    end loop;
    total := total + found_now;
    exit when found_now = 0;
  end loop;
  return total;
end $$`;
