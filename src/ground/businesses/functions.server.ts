import { ROLES, grantableRoles } from "./rules.ts";

const acting = "(select nullif(current_setting('app.role', true), ''))";

// A role that may change people, but not every kind of them, is kept to its own kinds row by row.
const kinds = (["member", "manager"] as const)
  .map((role) => ({ role, inHand: grantableRoles(role) }))
  .filter(({ inHand }) => inHand.length > 0 && inHand.length < ROLES.length)
  .map(
    ({ role, inHand }) =>
      `(${acting} is distinct from '${role}' or role in (${inHand.map((one) => `'${one}'`).join(", ")}))`,
  )
  .join(" and ");

const keptToKinds = (table: string) => `
drop policy if exists kind_inserts on ${table};
drop policy if exists kind_updates on ${table};
drop policy if exists kind_deletes on ${table};
create policy kind_inserts on ${table} as restrictive for insert with check (${kinds});
create policy kind_updates on ${table} as restrictive for update using (${kinds}) with check (${kinds});
create policy kind_deletes on ${table} as restrictive for delete using (${kinds});`;

/**
 * A manager's transaction can neither write nor touch the row of a manager or an owner, whatever the code
 * above forgot to ask.
 */
export const peoplePolicies = keptToKinds("businesses_members") + keptToKinds("businesses_invites");

/**
 * A business that is there has an owner: asked when a transaction commits, so that handing over may take any
 * order. The lock makes two owners who go at once come one after the other. Owned by the owner, so it sees
 * the rows whoever commits.
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
 * Where a person works and how that business stands, in one question: asked for every page, before any
 * account is entered, so it looks as the owner. It tells of that person's own membership and of nothing that
 * the business keeps.
 */
export const membershipFunction = `
create or replace function businesses_standing(person uuid, wished uuid)
returns table (account_id uuid, role text, job_id uuid, name text, suspended boolean, several boolean, tools text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select m.account_id, m.role, m.job_id, a.name, a.suspended_at is not null,
         exists (select from businesses_members o where o.user_id = person and o.account_id <> m.account_id),
         array(select t.tool from businesses_tools t where t.account_id = m.account_id union select o.tool from businesses_open_tools o)
    from businesses_members m join businesses_accounts a on a.account_id = m.account_id
   where m.user_id = person
   order by m.account_id is not distinct from wished desc, m.created_at limit 1
$$`;
