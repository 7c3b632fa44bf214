import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { MailProviderId } from "#platform/config/mail-providers.ts";
import { type Person, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { beginConsent, finishConsent } from "#platform/identity/mail-consent.server.ts";
import { createLog } from "#platform/log/log.server.ts";
import { type MailVendor, startVendor } from "#platform/mail/testing/mail-vendor.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { listChannels } from "../sending/channels.server.ts";
import { businessesTasks } from "../tasks.server.ts";
import { businessOf, somebody } from "../testing/people.ts";
import { setOffSwitches, turnOffSetupOf } from "../turned-off/turned-off.server.ts";
import { businessesOffSwitches } from "../turned-off/off-switches.server.ts";
import { closeBusiness, deletePerson } from "../your-data/erase.server.ts";
import { giveBackTask } from "./give-back.server.ts";
import { setMailProviders } from "./providers.server.ts";
import { saveSignIn } from "./save.server.ts";

const BACK = "http://localhost:3000/back";
const NAME = "Lake View Decking";
const clock = testClock("2026-11-20T16:00:00Z");
let test: TestDatabase;
let queue: TaskQueue;
let vendors: Readonly<Record<MailProviderId, MailVendor>>;
let count = 0;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  queue = await startTaskQueue({ tasks: businessesTasks, work: false, log: createLog("error") });
  setOffSwitches([businessesOffSwitches.connections]);
});
afterAll(async () => {
  await queue.stop();
  await test.drop();
});
beforeEach(async () => {
  vendors = { google: await startVendor("google", BACK), microsoft: await startVendor("microsoft", BACK) };
  vendors.google.address = vendors.microsoft.address = `luis-${++count}@larkspur.test`;
  setMailProviders([vendors.google.provider, vendors.microsoft.provider]);
});
afterEach(async () => {
  setMailProviders([]);
  await Promise.all([vendors.google.stop(), vendors.microsoft.stop()]);
});

/** A business that signed in to a mailbox. */
async function connected(id: MailProviderId, by?: Person, name = NAME) {
  const { provider, press } = vendors[id];
  const { url, secrets } = await beginConsent(provider, BACK);
  const tokens = await finishConsent(provider, await press(url, "approve"), secrets);
  const person = by ?? (await somebody());
  const account = await businessOf(person, name);
  await withAccount(account, (ctx) =>
    saveSignIn({ ...ctx, user: person }, { provider, ...tokens }, { validity: "1", uid: 0 }),
  );
  return { person, account };
}

/** Runs what waits to be given back, as a worker does. @returns the payloads, with what went wrong */
async function giveBack(...accounts: string[]): Promise<{ text: string; failure?: unknown }[]> {
  const { rows } = await withSystem(({ db }) =>
    db.execute<{ data: { accountId: string; sealed: string } }>(
      sql`select data from pgboss.job where name = ${giveBackTask.name} order by created_on`,
    ),
  );
  const done: { text: string; failure?: unknown }[] = [];
  for (const { data } of rows.filter((row) => accounts.includes(row.data.accountId))) {
    const run = giveBackTask.run(giveBackTask.payload.parse(data), clock.now());
    const failure = await run.then(
      () => undefined,
      (error: unknown) => error,
    );
    done.push({ text: JSON.stringify(data), failure });
  }
  return done;
}

it("closing a business gives its permission back at Google, and later if Google is away", async () => {
  const { google } = vendors;
  const { person, account } = await connected("google");
  google.mischief = { revocation: 503 };
  expect(await closeBusiness(person, account, NAME)).toBe(true);
  const [first, ...others] = await giveBack(account);
  expect(others).toEqual([]);
  expect(first!.failure).toMatchObject({ failure: "away" });
  for (const secret of [...google.secrets, google.address]) expect(first!.text).not.toContain(secret);
  expect(google.refreshTokens()).toHaveLength(1);
  google.mischief = {};
  expect((await giveBack(account))[0]!.failure).toBeUndefined();
  expect(google.refreshTokens()).toEqual([]);
  // A worker that died before it could say so runs it again.
  expect((await giveBack(account))[0]!.failure).toBeUndefined();
});

it("deleting a person gives back what their businesses had, also one mailbox of two businesses", async () => {
  const { google } = vendors;
  const { person, account } = await connected("google");
  const second = await connected("google", person, "Lake View Painting");
  expect(second.account).not.toBe(account);
  expect(await deletePerson(person)).toEqual({ done: true });
  const given = await giveBack(account, second.account);
  expect(given.map(({ failure }) => failure)).toEqual([undefined, undefined]);
  expect(google.refreshTokens()).toEqual([]);
});

it("leaves a permission that another business here uses", async () => {
  const { google } = vendors;
  const { person, account } = await connected("google");
  await connected("google");
  await closeBusiness(person, account, NAME);
  expect((await giveBack(account))[0]!.failure).toBeUndefined();
  expect(google.revocations).toEqual([]);
});

it("forgets Microsoft's tokens, since it can't be told", async () => {
  const { person, account } = await connected("microsoft");
  await closeBusiness(person, account, NAME);
  expect(await giveBack(account)).toEqual([]);
});

it.each(["google", "microsoft"] as const)(
  "a takeover gives back what was signed in to at %s, and keeps nothing to turn on again",
  async (id) => {
    const vendor = vendors[id];
    const { person, account } = await connected(id);
    expect(await withSystem(({ db, now }) => turnOffSetupOf(db, person.id, now))).toBe("");
    expect(await withAccount(account, listChannels)).toEqual({});
    const textOf = async (table: string) => {
      const { rows } = await withAccount(account, ({ db }) =>
        db.execute<{ row: string }>(sql`select to_jsonb(t)::text as row from ${sql.raw(table)} t`),
      );
      return rows.map(({ row }) => row).join("\n");
    };
    expect(await textOf("businesses_turned_off")).toBe("");
    expect(await textOf("businesses_audit")).toMatch(new RegExp(`sending.removed.*${vendor.address}`));
    await giveBack(account);
    expect(vendor.refreshTokens()).toHaveLength(id === "google" ? 0 : 1);
  },
);
