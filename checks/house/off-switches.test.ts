// Long because everything that acts is set up and tried by its own door.
import { phonesToText } from "#ground/notifications/texts/phones.server.ts";
import { notificationsPhones } from "#ground/notifications/tables.server.ts";
import { useDefaultTwilio } from "#platform/sms/twilio/default-account.server.ts";
import { TWILIO } from "#platform/sms/testing/twilio.ts";
import { getTableName, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeKey } from "#faces/api/keys.server.ts";
import { addWebhook } from "#faces/api/webhooks/webhooks.server.ts";
import { saveChannel } from "#ground/businesses/sending/channels.server.ts";
import { getBusiness, type OffSwitch, ownSender, roleOf } from "#ground/businesses/public.server.ts";
import { readInvite } from "#ground/businesses/people/invites.server.ts";
import { businessesInvites, businessesMembers } from "#ground/businesses/tables.server.ts";
import * as turnedOff from "#ground/businesses/turned-off/turned-off.tsx";
import { publish } from "#ground/events/public.server.ts";
import { openIdentity, PASSWORD, signedIn, Visitor } from "#ground/identity/testing/visits.ts";
import { openPage, pageBehind } from "#trade/leads/page/pages.server.ts";
import { acceptCapture, convertCaptures } from "#trade/leads/capture/capture-queue.server.ts";
import { findLeadByEmail } from "#trade/leads/data.server.ts";
import { captureSchema } from "#trade/leads/form/schema.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { visitSettings } from "#trade/visits/settings.server.ts";
import { visitsSettings } from "#trade/visits/tables.server.ts";
import { claimTurns } from "#trade/reports/schedule/schedules.server.ts";
import { reportsSchedules } from "#trade/reports/tables.server.ts";
import { createSequence } from "#trade/sequences/create.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { startSequence } from "#trade/sequences/enrollment/start.server.ts";
import { atShare, shareDocument } from "#ground/shares/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import {
  type AccountContext,
  type Person,
  withAccount,
  withMember,
  withPerson,
} from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { newAccountToken, tokenHash } from "#platform/db/tokens.server.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { useOutside } from "#platform/outside/outside.server.ts";
import { ACTING, offSwitches } from "#app/off-switches.ts";
import * as dashboard from "#faces/today/dashboard.tsx";
import { subscribe } from "#app/subscriptions.ts";
import { ask } from "../testing/api.ts";
import { visit } from "../testing/screens.ts";
import { allTables } from "../testing/tables.ts";

// Someone registers an address that isn't theirs, sets up everything that can act, and waits for the
// mailbox's owner to take the account over. Afterwards none of it may act until the owner turns it on again.

const START = "2026-11-20T17:00:00Z";
const NEW = "gravel bucket tide 41";
const clock = testClock(START);
let identity: Awaited<ReturnType<typeof openIdentity>>;
let count = 0;

beforeAll(async () => {
  identity = await openIdentity({ clock });
  subscribe();
  useOutside({ mayReachPrivate: true, twilioUrl: "", dnsServers: [] });
});
afterAll(() => identity.drop());
beforeEach(() => clock.set(START));

/** The account of an unverified address, and who set it up. */
interface Squat {
  readonly email: string;
  readonly squatter: Visitor;
  readonly person: Person;
  readonly account: string;
  as<T>(work: (ctx: AccountContext) => Promise<T>): Promise<T>;
}

async function squat(): Promise<Squat> {
  const email = `victim${++count}@mailbox.test`;
  const squatter = await signedIn(email);
  await visit(squatter, dashboard, "/account/dashboard");
  const [row] = await identity.rows<{ id: string }>("select id from identity_users where email = $1", [
    email,
  ]);
  const person: Person = { id: row!.id, email, emailVerified: false };
  const [place] = await withPerson(person.id, ({ db }) =>
    db.select({ id: businessesMembers.accountId }).from(businessesMembers),
  );
  const account = place!.id;
  return {
    email,
    squatter,
    person,
    account,
    as: (work) => withMember(account, person, { role: "owner", jobId: null }, work),
  };
}

