import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { suspendAccount } from "#ground/businesses/public.server.ts";
import { removePerson } from "#ground/businesses/people/people.server.ts";
import { acting, businessOf, colleague, mailsTo, somebody } from "#ground/businesses/testing/people.ts";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { listDevices, saveDevice } from "#ground/notifications/push/devices.server.ts";
import { ensurePushKeys } from "#ground/notifications/public.server.ts";
import { pushTask } from "#ground/notifications/push/push.server.ts";
import { loadSettings } from "#ground/notifications/settings/settings.server.ts";
import { eraseLeadWithRetry } from "#trade/leads/personal-data/erase.server.ts";
import { recordReply } from "#trade/leads/data.server.ts";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { outside, useOutside } from "#platform/outside/outside.server.ts";
import { pushKey } from "#platform/push/push.server.ts";
import { type PushService, startPushService } from "#platform/push/testing/push-service.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { FRIDAY, listenForNotifications, MORNING, NIGHT, notifiedShop } from "../testing/notified-shop.ts";

// New leads and replies, from the form to the device: who hears of them, how, and how often.

const clock = testClock(FRIDAY);
const strict = outside();
let test: TestDatabase;
let service: PushService;
const queues: TaskQueue[] = [];

beforeAll(async () => {
  test = await createTestInstallation(clock);
  service = await startPushService();
  useOutside({ ...strict, mayReachPrivate: true });
  await ensurePushKeys();
  listenForNotifications();
  for (let worker = 0; worker < 2; worker++)
    queues.push(await startTaskQueue({ tasks: [pushTask], work: true, log: createLog("error") }));
});
afterAll(async () => {
  for (const queue of queues) await queue.stop();
  useOutside(strict);
  await service.stop();
  await test.drop();
});
beforeEach(() => clock.set(FRIDAY));

/** A browser of a person, logged in. */
async function device(account: string, person: Person, sessionId = newId()) {
  await withSystem(({ db, now }) =>
    db.execute(sql`insert into identity_sessions (id, user_id, token, expires_at, created_at, updated_at)
      values (${sessionId}, ${person.id}, ${sessionId}, ${now.add({ hours: 700 }).toString()}, now(), now())`),
  );
  const subscription = service.subscribe(pushKey()!);
  await acting(person, account, (ctx) =>
    saveDevice(ctx, person.id, subscription, { sessionId, name: "Chrome on Android" }),
  );
  return subscription;
}

const shop = () => notifiedShop(clock);

