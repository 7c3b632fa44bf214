import { installation } from "#platform/config/installation.server.ts";
import { database } from "#platform/db/scope.server.ts";

/**
 * Lists accounts that take replies at these addresses, or send from them with a mail server of their own;
 * `proven` where the address is that of somebody who signs in there as owner or manager. Owned by the owner,
 * so it may look across accounts; it gives away ids and nothing else.
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
 * The businesses that a mail to these addresses, in lower case, is for. Anybody can write any address into
 * their settings: where several did, it is of those whose own people have it, or of nobody, and what this
 * installation sends from is of nobody else either.
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
