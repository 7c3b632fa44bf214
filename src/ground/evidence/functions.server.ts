/**
 * Prevents changes to a history by the app's role, and accidental ones by its owner. Two exceptions, both as
 * owner: erasing a payload and its salt (`evidence_erase`), and erasing a whole account (`businesses_erase`).
 */
export const evidenceGuard = `
create or replace function evidence_keep() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = (select r.rolname from pg_class c join pg_roles r on r.oid = c.relowner where c.oid = tg_relid) then
    if tg_op = 'DELETE' then return old; end if;
    if tg_table_name = 'evidence_entries' and new.payload is null and new.salt is null and old.payload is not null
       and old.kind not like 'evidence.%' and new.about = '{}'
       and to_jsonb(new) - array['payload', 'salt', 'about'] = to_jsonb(old) - array['payload', 'salt', 'about'] then
      return new;
    end if;
  end if;
  raise exception 'a history is added to, never changed' using errcode = 'insufficient_privilege', constraint = 'evidence_keep';
end $$;
drop trigger if exists evidence_keep on evidence_entries;
create trigger evidence_keep before update or delete on evidence_entries for each row execute function evidence_keep();
drop trigger if exists evidence_keep on evidence_seals;
create trigger evidence_keep before update or delete on evidence_seals for each row execute function evidence_keep()`;

/**
 * Erases payload and salt of some entries of a job in the transaction's account, except what the law retains.
 */
export const evidenceEraseFunction = `
create or replace function evidence_erase(job uuid, numbers int[], moment timestamptz) returns setof int
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  acting text := nullif(current_setting('app.role', true), '');
begin
  if acting is not null and acting not in ('owner', 'manager') then
    raise exception 'only owners and managers erase' using errcode = 'insufficient_privilege';
  end if;
  return query
    update evidence_entries e set payload = null, salt = null, about = '{}'
     where e.account_id = nullif(current_setting('app.account_id', true), '')::uuid and e.job_id = job and e.number = any(numbers)
       and e.payload is not null and e.kind not like 'evidence.%' and (e.retained_until is null or e.retained_until <= moment)
    returning e.number;
end $$`;
