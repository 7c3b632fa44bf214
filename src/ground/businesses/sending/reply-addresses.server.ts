import { installation } from "#platform/config/installation.server.ts";
import { database } from "#platform/db/scope.server.ts";

/**
 * Lists accounts that get replies at these addresses, or send from them through their own server. `proven`
 * means that an owner or manager there has verified the address. SECURITY DEFINER, so it can look across
 * accounts; it returns only ids and the addresses asked for.
 */
export const addressAccountsFunction = `
create or replace function businesses_of_addresses(sought text[]) returns table (account_id uuid, address text, proven boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select one.account_id, one.address,
         exists (select from businesses_members m join identity_users u on u.id = m.user_id
                  where m.account_id = one.account_id and m.role in ('owner', 'manager') and u.email_verified and lower(u.email) = one.address)
    from (select a.account_id, lower(a.reply_address) as address from businesses_accounts a
           union
          select c.account_id, lower(c.shown->>'fromAddress') from businesses_channels c where c.kind = 'smtp') one
   where one.address = any(sought)
   order by one.account_id
$$`;

/**
 * The businesses an email to these addresses (lowercase) is for. Anyone can enter any address in their
 * settings, so when several did, only proven claims count. The installation's own sender address always needs
 * proof.
 */
export async function businessesOfAddresses(addresses: readonly string[]): Promise<string[]> {
  if (!addresses.length) return [];
  const { rows } = await database().app.query<{ account_id: string; address: string; proven: boolean }>(
    "select account_id, address, proven from businesses_of_addresses($1)",
    [addresses],
  );
  const ours = installation().sender.mailbox.address.toLowerCase();
  const found = Object.entries(Object.groupBy(rows, ({ address }) => address)).flatMap(
    ([address, claims = []]) => {
      const proven = claims.filter((claim) => claim.proven);
      if (proven.length) return proven;
      return claims.length === 1 && address !== ours ? claims : [];
    },
  );
  return [...new Set(found.map((claim) => claim.account_id))];
}