const subjects = async ({ email }: Person) => (await mailsTo(email)).map(({ subject }) => subject);
/** Long enough for a second message to come. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 2500));

describe("a new lead", () => {
  it("reaches the owner by email and on each device, once, and leads to the lead", async () => {
    const { owner, account, lead, deliver } = await shop();
    const [phone, desk] = [await device(account, owner), await device(account, owner)];
    const { leadId } = await lead();
    await deliver();
    await deliver();
    for (const one of [phone, desk])
      await expect
        .poll(() => service.shownBy(one), { timeout: 10_000 })
        .toEqual([
          {
            id: expect.any(String) as string,
            tag: `leads.new ${leadId}`,
            title: "New lead: Dana Ruiz",
            body: expect.stringContaining("Asked for “9 deck questions”.") as string,
            path: `/account/leads/${leadId}`,
          },
        ]);
    await settled();
    expect(service.shownBy(phone)).toHaveLength(1);
    expect(service.shownBy(desk)).toHaveLength(1);
    const mails = await mailsTo(owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["New lead: Dana Ruiz"]);
    expect(mails[0]!.text).toContain(`http://localhost:3000/account/leads/${leadId}`);
    expect(mails[0]!.text).toContain("/account/settings/notifications");
  });

  it("says when someone asks again, and when someone replies", async () => {
    const { owner, inside, slug, deliver } = await shop();
    const email = `${newId()}@client.test`;
    const { leadId } = await capture(slug, { name: "Dana Ruiz", email });
    await deliver();
    await capture(slug, { name: "Dana Ruiz", email, submission: newId() });
    await deliver();
    await inside((ctx) =>
      recordReply(ctx, leadId, {
        via: "mail",
        messageId: `<${newId()}@client.test>`,
        subject: "Re: your guide",
        body: "Can you come by on Thursday?\n\nOn Friday you wrote:\n> Hello Dana",
      }),
    );
    await deliver();
    expect(await subjects(owner)).toEqual([
      "New lead: Dana Ruiz",
      "Dana Ruiz asked again",
      "Dana Ruiz replied",
    ]);
    const { text } = (await mailsTo(owner.email)).at(-1)!;
    expect(text).toContain("Can you come by on Thursday?");
    expect(text).not.toContain("Hello Dana");
    expect(text).toContain(`/account/inbox/${leadId}`);
  });

  it("isn't told of a reply that the owner reported, or that only asks to stop", async () => {
    const { owner, inside, lead, deliver } = await shop();
    const [first, second] = [await lead("One"), await lead("Two")];
    await deliver();
    await inside(async (ctx) => {
      await recordReply(ctx, first.leadId, { via: "owner" });
      await recordReply(ctx, second.leadId, {
        via: "mail",
        messageId: "<stop@x>",
        body: "stop",
        asksToStop: true,
      });
    });
    await deliver();
    expect(await subjects(owner)).toEqual(["New lead: One", "New lead: Two"]);
  });

  it("is told as each person chose, and to colleagues only if they chose it", async () => {
    const { owner, account, lead, deliver, choose } = await shop();
    const [manager, member] = [
      await colleague(owner, account, "manager"),
      await colleague(owner, account, "member"),
    ];
    const phones = [
      await device(account, owner),
      await device(account, manager),
      await device(account, member),
    ];
    await choose(owner, { "leads.new.push": "yes" });
    await choose(member, { "leads.new.email": "yes" });
    await lead();
    await deliver();
    await expect.poll(() => service.shownBy(phones[0]!).length, { timeout: 10_000 }).toBe(1);
    await settled();
    expect(phones.map((one) => service.shownBy(one).length)).toEqual([1, 0, 0]);
    expect((await subjects(owner)).filter((subject) => subject.startsWith("New lead"))).toEqual([]);
    expect(await subjects(member)).toContain("New lead: Dana Ruiz");
    expect(await subjects(manager)).not.toContain("New lead: Dana Ruiz");
  });

  it("isn't emailed to an address that nobody verified", async () => {
    const owner = await somebody(`${newId()}@people.test`, false);
    const account = await businessOf(owner, "Summit Deck");
    await withAccount(account, async (ctx) => {
      const { slug } = await openPage(ctx, "Summit Deck", {
        ...{ kind: "magnet", magnetId: newId(), title: "t", promise: "p", file: "f", fileName: "f.pdf" },
      });
      return slug;
    }).then((slug) => capture(slug, { name: "Dana", email: `${newId()}@client.test` }));
    await deliverDue(account);
    expect(await mailsTo(owner.email)).toEqual([]);
  });
});

describe("quiet hours", () => {
  it("hold what rings, and end with one notification of everything", async () => {
    const { owner, account, lead, deliver } = await shop();
    const phone = await device(account, owner);
    clock.set(NIGHT);
    for (const name of ["One", "Two"]) await lead(name);
    await deliver();
    await settled();
    expect(service.shownBy(phone)).toEqual([]);
    // Email doesn't ring.
    expect(await subjects(owner)).toEqual(["New lead: One", "New lead: Two"]);
    clock.set("2026-11-21T13:59:00Z");
    await deliver();
    await settled();
    expect(service.shownBy(phone)).toEqual([]);
    clock.set(MORNING);
    await deliver();
    await expect
      .poll(() => service.shownBy(phone), { timeout: 10_000 })
      .toMatchObject([
        {
          title: "2 things happened at Summit Deck",
          body: "New lead: One\nNew lead: Two",
          path: "/account/dashboard",
        },
      ]);
    await settled();
    expect(service.shownBy(phone)).toHaveLength(1);
  });

  it("hold email too if the person wants that", async () => {
    const { owner, lead, deliver, choose } = await shop();
    await choose(owner, {
      "leads.new.email": "yes",
      isQuiet: "yes",
      holdsEmail: "yes",
      quietFrom: "21:00",
      quietTo: "07:00",
      zone: "America/Denver",
    });
    clock.set(NIGHT);
    await lead("One");
    await deliver();
    expect(await subjects(owner)).toEqual([]);
    clock.set(MORNING);
    await deliver();
    expect(await subjects(owner)).toEqual(["New lead: One"]);
  });

  it("don't hold anything for a person who turned them off", async () => {
    const { owner, account, lead, deliver, choose } = await shop();
    const phone = await device(account, owner);
    await choose(owner, { "leads.new.push": "yes" });
    clock.set(NIGHT);
    await lead("One");
    await deliver();
    await expect.poll(() => service.shownBy(phone).length, { timeout: 10_000 }).toBe(1);
  });
});

describe("many at once", () => {
  it("come in one", async () => {
    const { owner, account, lead, deliver } = await shop();
    const phone = await device(account, owner);
    for (const name of ["One", "Two", "Three", "Four", "Five"]) await lead(name);
    await deliverDue(account);
    await deliver();
    await expect
      .poll(() => service.shownBy(phone), { timeout: 10_000 })
      .toMatchObject([{ body: "New lead: One\nNew lead: Two\nNew lead: Three\nAnd 2 more." }]);
    expect(await subjects(owner)).toEqual(["5 things happened at Summit Deck"]);
  });
});

describe("between what happened and its notification", () => {
  it("a person is removed: they hear nothing", async () => {
    const { owner, account, lead, deliver, choose } = await shop();
    const member = await colleague(owner, account, "member");
    const phone = await device(account, member);
    const quiet = { isQuiet: "yes", quietFrom: "21:00", quietTo: "07:00", zone: "America/Denver" };
    await choose(member, { "leads.new.push": "yes", ...quiet });
    clock.set(NIGHT);
    await lead();
    await deliver();
    await acting(owner, account, (ctx) => removePerson(ctx, member.id));
    clock.set(MORNING);
    await deliver();
    await settled();
    expect(service.shownBy(phone)).toEqual([]);
  });

  it("a person turns it off: they hear nothing", async () => {
    const { owner, account, lead, deliver, choose } = await shop();
    const phone = await device(account, owner);
    clock.set(NIGHT);
    await lead();
    await deliver();
    await choose(owner, { "leads.new.email": "yes" });
    clock.set(MORNING);
    await deliver();
    await settled();
    expect(service.shownBy(phone)).toEqual([]);
  });

  it("the client is erased: nothing names them anymore", async () => {
    const { owner, account, lead, deliver, inside } = await shop();
    const phone = await device(account, owner);
    clock.set(NIGHT);
    const { leadId } = await lead();
    await deliver();
    await eraseLeadWithRetry(account, leadId);
    const { rows } = await inside((ctx) =>
      ctx.db.execute(sql`select 1 from notifications_events where lead_id = ${leadId}`),
    );
    expect(rows).toEqual([]);
    clock.set(MORNING);
    await deliver();
    await settled();
    expect(service.shownBy(phone)).toEqual([]);
  });

  it("the business is suspended: nothing goes out", async () => {
    const { owner, account, lead, deliver, inside } = await shop();
    const phone = await device(account, owner);
    await lead();
    await inside((ctx) => suspendAccount(ctx, "A test."));
    await deliver();
    await settled();
    expect(service.shownBy(phone)).toEqual([]);
    expect(await subjects(owner)).toEqual([]);
  });

  it("the device is logged out: it shows nothing", async () => {
    const { owner, account, lead, deliver } = await shop();
    const sessionId = newId();
    const phone = await device(account, owner, sessionId);
    await lead();
    await withSystem(({ db }) => db.execute(sql`delete from identity_sessions where id = ${sessionId}`));
    await deliver();
    await settled();
    expect(service.shownBy(phone)).toEqual([]);
    expect(await acting(owner, account, (ctx) => listDevices(ctx, owner.id))).toEqual([]);
  });
});

describe("a push service", () => {
  it.each([404, 410])("that answers %d: the device is removed, and not tried again", async (status) => {
    const { owner, account, lead, deliver } = await shop();
    const phone = await device(account, owner);
    service.answer(phone, { status });
    await lead();
    await deliver();
    await expect
      .poll(() => acting(owner, account, (ctx) => listDevices(ctx, owner.id)), { timeout: 10_000 })
      .toEqual([]);
    clock.advance({ hours: 1 });
    await settled();
    expect(service.shownBy(phone)).toEqual([]);
  });

  it("that is busy: it is tried again when it said, and shown once", async () => {
    const { owner, account, lead, deliver } = await shop();
    const phone = await device(account, owner);
    service.answer(phone, { status: 429, headers: { "Retry-After": "600" } }, { status: 503 });
    await lead();
    await deliver();
    const isFailing = () =>
      acting(owner, account, async (ctx) => (await loadSettings(ctx)).devices.map((one) => one.isFailing));
    await expect.poll(isFailing, { timeout: 10_000 }).toEqual([true]);
    clock.advance({ seconds: 599 });
    await settled();
    expect(service.shownBy(phone)).toEqual([]);
    // The second try fails too, and is due as long again after it began to fail.
    clock.advance({ seconds: 2 });
    await settled();
    clock.advance({ minutes: 11 });
    await expect.poll(() => service.shownBy(phone).length, { timeout: 10_000 }).toBe(1);
    await expect.poll(isFailing).toEqual([false]);
    await settled();
    expect(service.shownBy(phone)).toHaveLength(1);
  });

  it("that never answers doesn't keep others waiting", async () => {
    const [slow, quick] = [await shop(), await shop()];
    const stuck = await device(slow.account, slow.owner);
    const phone = await device(quick.account, quick.owner);
    service.answer(stuck, { status: 201, afterMs: 30_000 });
    await slow.lead();
    await slow.deliver();
    await settled();
    const began = performance.now();
    await quick.lead();
    await quick.deliver();
    await expect.poll(() => service.shownBy(phone).length, { timeout: 10_000 }).toBe(1);
    expect(performance.now() - began).toBeLessThan(8000);
  });
});
