import { getBusiness, lockIfActive, mailToColleagues } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, database, now, withAccount } from "#platform/db/scope.server.ts";
import { claimReminders } from "./items.server.ts";
import { describeItems, dueKinds } from "./kinds.server.ts";
import { dueMail } from "./mail.ts";

const PAGE_SIZE = 200;

type Accounts = (after: string, most: number) => Promise<readonly string[]>;

/**
 * Finds what the clock made due and emails each person once about everything new that they must do, even from
 * several processes. A failing account doesn't delay others.
 * @throws the last failure, after trying all; a retry only reminds people who weren't
 */
export async function sweepDue(): Promise<void> {
  const failures: unknown[] = [];
  const sources = [accountsWithDue, ...dueKinds().flatMap(({ clock }) => (clock ? [clock.accounts] : []))];
  for (const accounts of sources)
    for await (const id of allOf(accounts))
      await withAccount(id, sweepAccount).catch((error: unknown) => failures.push(error));
  if (failures.length) throw failures.at(-1);
}

async function* allOf(accounts: Accounts): AsyncGenerator<string> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const ids = await accounts(after, PAGE_SIZE);
    yield* ids;
    const last = ids.at(-1);
    if (last === undefined || ids.length < PAGE_SIZE) return;
    after = last;
  }
}

async function accountsWithDue(after: string, most: number): Promise<string[]> {
  const { rows } = await database().app.query<{ id: string }>(
    "select due_accounts as id from due_accounts($1, $2, $3)",
    [now().toString(), after, most],
  );
  return rows.map(({ id }) => id);
}

/** The emails are queued in the transaction that records the reminders. */
async function sweepAccount(ctx: AccountContext): Promise<void> {
  if (!(await lockIfActive(ctx))) return;
  for (const { clock } of dueKinds()) await clock?.find(ctx);
  const described = await describeItems(ctx, await claimReminders(ctx));
  if (described.length === 0) return;
  const byPerson = Map.groupBy(described, ({ item }) => item.userId);
  const { brand, publicUrl } = installation();
  const business = (await getBusiness(ctx)).name ?? "Your business";
  await mailToColleagues(ctx, [...byPerson.keys()], (userId) =>
    dueMail({ brand, business, publicUrl, texts: (byPerson.get(userId) ?? []).map(({ text }) => text) }),
  );
}
