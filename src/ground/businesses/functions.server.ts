import { ROLES, grantableRoles } from "./rules.ts";

const acting = "(select nullif(current_setting('app.role', true), ''))";

// Roles that may change some members but not all are restricted row by row.
const kinds = (["member", "manager"] as const)
  .map((role) => ({ role, grantable: grantableRoles(role) }))
  .filter(({ grantable }) => grantable.length > 0 && grantable.length < ROLES.length)
  .map(
    ({ role, grantable }) =>
      `(${acting} is distinct from '${role}' or role in (${grantable.map((one) => `'${one}'`).join(", ")}))`,
  )
  .join(" and ");

const restrictToRoles = (table: string) => `
drop policy if exists kind_inserts on ${table};
drop policy if exists kind_updates on ${table};
drop policy if exists kind_deletes on ${table};
create policy kind_inserts on ${table} as restrictive for insert with check (${kinds});
create policy kind_updates on ${table} as restrictive for update using (${kinds}) with check (${kinds});
create policy kind_deletes on ${table} as restrictive for delete using (${kinds});`;

// What owners alone decide stays off in rows that managers write.
const withoutConfidants = `
drop policy if exists confidant_inserts on businesses_members;
drop policy if exists confidant_updates on businesses_members;
create policy confidant_inserts on businesses_members as restrictive for insert
  with check (not is_confidant or coalesce(${acting}, 'owner') = 'owner');
create policy confidant_updates on businesses_members as restrictive for update
  with check (not is_confidant or coalesce(${acting}, 'owner') = 'owner');`;

/** Managers can't write the rows of managers or owners, even if the code above forgets to check. */
export const peoplePolicies =
  restrictToRoles("businesses_members") + restrictToRoles("businesses_invites") + withoutConfidants;

/**
 * Every business has an owner. Checked at commit, so a handover may change roles in any order. The row lock
 * serializes two owners who leave at the same time. SECURITY DEFINER, to see every row.
 */
export const ownerGuard = `
create or replace function businesses_keep_an_owner() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from businesses_accounts where account_id = old.account_id for update;
  if not found then return null; end if;
  if not exists (select 1 from businesses_members where account_id = old.account_id and role = 'owner') then
    raise exception 'a business needs an owner' using errcode = 'check_violation', constraint = 'businesses_keep_an_owner';
  end if;
  return null;
end $$;
drop trigger if exists businesses_keep_an_owner on businesses_members;
create constraint trigger businesses_keep_an_owner after update or delete on businesses_members
  deferrable initially deferred for each row when (old.role = 'owner') execute function businesses_keep_an_owner()`;

/**
 * A person's current membership and the state of that business, in one query. Runs for every page before an
 * account is entered, and therefore as the database owner. Shows nothing but the person's own membership.
 */
export const membershipFunction = `
-- Its columns can't be changed in place.
drop function if exists businesses_standing(uuid, uuid);
create function businesses_standing(person uuid, wished uuid)
returns table (account_id uuid, role text, job_id uuid, is_confidant boolean, name text, suspended boolean, several boolean, tools text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select m.account_id, m.role, m.job_id, m.is_confidant, a.name, a.suspended_at is not null,
         exists (select from businesses_members o where o.user_id = person and o.account_id <> m.account_id),
         array(select t.tool from businesses_tools t where t.account_id = m.account_id union select o.tool from businesses_open_tools o)
    from businesses_members m join businesses_accounts a on a.account_id = m.account_id
   where m.user_id = person
   order by m.account_id is not distinct from wished desc, m.created_at limit 1
$$`;
