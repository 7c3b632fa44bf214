/**
 * The only change ever made to a stored command: some fields are erased for the person they name. The
 * command's hash is cleared too, so that nobody can test guesses against it.
 */
export const syncForgetFunction = `
create or replace function sync_forget(commands uuid[], names text[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  acting text := nullif(current_setting('app.role', true), '');
begin
  if acting is not null and acting not in ('owner', 'manager') then
    raise exception 'only owners and managers erase' using errcode = 'insufficient_privilege';
  end if;
  update sync_commands set sets = sets - names, hash = ''
   where account_id = nullif(current_setting('app.account_id', true), '')::uuid and id = any(commands);
end $$`;