const rowsOf = (account: string, query: ReturnType<typeof sql>) =>
  withAccount(account, async (ctx) => (await ctx.db.execute<{ n: number }>(query)).rows[0]!.n);

const offer = async (account: string) => ({
  kind: "magnet" as const,
  magnetId: newId(),
  title: "9 questions",
  promise: "p",
  file: await installation().files.put(account, Buffer.from("%PDF-1.7 guide"), "pdf"),
  fileName: "guide.pdf",
});

/** Sets one thing up. @returns a function that tries it and returns whether it acts */
type Drive = (of: Squat) => Promise<() => Promise<boolean>>;

/** Every switch with a test of it: a new switch fails below until it is set up and tried here. */
const DRIVES: Readonly<Record<string, Drive>> = {
  "api-key": async ({ as }) => {
    const token = await as((ctx) => makeKey(ctx, { id: newId(), name: "Site form", scopes: ["leads:read"] }));
    return async () => (await ask(token, "/leads")).status === 200;
  },
  webhook: async ({ as, account }) => {
    const { webhook } = await as((ctx) =>
      addWebhook(ctx, { url: "https://attacker.test/hook", events: ["lead.replied"] }),
    );
    return async () => {
      const sent = () =>
        rowsOf(account, sql`select count(*)::int as n from api_deliveries where webhook_id = ${webhook.id}`);
      const before = await sent();
      await withAccount(account, (ctx) => publish(ctx, { type: "lead.replied", leadId: newId() }));
      return (await sent()) > before;
    };
  },
  page: async ({ as, account }) => {
    const page = await as(async (ctx) => openPage(ctx, "Summit Deck", await offer(account)));
    return async () => {
      const email = `${newId()}@client.test`;
      await acceptCapture(page.slug, captureSchema.parse({ name: "Dana", email, consent: "yes" }), {}).catch(
        () => {},
      );
      await pageBehind(page.slug);
      await convertCaptures(account);
      return (await withAccount(account, (ctx) => findLeadByEmail(ctx, email))) !== undefined;
    };
  },
  "follow-up": async ({ as, account }) => {
    const step = {
      kind: "mail" as const,
      delay: { amount: 0, unit: "days" as const },
      subject: "Any questions?",
      body: "Hi.",
    };
    const steps = [step, { ...step, delay: { amount: 1, unit: "days" as const } }];
    const id = await as((ctx) =>
      createSequence(ctx, { name: "After the estimate", trigger: { kind: "manual" }, steps }),
    );
    await withAccount(account, (ctx) =>
      ctx.db.execute(
        sql`update businesses_accounts set name = 'Summit Deck', postal_address = '1 Main St', zone = 'America/Denver'`,
      ),
    );
    return async () => {
      const lead = newId();
      await withAccount(account, (ctx) =>
        ctx.db.execute(sql`insert into leads (account_id, id, name, email, created_at) values
          (${account}, ${lead}, 'Dana', ${`${lead}@client.test`}, ${ctx.now.toString()})`),
      );
      await withAccount(account, (ctx) => startSequence(ctx, id, [lead]));
      await sendDueSteps(account);
      const sent = await rowsOf(
        account,
        sql`select count(*)::int as n from mail_messages where about_id = ${lead} and state = 'queued'`,
      );
      return sent > 0;
    };
  },
  message: async ({ account }) => {
    const id = newId();
    await withAccount(account, (ctx) =>
      queueMail(
        ctx.db,
        {
          id,
          accountId: account,
          kind: "transactional",
          to: { address: "third@party.test" },
          subject: "Hi",
          text: "Hi",
          aboutId: id,
        },
        { now: ctx.now, sender: installation().sender },
      ),
    );
    return async () =>
      (await rowsOf(
        account,
        sql`select count(*)::int as n from mail_messages where about_id = ${id} and state = 'queued'`,
      )) === 1;
  },
  person: async ({ account }) => {
    const accomplice = newId();
    await identity.rows(
      `insert into identity_users (id, name, email, email_verified, created_at, updated_at) values ($1, '', $2, true, $3, $3)`,
      [accomplice, `${accomplice}@accomplice.test`, START],
    );
    await withAccount(account, (ctx) =>
      ctx.db
        .insert(businessesMembers)
        .values({ accountId: account, userId: accomplice, role: "owner", createdAt: ctx.now }),
    );
    return async () => (await withAccount(account, (ctx) => roleOf(ctx, accomplice))) === "owner";
  },
  invitation: async ({ account, person }) => {
    const token = newAccountToken(account);
    await withAccount(account, (ctx) =>
      ctx.db.insert(businessesInvites).values({
        accountId: account,
        id: newId(),
        email: `${newId()}@accomplice.test`,
        role: "manager",
        tokenHash: tokenHash(token),
        invitedBy: person.id,
        createdAt: ctx.now,
        expiresAt: ctx.now.add({ hours: 24 }),
      }),
    );
    return async () => (await readInvite(token)).kind === "open";
  },
  connection: async ({ as }) => {
    const secrets = {
      host: "smtp.attacker.test",
      port: 465,
      security: "tls" as const,
      user: "a",
      password: "p",
      fromAddress: "a@attacker.test",
    };
    const shown = { fromName: "Summit", fromAddress: "a@attacker.test", host: "smtp.attacker.test" };
    await as((ctx) => saveChannel(ctx, "smtp", secrets, shown));
    return () => as(async (ctx) => (await ownSender(ctx)) !== undefined);
  },
  detail: async ({ as, account }) => {
    await as((ctx) =>
      ctx.db
        .execute(sql`update businesses_accounts set reply_address = 'a@attacker.test', review_link = 'https://attacker.test/'
        where account_id = ${account}`),
    );
    return () =>
      as(async (ctx) => {
        const { replyAddress, reviewLink } = await getBusiness(ctx);
        return replyAddress === "a@attacker.test" || reviewLink !== null;
      });
  },
  link: async ({ as, account }) => {
    const file = await installation().files.put(account, Buffer.from("%PDF-1.7 report"), "pdf");
    const document = { kind: "report", title: "Report of the porch", file, fileName: "report.pdf" };
    const made = (kind: string) =>
      as((ctx) =>
        shareDocument(ctx, { ...document, kind }, { lifetime: Temporal.Duration.from({ hours: 24 * 900 }) }),
      );
    const tokens = [(await made("report")).token, (await made("gift")).token, (await made("gift")).token];
    return async () => {
      const opened = await Promise.all(
        tokens.map((token) =>
          atShare(new Request(`http://localhost:3000/s/${token}`), token, () => Promise.resolve(true)).catch(
            () => false,
          ),
        ),
      );
      return opened.some(Boolean);
    };
  },
  "visit-booking": async ({ as, account }) => {
    await as((ctx) =>
      ctx.db.insert(visitsSettings).values({
        ...{ accountId: account, isOpen: true, name: "Estimate visit", week: [], exceptions: [] },
        ...{ lengthMinutes: 60, travelMinutes: 0, noticeHours: 2, aheadDays: 30, places: ["theirs"] },
        ...{ remindHours: 24, feedId: newId() },
      }),
    );
    const feedOf = () => as(async (ctx) => (await visitSettings(ctx)).feedId);
    const was = await feedOf();
    return async () => {
      const { isOpen } = await as(visitSettings);
      if (!isOpen) expect(await feedOf()).not.toBe(was);
      return isOpen;
    };
  },
  "report-schedule": async ({ account }) => {
    await withAccount(account, (ctx) =>
      ctx.db.insert(reportsSchedules).values({
        accountId: account,
        id: newId(),
        jobId: newId(),
        every: "day",
        weekday: 1,
        hour: 17,
        zone: "America/Denver",
        photosPerPage: 0,
        places: false,
        toClient: false,
        recipients: ["a@attacker.test"],
        sinceCount: 0,
        sinceAt: ctx.now,
        nextAt: ctx.now,
        createdAt: ctx.now,
      }),
    );
    return async () => {
      const runs = () =>
        rowsOf(account, sql`select count(*)::int as n from reports_runs where account_id = ${account}`);
      const before = await runs();
      clock.set(clock.now().add({ hours: 26 }).toString());
      await claimTurns();
      return (await runs()) > before;
    };
  },
  phone: async ({ account, person }) => {
    await withAccount(account, (ctx) =>
      ctx.db.insert(notificationsPhones).values({
        ...{ accountId: account, userId: person.id, phone: "+13035550100" },
        ...{ codeId: newId(), codeHash: "", codeAt: ctx.now, tries: 0, provenAt: ctx.now },
      }),
    );
    return () =>
      withAccount(account, async (ctx) => {
        useDefaultTwilio(TWILIO);
        const phones = await phonesToText(ctx);
        useDefaultTwilio(undefined);
        return phones.size > 0;
      });
  },
};

