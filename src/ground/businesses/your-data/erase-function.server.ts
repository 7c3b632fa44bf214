/**
 * Deletes every row of the entered account from every table with an `account_id`, listed from the catalog so
 * that new tables are included. SECURITY DEFINER, because the app's role can't delete history. Refuses any
 * account other than the entered one.
 * Repeats until a pass deletes nothing: while it waits for a row locked by a running transaction, such as a
 * step being sent, that transaction may write to a table already emptied.
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
