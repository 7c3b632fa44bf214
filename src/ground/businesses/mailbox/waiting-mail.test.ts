import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import { beginConsent, finishConsent } from "#platform/identity/mail-consent.server.ts";
import { type MailVendor, startVendor } from "#platform/mail/testing/mail-vendor.ts";
import { MailBench } from "#platform/mail/testing/mailer.ts";
import { outside, useOutside } from "#platform/outside/outside.server.ts";
import { setMailProviders } from "./providers.server.ts";
import { removeSignIn, saveSignIn } from "./save.server.ts";
import { getChannel, listChannels } from "../sending/channels.server.ts";
import { ownServers } from "../sending/connection-status.server.ts";
import { sql } from "drizzle-orm";

// Mail through a mailbox that was signed in to, while its permission ends: nothing lost, nothing twice.

const clock = testClock("2026-11-20T16:00:00Z");
const strict = outside();
const BACK = "http://localhost:3000/back";
let bench: MailBench;
let vendor: MailVendor;
let account: string;

beforeAll(async () => {
  bench = new MailBench(await createTestInstallation(clock));
  useOutside({ ...strict, mayReachPrivate: true });
});
afterAll(async () => {
  useOutside(strict);
  await bench.test.drop();
});
beforeEach(async () => {
  vendor = await startVendor("microsoft", BACK);
  setMailProviders([vendor.provider]);
  account = newId();
  await withAccount(account, (ctx) =>
    ctx.db.execute(
      sql`insert into businesses_accounts (account_id, name, created_at) values (${account}, 'Larkspur', ${ctx.now.toString()})`,
    ),
  );
  await connect();
});
afterEach(async () => {
  await bench.clear();
  setMailProviders([]);
  await vendor.stop();
});

async function connect(): Promise<void> {
  const { url, secrets } = await beginConsent(vendor.provider, BACK);
  const consent = await finishConsent(vendor.provider, await vendor.press(url, "approve"), secrets);
  await withAccount(account, (ctx) =>
    saveSignIn(ctx, { provider: vendor.provider, ...consent }, { validity: "4711", uid: 0 }),
  );
}

const mailer = () => bench.mailer(undefined, { clock, ownServers });
const queue = (count: number) =>
  bench.queue(account, count, { from: { name: "Larkspur", address: vendor.address } });
const subjectsOf = () => vendor.mails.map(({ raw }) => /^Message-ID: (\S+)/im.exec(raw)![1]);
const problem = async () => (await withAccount(account, listChannels)).smtp?.problem;

describe("mail through a mailbox that was signed in to", () => {
  it("is sent with access tokens, as whoever signed in", async () => {
    await queue(3);
    await mailer().sendDue();
    expect(await bench.states(account)).toEqual({ sent: 3 });
    expect(vendor.mails.map(({ user }) => user)).toEqual(Array(3).fill(vendor.address));
    expect(vendor.renewals).toBe(0);
  });

  it("goes on over a new sign-in when the tokens end between two messages", async () => {
    let begun = 0;
    vendor.mischief = { atMail: () => void (++begun === 2 && vendor.endAccess()) };
    await queue(6);
    const sender = mailer();
    await sender.sendDue();
    expect(await bench.states(account)).toEqual({ sent: 6 });
    expect(new Set(subjectsOf()).size).toBe(6);
    expect(vendor.mails).toHaveLength(6);
    expect(vendor.renewals).toBe(1);
    expect(await problem()).toBeNull();
  });

  it("waits when the permission is taken back in the middle, and goes on once it is given again", async () => {
    let begun = 0;
    vendor.mischief = { atMail: () => void (++begun === 3 && vendor.takeBack()) };
    await queue(8);
    const sender = mailer();
    await sender.sendDue();
    const { sent = 0, queued = 0 } = await bench.states(account);
    expect(sent).toBeGreaterThan(0);
    expect(queued).toBeGreaterThan(0);
    expect(sent + queued).toBe(8);
    await expect
      .poll(problem)
      .toBe("Microsoft no longer lets us send as luis@larkspur.test or read replies there. Connect again.");
    vendor.mischief = {};
    await connect();
    // The sender looks at the connection again after five seconds.
    await expect
      .poll(
        async () => {
          clock.advance({ seconds: 1 });
          await sender.sendDue();
          return bench.states(account);
        },
        { timeout: 20_000, interval: 1_000 },
      )
      .toEqual({ sent: 8 });
    expect(new Set(subjectsOf()).size).toBe(8);
    expect(vendor.mails).toHaveLength(8);
    await expect.poll(problem).toBeNull();
  }, 40_000);

  it("waits while the provider's sign-in doesn't respond, and tells what waits", async () => {
    vendor.endAccess();
    vendor.mischief = { tokens: "silent" };
    await queue(1);
    const sender = mailer();
    await sender.sendDue();
    expect(await bench.row(account)).toMatchObject({
      state: "queued",
      failure: "EGRANTAWAY: Microsoft isn’t responding, so we can’t sign in",
    });
    await expect.poll(problem).toContain("Microsoft isn’t responding");
    vendor.mischief = {};
    clock.advance({ minutes: 2 });
    await sender.sendDue();
    expect(await bench.states(account)).toEqual({ sent: 1 });
  }, 40_000);

  it("of two senders has its tokens renewed once", async () => {
    vendor.endAccess();
    vendor.mischief = { tokenMs: 300 };
    await queue(6);
    await Promise.all([mailer().sendDue(), mailer().sendDue()]);
    expect(await bench.states(account)).toEqual({ sent: 6 });
    expect(new Set(subjectsOf()).size).toBe(6);
    expect(vendor.mails).toHaveLength(6);
    expect(vendor.renewals).toBe(1);
    const stored = await withAccount(account, (ctx) => getChannel(ctx, "grant"));
    expect([stored!.secrets!.refreshToken]).toEqual(vendor.refreshTokens());
  });

  it("leaves from the new address when another mailbox is connected, over ours when none is", async () => {
    await queue(1);
    vendor.takeBack();
    const sender = mailer();
    await sender.sendDue();
    expect(await bench.states(account)).toEqual({ queued: 1 });
    vendor.address = "office@larkspur.test";
    await connect();
    expect(await bench.row(account)).toMatchObject({ fromAddress: "office@larkspur.test" });
    clock.advance({ seconds: 6 });
    await mailer().sendDue();
    expect(vendor.mails.map(({ user }) => user)).toEqual(["office@larkspur.test"]);
    await queue(1);
    await withAccount(account, removeSignIn);
    await mailer().sendDue();
    expect(vendor.mails).toHaveLength(1);
    expect(await bench.states(account)).toEqual({ sent: 2 });
  });
});