/** Can't be turned on again; it has to be written or proven anew. */
const GONE_FOR_GOOD = ["message", "phone"];

const askForReset = async (email: string) => {
  await new Visitor().post("/forgot", { email });
  return (await identity.mailsTo(email)).at(-1)!.path;
};
/** The owner of the mailbox resets the password in their own browser and logs in. */
async function takeOver({ email }: Squat): Promise<{ owner: Visitor; page: string }> {
  const { html, status } = await new Visitor().post(await askForReset(email), {
    password: NEW,
    confirmPassword: NEW,
  });
  expect(status).toBe(200);
  const owner = new Visitor();
  expect((await owner.post("/login", { email, password: NEW })).status).toBe(303);
  return { owner, page: html };
}

const AT = "/account/settings/turned-off";
interface Listed {
  readonly kind: string;
  readonly things: readonly { readonly id: string; readonly label: string }[];
}
const listed = async (owner: Visitor) =>
  (await visit(owner, turnedOff, AT)).shown["kinds"] as readonly Listed[];

describe("what acts", () => {
  it("is decided for every table there is, and for none that is gone", () => {
    expect(Object.keys(ACTING).toSorted()).toEqual(allTables.map(getTableName).toSorted());
    for (const decision of Object.values(ACTING)) {
      if ("off" in decision) expect(offSwitches).toContain(decision.off);
      else expect(("ended" in decision ? decision.ended : decision.harmless).length).toBeGreaterThan(10);
    }
  });

  it("is turned off by a switch that some table names and this test drives", () => {
    const used = new Set(
      Object.values(ACTING).flatMap((decision): OffSwitch[] => ("off" in decision ? [decision.off] : [])),
    );
    expect(offSwitches.filter((one) => !used.has(one))).toEqual([]);
    expect(Object.keys(DRIVES).toSorted()).toEqual(offSwitches.map(({ kind }) => kind).toSorted());
  });
});

describe("the owner of a mailbox who takes an account over", () => {
  it.each(Object.keys(DRIVES))("finds the %s off, and turns it on again", async (kind) => {
    const place = await squat();
    const acts = await DRIVES[kind]!(place);
    // Follow-up always waits for a verified address, so it would only start then.
    if (kind !== "follow-up") expect(await acts()).toBe(true);
    const { owner, page } = await takeOver(place);
    expect(await acts()).toBe(false);
    if (GONE_FOR_GOOD.includes(kind)) return expect(page).not.toContain("we turned off");
    expect(page).toContain("No one had verified this address before");
    const things = async () => (await listed(owner)).find((one) => one.kind === kind)?.things ?? [];
    expect((await things()).length).toBeGreaterThan(0);
    // Trying it may have taken days, and turning a key on requires a recent login.
    await owner.post("/login", { email: place.email, password: NEW });
    for (const { id } of await things()) await visit(owner, turnedOff, AT, {}, { intent: "turn-on", id });
    expect(await acts()).toBe(true);
    expect(await things()).toEqual([]);
  });

  it("sends nothing to people who left their names before", async () => {
    const place = await squat();
    const page = await place.as(async (ctx) => openPage(ctx, "Summit Deck", await offer(place.account)));
    await withAccount(place.account, (ctx) =>
      ctx.db.execute(
        sql`update businesses_accounts set name = 'Summit Deck', postal_address = '1 Main St', zone = 'America/Denver'`,
      ),
    );
    const { leadId } = await capture(page.slug, { name: "Dana", email: "dana@third-party.test" });
    const mails = () =>
      rowsOf(place.account, sql`select count(*)::int as n from mail_messages where about_id = ${leadId}`);
    const { owner } = await takeOver(place);
    clock.set("2026-11-21T18:00:00Z");
    await sendDueSteps(place.account);
    expect(await mails()).toBe(0);
    // When its owner turns follow-up on, the page's promised gift goes first.
    await owner.post("/login", { email: place.email, password: NEW });
    await visit(owner, turnedOff, AT, {}, { intent: "turn-on", kind: "follow-up" });
    clock.set("2026-11-21T20:00:00Z");
    await sendDueSteps(place.account);
    expect(await mails()).toBe(1);
  });

  it("by a login link, finds the same", async () => {
    const place = await squat();
    const acts = await DRIVES["api-key"]!(place);
    await new Visitor().post("/login/link", { email: place.email });
    const link = (await identity.mailsTo(place.email)).at(-1)!.path;
    const owner = new Visitor();
    expect((await owner.get(link)).html).toContain("API keys");
    expect((await owner.post(link, {})).location).toBe("/account/settings/you?notice=turned-off");
    expect(await acts()).toBe(false);
    expect((await owner.get("/account/settings/you?notice=turned-off")).html).toContain(AT);
    const mail = (await identity.mailsTo(place.email)).at(-1)!;
    expect(mail.subject).toBe("Your email is verified, and some things are turned off");
    expect(mail.text).toContain("1 API key");
    expect(mail.path).toBe(AT);
  });

  it("reads on the page and in the email what it was", async () => {
    const place = await squat();
    await DRIVES["api-key"]!(place);
    await DRIVES["api-key"]!(place);
    await DRIVES["webhook"]!(place);
    const { owner, page } = await takeOver(place);
    expect(page).toContain("2 API keys and 1 webhook");
    expect(page).toContain(`href="/login?next=${encodeURIComponent(AT)}"`);
    expect((await identity.mailsTo(place.email)).at(-1)!.text).toContain(
      "we turned off 2 API keys and 1 webhook",
    );
    // Turns on all of one kind; things left off don't come up again.
    await visit(owner, turnedOff, AT, {}, { intent: "turn-on", kind: "api-key" });
    const [webhook] = await listed(owner);
    await visit(owner, turnedOff, AT, {}, { intent: "leave-off", id: webhook!.things[0]!.id });
    expect(await listed(owner)).toEqual([]);
  });

  it("finds every login, link, and copy of whoever set it up ended", async () => {
    const place = await squat();
    const [mine, at] = [place.person.id, START];
    await identity.rows(
      "insert into identity_totp (user_id, sealed, created_at, confirmed_at) values ($1, 'x', $2, $2)",
      [mine, at],
    );
    await identity.rows(
      "insert into identity_recovery_codes (user_id, code_hash, created_at) values ($1, 'x', $2)",
      [mine, at],
    );
    await identity.rows(
      `insert into identity_passkeys (id, user_id, name, public_key, counter, transports, backed_up, created_at)
       values ($1, $2, 'Key', 'x', 0, '[]', false, $3)`,
      [newId(), mine, at],
    );
    await identity.rows(
      `insert into identity_credentials (id, user_id, provider_id, provider_account_id, created_at, updated_at)
       values ($1, $2, 'https://provider.test', 'subject', $3, $3)`,
      [newId(), mine, at],
    );
    await identity.rows(
      "insert into identity_challenges (token_hash, kind, user_id, data, created_at, expires_at) values ($1, 'change-email', $2, '{}', $3, $3)",
      [newId(), mine, at],
    );
    await identity.rows("insert into identity_exports (id, user_id, asked_at) values ($1, $2, $3)", [
      newId(),
      mine,
      at,
    ]);
    await identity.rows(
      "insert into identity_exports (id, user_id, asked_at, ready_at, file, bytes, expires_at) values ($1, $2, $3, $3, 'f', 1, $4)",
      [newId(), mine, at, "2026-12-20T00:00:00Z"],
    );
    await new Visitor().post(await askForReset(place.email), { password: NEW, confirmPassword: NEW });
    const ended = Object.entries(ACTING).flatMap(([table, decision]) => ("ended" in decision ? [table] : []));
    const left: Record<string, number> = {};
    for (const table of ended) {
      const whose = table === "identity_verifications" ? "value" : "user_id::text";
      const [row] = await identity.rows<{ n: number }>(
        `select count(*)::int as n from ${table} where ${whose} = $1`,
        [mine],
      );
      left[table] = row!.n;
    }
    // The password chosen with the verification, and two exports whose files a task removes.
    expect(left).toMatchObject({ identity_credentials: 1, identity_exports: 2 });
    expect(Object.values(left).reduce((sum, one) => sum + one)).toBe(3);
    const exports = await identity.rows<{ open: boolean }>(
      "select (failed_at is null and (expires_at is null or expires_at > $2)) as open from identity_exports where user_id = $1",
      [mine, at],
    );
    expect(exports.map(({ open }) => open)).toEqual([false, false]);
    expect((await visit(place.squatter, dashboard, "/account/dashboard")).location).toContain("/login");
  });
});

describe("somebody who set it up themselves", () => {
  /** @returns whether the key still works, and whether the address is verified, after that proof */
  const after = async (prove: (place: Squat) => Promise<unknown>) => {
    const place = await squat();
    const acts = await DRIVES["api-key"]!(place);
    await prove(place);
    const [row] = await identity.rows<{ verified: boolean }>(
      "select email_verified as verified from identity_users where id = $1",
      [place.person.id],
    );
    return { works: await acts(), ...row! };
  };
  const KEPT = { works: true, verified: true };

  it("and opens the verification link where they are logged in, keeps it", async () => {
    expect(
      await after(async ({ email, squatter }) => squatter.get((await identity.mailsTo(email))[0]!.path)),
    ).toEqual(KEPT);
  });

  it("and opens a login link where they are logged in, keeps it, and the password", async () => {
    const kept = await after(async ({ email, squatter }) => {
      await new Visitor().post("/login/link", { email });
      await squatter.post((await identity.mailsTo(email)).at(-1)!.path, {});
      expect((await new Visitor().post("/login", { email, password: PASSWORD })).status).toBe(303);
    });
    expect(kept).toEqual(KEPT);
  });

  it("and resets the password where they are logged in, keeps it", async () => {
    const reset = async ({ email, squatter }: Squat) =>
      squatter.post(await askForReset(email), { password: NEW, confirmPassword: NEW });
    expect(await after(reset)).toEqual(KEPT);
  });

  it("and had verified the address before, keeps it whoever resets", async () => {
    const kept = await after(async (place) => {
      await place.squatter.get((await identity.mailsTo(place.email))[0]!.path);
      await takeOver(place);
    });
    expect(kept).toEqual(KEPT);
  });

  it("cannot be led to it: the verification link does nothing in a browser that is not logged in", async () => {
    const place = await squat();
    await new Visitor().get((await identity.mailsTo(place.email))[0]!.path);
    const [row] = await identity.rows<{ email_verified: boolean }>(
      "select email_verified from identity_users where id = $1",
      [place.person.id],
    );
    expect(row!.email_verified).toBe(false);
  });
});

it("is not for anybody but an owner to turn on", async () => {
  const place = await squat();
  await DRIVES["api-key"]!(place);
  const { owner } = await takeOver(place);
  const [group] = await listed(owner);
  const manager = await signedIn(`manager${count}@mailbox.test`);
  const [row] = await identity.rows<{ id: string }>("select id from identity_users where email = $1", [
    `manager${count}@mailbox.test`,
  ]);
  await withAccount(place.account, (ctx) =>
    ctx.db
      .insert(businessesMembers)
      .values({ accountId: place.account, userId: row!.id, role: "manager", createdAt: ctx.now }),
  );
  expect((await visit(manager, turnedOff, AT)).status).toBe(403);
  expect(
    (await visit(manager, turnedOff, AT, {}, { intent: "turn-on", id: group!.things[0]!.id })).status,
  ).toBe(403);
  expect(await listed(owner)).toHaveLength(1);
});
