// Long because every way to come to a lead, and every way to be sent something, is tried while an address
// waits.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { onEvent } from "#ground/events/public.server.ts";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { businessOf } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import { convertCaptures } from "#trade/leads/capture/capture-queue.server.ts";
import * as confirmPage from "#trade/leads/capture/confirm.tsx";
import { askUnconfirmed, confirmAddress } from "#trade/leads/capture/confirm.server.ts";
import { findLeadByEmail, leadHistory, recordReply } from "#trade/leads/data.server.ts";
import { noteBadAddress, unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { captureForm } from "#trade/leads/capture/post-form.server.ts";
import { loader as define } from "#trade/leads/form/api.ts";
import type { FormAsks } from "#trade/leads/form/questions.ts";
import { saveForm } from "#trade/leads/form/submit.server.ts";
import { takeLead } from "#trade/leads/capture/api-leads.server.ts";
import { personalDataOf } from "#trade/leads/personal-data/personal-data.server.ts";
import { listQuarantined, releaseQuarantined } from "#trade/leads/spam/quarantine.server.ts";
import * as list from "#trade/leads/list.tsx";
import { listenForPeople } from "#trade/leads/listeners.server.ts";
import * as personalPage from "#trade/leads/page/page.tsx";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { consentWording, TEXT_CONSENT_VERSION, textConsentWording } from "#trade/leads/form/schema.ts";
import { argsOf, ASKS_ALL, filled, post } from "#trade/leads/testing/forms.ts";
import { mayStillText, mayText } from "#trade/leads/text/text-consent.server.ts";
import { confirmToken, readConfirmToken } from "#trade/leads/preferences/tokens.server.ts";
import { createSequence } from "#trade/sequences/create.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { ledgerOfLead } from "#trade/sequences/status/ledger.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { mayStillSend } from "#trade/sequences/sending/may-send.server.ts";
import type { NewSequence } from "#trade/sequences/schema.ts";
import { startSequence } from "#trade/sequences/enrollment/start.server.ts";
import * as leadPage from "#faces/today/lead/lead.tsx";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { now, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { parseForm } from "#platform/http/request/form.server.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { mail } from "../testing/sequences.ts";

// A form asks people to confirm their address: one email goes out, and nothing else happens until a person
// presses the button behind its link.

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const EMAIL = "dana@client.test";
const CONFIRMED: FormAsks = { ...ASKS_ALL, need: "off", confirm: true };
const clock = testClock(FRIDAY);
let installed: Awaited<ReturnType<typeof openInstallation>>;
let owner: SignedIn;
let account: string;
let pageId: string;
let slug: string;
const told: { leadId: string; pageId: string }[] = [];

beforeAll(async () => {
  installed = await openInstallation(clock);
  listenForDeeds();
  listenForLeads();
  listenForPeople();
  onEvent("leads.captured", async (_, { captures }) => void told.push(...captures));
});
afterAll(() => installed?.drop());

async function openAnother(title: string, asks: FormAsks = CONFIRMED): Promise<{ id: string; slug: string }> {
  const file = await installation().files.put(account, Buffer.from(`%PDF-1.7 ${title}`), "pdf");
  return inShop(async (ctx) => {
    const opened = await openPage(ctx, "Summit Deck", {
      kind: "magnet",
      magnetId: newId(),
      title,
      promise: "p",
      file,
      fileName: "guide.pdf",
    });
    await saveForm(ctx, opened.id, asks);
    return opened;
  });
}
beforeEach(async () => {
  clock.set(FRIDAY);
  told.length = 0;
  owner = await signedIn();
  account = await businessOf(owner.person, "Summit Deck");
  await inShop((ctx) =>
    saveBusinessDetails(ctx, {
      businessName: "Summit Deck",
      postalAddress: "1 Main St, Denver",
      zone: "America/Denver",
    }),
  );
  ({ id: pageId, slug } = await openAnother("9 questions"));
});

const inShop = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(account, work);
const rowsOf = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await inShop((ctx) => ctx.db.execute<Row>(query))).rows;
interface Mail extends Record<string, unknown> {
  id: string;
  subject: string;
  text: string;
  html: string;
  kind: string;
  recipient: string;
  recipient_name: string;
  from_name: string;
  state: string;
}
const mails = () => rowsOf<Mail>(sql`select * from mail_messages order by created_at, id`);
async function work(): Promise<void> {
  expect((await convertCaptures(account)).failed).toEqual([]);
  await sendDueSteps(account);
  await deliver(account);
}
const lead = async (email = EMAIL) => (await inShop((ctx) => findLeadByEmail(ctx, email)))!;
const story = async (email = EMAIL) => {
  const { id } = await lead(email);
  return inShop((ctx) => leadHistory(ctx, id));
};
const ask = async (fields: Readonly<Record<string, string>> = {}, at = slug) => {
  const answer = await post(at, filled({ email: EMAIL, ...fields }));
  expect(answer.status).toBe(200);
  await work();
};
const links = async () =>
  (await mails()).flatMap(({ text }) => /\/confirm\/([\w-]{72})/.exec(text)?.[1] ?? []);
const answered = async (work: () => Promise<unknown>) => {
  const result = await work().catch((error: unknown) => error);
  const { data, init } = result as { data?: Record<string, unknown>; init?: { status?: number } };
  return data ? { ...data, status: init?.status } : (result as Record<string, unknown>);
};
const at = (token: string, method: "GET" | "POST") =>
  answered(async () => {
    const request = new Request(`http://localhost:3000/confirm/${token}`, { method });
    const args = { request, params: { token }, context: new RouterContextProvider() } as never;
    return method === "GET" ? confirmPage.loader(args) : confirmPage.action(args);
  });
const confirm = async () => at((await links()).at(-1)!, "POST");
const screen = (path: string, params: Record<string, string> = {}, fields?: Record<string, string>) => {
  const request = owner.request(path, fields ? { method: "POST", body: new URLSearchParams(fields) } : {});
  return {
    request,
    params,
    context: new RouterContextProvider(),
    url: new URL(request.url),
    pattern: path,
  } as never;
};
const shownLead = async (email = EMAIL) => {
  const { id } = await lead(email);
  return leadPage.loader(screen(`/account/leads/${id}`, { leadId: id }));
};
const shownList = async () => (await list.loader(screen("/account/leads"))).leads.map(({ mark }) => mark);
const enrolments = () => rowsOf<{ lead_id: string }>(sql`select lead_id from sequences_enrolments`);
const counted = async () => {
  const { touches, consents } = await story();
  return [touches.length, consents.length, (await enrolments()).length];
};

describe("an address that nobody knows", () => {
  it("gets one mail that asks, and nothing else happens", async () => {
    await ask({ name: "Zebedee Quill", phone: "(303) 555-0142", texts: "yes" });
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ kind: "transactional", recipient: EMAIL, from_name: "Summit Deck" });
    expect(sent[0]!.subject).toContain("Summit Deck");
    expect(sent[0]!.text).toContain("“9 questions”");
    expect(sent[0]!.text).toContain("text messages to the number you left");
    expect(sent[0]!.text).toContain("If it wasn’t you, ignore this email. Nothing else is sent.");
    expect(sent[0]!.text).toContain("The link works until November 27.");
    // Text typed by a stranger isn't emailed in the business's name.
    expect(JSON.stringify(sent[0])).not.toContain("Zebedee");
    expect(await counted()).toEqual([0, 0, 0]);
    const { id } = await lead();
    expect((await inShop((ctx) => mayText(ctx, [id]))).get(id)).toEqual({
      phone: null,
      refusal: "they left no phone number",
    });
    expect(told).toEqual([]);
  });

  it("is shown as waiting, with what was asked for, and after seven days as not confirmed", async () => {
    await ask({ phone: "(303) 555-0142", when: "any evening" });
    expect(await shownList()).toEqual([
      { state: "waiting", words: "Waiting for confirmation since Fri, Nov 20, 10:00 AM MST" },
    ]);
    expect(await shownLead()).toMatchObject({
      status: "unconfirmed",
      unconfirmed: {
        isBarred: true,
        until: "Fri, Nov 27, 10:00 AM MST",
        requests: [
          {
            title: "9 questions",
            answers: [{ text: "(303) 555-0142" }, { text: "A new deck" }, { text: "any evening" }],
          },
        ],
      },
    });
    clock.advance({ hours: 24 * 7 });
    expect(await shownList()).toEqual([{ state: "waiting", words: "Not confirmed" }]);
    expect(await shownLead()).toMatchObject({ unconfirmed: { until: null } });
    expect((await list.loader(screen("/account/leads?status=unconfirmed"))).leads).toHaveLength(1);
    expect((await list.loader(screen("/account/leads?status=new"))).leads).toHaveLength(0);
  });

  it("takes effect by the button, once: touch, consents in the words they saw, number, gift", async () => {
    const seen = textConsentWording("Summit Deck");
    await ask({
      phone: "(303) 555-0142",
      texts: "yes",
      source: JSON.stringify({ page: "https://ridge.example/contact" }),
    });
    // The guide was renamed in the meantime: their consent is to the wording they saw.
    await inShop((ctx) =>
      saveBusinessDetails(ctx, {
        businessName: "Other Name",
        postalAddress: "1 Main St",
        zone: "America/Denver",
      }),
    );
    clock.advance({ hours: 30 });
    const confirmedAt = now();
    expect(await confirm()).toMatchObject({ state: "confirmed", titles: ["9 questions"], status: 200 });
    const { touches, consents } = await story();
    expect(touches).toMatchObject([
      { pageId, answers: { phone: "+13035550142" }, at: Temporal.Instant.from(FRIDAY) },
    ]);
    const rest = {
      source: `ridge.example/contact (form of /p/${slug})`,
      at: Temporal.Instant.from(FRIDAY),
      confirmedAt,
    };
    expect(consents).toHaveLength(2);
    expect(consents).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...rest,
          channel: "mail",
          wordingVersion: "2026-11",
          wording: consentWording({ title: "9 questions" }, "Summit Deck"),
        }),
        expect.objectContaining({
          ...rest,
          channel: "text",
          wordingVersion: TEXT_CONSENT_VERSION,
          wording: seen,
        }),
      ]),
    );
    await work();
    expect((await mails()).map(({ kind }) => kind)).toEqual(["transactional", "followup"]);
    const { id } = await lead();
    expect((await inShop((ctx) => mayText(ctx, [id]))).get(id)).toEqual({
      phone: "+13035550142",
      refusal: null,
    });
    expect(await shownList()).toEqual([{ state: "waiting", words: "No reply yet" }]);
    expect(await shownLead()).toMatchObject({
      consents: [{ confirmed: { iso: confirmedAt.toString() } }, {}],
      unconfirmed: { requests: [] },
    });
  });

  it("fires once, also pressed five times at once and again later", async () => {
    await ask();
    const [token] = await links();
    const answers = await Promise.all(Array.from({ length: 5 }, () => at(token!, "POST")));
    expect(answers.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => "confirmed"));
    expect(answers.filter(({ titles }) => (titles as string[]).length).length).toBe(1);
    await work();
    clock.advance({ hours: 1 });
    expect(await at(token!, "POST")).toMatchObject({ state: "confirmed", titles: [] });
    await work();
    expect(await counted()).toEqual([1, 1, 1]);
    expect(told).toEqual([{ leadId: (await lead()).id, pageId }]);
    expect((await mails()).filter(({ kind }) => kind === "followup")).toHaveLength(1);
  });

  it("is confirmed, and has not ended, for whoever looks or presses while another press takes effect", async () => {
    await ask();
    const [token] = await links();
    const { id } = await lead();
    const waiting = async () =>
      (
        await rowsOf(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length;
    const late = await inShop(async (ctx) => {
      await confirmAddress(ctx, id);
      // The lock makes all requests wait until this press commits; before that they read a lead who hasn't
      // confirmed.
      await ctx.db.execute(sql`lock table leads_unconfirmed in access exclusive mode`);
      const answers = (["GET", "POST", "POST"] as const).map((method) => at(token!, method));
      await expect.poll(waiting).toBe(3);
      return () => Promise.all(answers);
    });
    expect(await late()).toMatchObject(Array.from({ length: 3 }, () => ({ state: "confirmed", titles: [] })));
  });
});

describe("the link", () => {
  it("changes nothing by being looked at, however often, and shows nothing personal", async () => {
    await ask({ phone: "(303) 555-0142", texts: "yes" });
    const [token] = await links();
    const before = await rowsOf(
      sql`select l.*, u.* from leads l join leads_unconfirmed u on u.lead_id = l.id`,
    );
    for (let time = 0; time < 3; time++)
      expect(await at(token!, "GET")).toMatchObject({
        state: "fresh",
        email: "d…@client.test",
        titles: ["9 questions"],
        wordings: [
          consentWording({ title: "9 questions" }, "Summit Deck"),
          textConsentWording("Summit Deck"),
        ],
      });
    expect(JSON.stringify(await at(token!, "GET"))).not.toMatch(/Dana|dana@|555/);
    expect(
      await rowsOf(sql`select l.*, u.* from leads l join leads_unconfirmed u on u.lead_id = l.id`),
    ).toEqual(before);
    expect(confirmPage.headers()).toMatchObject({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });
    expect(confirmPage.meta({ loaderData: {} })).toContainEqual({ name: "robots", content: "noindex" });
  });

  it("works for seven days to the second, then says so and offers the form again", async () => {
    await ask();
    const [token] = await links();
    clock.advance({ seconds: 7 * 86_400 - 1 });
    expect(await at(token!, "GET")).toMatchObject({ state: "fresh" });
    clock.advance({ seconds: 1 });
    expect(await at(token!, "GET")).toMatchObject({ state: "expired", slug });
    expect(await at(token!, "POST")).toMatchObject({ state: "expired", status: 410 });
    expect(await counted()).toEqual([0, 0, 0]);
  });

  it("is nobody's when it is forged, and says so when the lead is gone", async () => {
    await ask();
    const [token] = await links();
    const { leadId, until } = readConfirmToken(token!)!;
    for (const forged of [
      `${token!.slice(0, -2)}AA`,
      "x",
      "",
      "A".repeat(72),
      confirmToken(newId(), leadId, until),
    ])
      for (const method of ["GET", "POST"] as const)
        expect(await at(forged === token ? "x" : forged, method)).toMatchObject({ status: 404 });
    await inShop((ctx) => ctx.db.execute(sql`delete from leads`));
    expect(await at(token!, "POST")).toMatchObject({
      status: 404,
      message: expect.stringContaining("ask for it again") as string,
    });
  });

  it("does nothing while the business is suspended, and works once it is not", async () => {
    await ask();
    const [token] = await links();
    const suspend = (moment: string | null) =>
      inShop((ctx) => ctx.db.execute(sql`update businesses_accounts set suspended_at = ${moment}`));
    await suspend(FRIDAY);
    expect(await at(token!, "POST")).toMatchObject({ status: 503 });
    expect(await counted()).toEqual([0, 0, 0]);
    await suspend(null);
    expect(await at(token!, "POST")).toMatchObject({ state: "confirmed" });
  });

  it("brings nothing to somebody who asked not to be written to meanwhile", async () => {
    await ask();
    await inShop(async (ctx) => unsubscribeLead(ctx, (await findLeadByEmail(ctx, EMAIL))!.id));
    const [token] = await links();
    expect(await at(token!, "GET")).toMatchObject({ state: "stopped" });
    expect(await at(token!, "POST")).toMatchObject({ state: "stopped", status: 410 });
    expect(await counted()).toEqual([0, 0, 0]);
  });
});

describe("who asks again", () => {
  it("is asked once an hour at most, and anew after it; each link works", async () => {
    await ask();
    clock.advance({ minutes: 59 });
    await ask();
    expect(await links()).toHaveLength(1);
    clock.advance({ minutes: 1 });
    await ask();
    expect(await links()).toHaveLength(2);
    expect(await at((await links())[0]!, "POST")).toMatchObject({
      state: "confirmed",
      titles: ["9 questions"],
    });
    // Asking three times makes three touches and one follow-up.
    expect(await counted()).toEqual([3, 3, 1]);
  });

  it("at the same moment, on several forms and by two workers, is asked by one mail, whose link is about all of it", async () => {
    const other = await openAnother("The other guide");
    for (let time = 0; time < 6; time++) await post(time % 2 ? other.slug : slug, filled({ email: EMAIL }));
    await Promise.all([convertCaptures(account), convertCaptures(account), convertCaptures(account)]);
    await work();
    expect(await links()).toHaveLength(1);
    expect(await at((await links())[0]!, "GET")).toMatchObject({
      titles: expect.arrayContaining(["9 questions", "The other guide"]) as unknown,
    });
    await confirm();
    expect(await counted()).toEqual([6, 6, 2]);
  });

  it("with the same form twice is one request", async () => {
    const same = { submission: randomUUID() };
    await ask(same);
    await ask(same);
    expect(await rowsOf(sql`select 1 from leads_unconfirmed`)).toHaveLength(1);
    await confirm();
    // The form is posted again by the browser's reload, after the confirmation.
    await ask(same);
    expect(await counted()).toEqual([1, 1, 1]);
  });

  it("after the link has ended is asked anew, about what they asked for now", async () => {
    const other = await openAnother("The other guide");
    await ask();
    clock.advance({ hours: 24 * 8 });
    await ask({}, other.slug);
    const [old, fresh] = await links();
    expect(await at(old!, "POST")).toMatchObject({ state: "expired" });
    expect(await at(fresh!, "POST")).toMatchObject({ state: "confirmed", titles: ["The other guide"] });
    expect(await counted()).toEqual([1, 1, 1]);
  });

  it("and has confirmed, is not asked any more", async () => {
    await ask();
    await confirm();
    clock.advance({ hours: 48 });
    const other = await openAnother("The other guide");
    await ask({}, other.slug);
    expect(await links()).toHaveLength(1);
    expect(await counted()).toEqual([2, 2, 2]);
    expect((await story()).consents.map(({ confirmedAt }) => confirmedAt !== null)).toEqual([true, false]);
  });
});

describe("who is known otherwise", () => {
  const without = () => inShop((ctx) => saveForm(ctx, pageId, { ...CONFIRMED, confirm: false }));
  const withIt = () => inShop((ctx) => saveForm(ctx, pageId, CONFIRMED));

  it("because they wrote back by mail, is not asked; by the owner's word or a text they are", async () => {
    await without();
    for (const [email, via] of [
      ["mail@client.test", "mail"],
      ["owner@client.test", "owner"],
      ["text@client.test", "text"],
    ] as const) {
      await ask({ email });
      await inShop(async (ctx) => recordReply(ctx, (await findLeadByEmail(ctx, email))!.id, { via }));
    }
    await withIt();
    for (const email of ["mail@client.test", "owner@client.test", "text@client.test"]) await ask({ email });
    expect(
      (await mails()).filter(({ kind }) => kind === "transactional").map(({ recipient }) => recipient),
    ).toEqual(["owner@client.test", "text@client.test"]);
  });

  it("because they agreed before it was asked for: what runs goes on, and what they ask for now waits", async () => {
    await without();
    await ask();
    await withIt();
    const other = await openAnother("The other guide");
    await ask({ phone: "(303) 555-0199", texts: "yes" }, other.slug);
    expect(await links()).toHaveLength(1);
    const { id, unconfirmedSince } = await lead();
    expect(unconfirmedSince).toBeNull();
    expect(await counted()).toEqual([1, 1, 1]);
    // A stranger who types their address changes neither their number nor the consent to text it.
    expect((await inShop((ctx) => mayText(ctx, [id]))).get(id)?.phone).toBeNull();
    clock.advance({ hours: 24 * 4 });
    await work();
    expect((await mails()).filter(({ kind }) => kind === "followup").length).toBe(2);
    expect(await shownLead()).toMatchObject({
      status: "new",
      unconfirmed: { isBarred: false, requests: [{ title: "The other guide" }] },
    });
    await confirm();
    expect(await counted()).toEqual([2, 3, 2]);
  });

  it("because they want no mail: handled as ever, and asked nothing", async () => {
    await without();
    await ask();
    await inShop(async (ctx) => unsubscribeLead(ctx, (await findLeadByEmail(ctx, EMAIL))!.id));
    await withIt();
    const other = await openAnother("The other guide");
    await ask({}, other.slug);
    expect(await links()).toEqual([]);
    const ledger = await inShop(async (ctx) => ledgerOfLead(ctx, (await findLeadByEmail(ctx, EMAIL))!.id));
    expect(ledger.at(-2)).toMatchObject({ state: "not_sent", reason: "they unsubscribed" });
  });

  it("because mail to them came back: they stay unconfirmed, and no text goes out instead", async () => {
    await ask({ phone: "(303) 555-0142", texts: "yes" });
    await inShop(async (ctx) => noteBadAddress(ctx, (await findLeadByEmail(ctx, EMAIL))!.id, EMAIL));
    clock.advance({ hours: 2 });
    await ask({ phone: "(303) 555-0142", texts: "yes" });
    expect(await links()).toHaveLength(1);
    const { id } = await lead();
    expect((await inShop((ctx) => mayText(ctx, [id]))).get(id)?.refusal).not.toBeNull();
    expect(await counted()).toEqual([0, 0, 0]);
    expect(await shownList()).toEqual([{ state: "unsent", words: "Email bounced" }]);
  });

  it("because the page does not ask any more: what they ask for then takes effect", async () => {
    await ask();
    await without();
    await ask();
    expect(await counted()).toEqual([1, 1, 1]);
    expect((await lead()).unconfirmedSince).toBeNull();
  });

  it("keeps those apart who come together", async () => {
    await without();
    const other = await openAnother("The other guide");
    for (const [email, where] of [
      ["a@client.test", slug],
      ["b@client.test", other.slug],
      ["a@client.test", other.slug],
    ] as const)
      await post(where, filled({ email }));
    await work();
    expect((await lead("a@client.test")).unconfirmedSince).toBeNull();
    expect((await lead("b@client.test")).unconfirmedSince).not.toBeNull();
    expect((await enrolments()).map(({ lead_id }) => lead_id)).toEqual([(await lead("a@client.test")).id]);
    expect((await links()).length).toBe(2);
  });
});

describe("nothing is sent to who waits", () => {
  const FOLLOWED = {
    trigger: { kind: "manual" },
    name: "By hand",
    steps: [mail("By hand", 0)],
  } satisfies NewSequence;

  it("by hand: they are left out, and it is said why", async () => {
    await ask();
    const { id } = await lead();
    const sequence = await inShop((ctx) => createSequence(ctx, FOLLOWED));
    expect(await inShop((ctx) => startSequence(ctx, sequence, [id]))).toMatchObject({
      started: [],
      unconfirmed: [id],
      inside: [],
      suppressed: [],
    });
    await work();
    expect(await mails()).toHaveLength(1);
    await confirm();
    expect(await inShop((ctx) => startSequence(ctx, sequence, [id]))).toMatchObject({
      started: [id],
      unconfirmed: [],
    });
  });

  it("by another program: with a page they are asked, without one nothing follows", async () => {
    const given = {
      email: EMAIL,
      name: "Dana",
      phone: "+13035550142",
      consent: {
        wording: "Email me.",
        source: "https://ridge.example",
        at: Temporal.Instant.from("2026-11-19T10:00:00Z"),
      },
      source: { utm_source: "crm" },
    };
    const open = await openAnother("No questions", ASKS_ALL);
    expect(await inShop((ctx) => takeLead(ctx, { ...given, pageId }))).toMatchObject({ isNew: true });
    expect(await inShop((ctx) => takeLead(ctx, { ...given, pageId: open.id }))).toMatchObject({
      isNew: false,
    });
    await inShop((ctx) =>
      takeLead(ctx, { ...given, consent: { ...given.consent, wording: "Said on the phone." } }),
    );
    await work();
    expect(told).toEqual([]);
    expect(await links()).toHaveLength(1);
    expect((await lead()).unconfirmedSince).not.toBeNull();
    await confirm();
    expect(told).toHaveLength(2);
    const { consents } = await story();
    expect(consents.filter(({ confirmedAt }) => confirmedAt)).toMatchObject([
      {
        wordingVersion: "given",
        wording: "Email me.",
        source: "https://ridge.example",
        at: given.consent.at,
      },
      { wordingVersion: "given" },
    ]);
  });

  it("at the moment of sending: a step that is due all the same ends with the reason, and what waits in the queue is taken back", async () => {
    await inShop((ctx) => saveForm(ctx, pageId, { ...CONFIRMED, confirm: false }));
    await post(slug, filled({ email: EMAIL, phone: "(303) 555-0142", texts: "yes" }));
    await convertCaptures(account);
    const { id } = await lead();
    await inShop((ctx) =>
      ctx.db.execute(sql`update leads set unconfirmed_since = ${FRIDAY} where id = ${id}`),
    );
    await sendDueSteps(account);
    const [first] = await inShop((ctx) => ledgerOfLead(ctx, id));
    expect(first).toMatchObject({ state: "not_sent", reason: "they haven’t confirmed their address" });
    expect(await mails()).toEqual([]);
    const message = { accountId: account, aboutId: id, id: newId(), to: "+13035550142" } as never;
    expect(await mayStillSend(message)).toEqual({ suppressed: "they haven’t confirmed their address" });
    expect(await mayStillText(message)).toEqual({ suppressed: "they haven’t confirmed their address" });
  });

  it("before the owner's own address is verified: they are asked once it is", async () => {
    const verified = (is: boolean) =>
      withSystem((ctx) =>
        ctx.db.execute(sql`update identity_users set email_verified = ${is} where id = ${owner.person.id}`),
      );
    await verified(false);
    await ask();
    await askUnconfirmed();
    expect(await mails()).toEqual([]);
    await verified(true);
    await askUnconfirmed();
    await askUnconfirmed();
    expect(await links()).toHaveLength(1);
    await confirm();
    expect(await counted()).toEqual([1, 1, 1]);
  });

  it("when the business lets through what looked like spam: they are asked like everybody", async () => {
    await post(slug, filled({ email: EMAIL, homepage: "https://pills.test" }));
    await work();
    const [held] = await inShop((ctx) => listQuarantined(ctx));
    expect(await inShop((ctx) => releaseQuarantined(ctx, held!.id, EMAIL))).toBe("waits");
    await work();
    expect([await counted(), (await links()).length]).toEqual([[0, 0, 0], 1]);
  });
});

describe("what is said to whoever left their address", () => {
  it("is the same for everybody: on the page, in a form's definition and in its answer", async () => {
    await ask();
    await confirm();
    for (const email of [EMAIL, "somebody.new@client.test"]) {
      const answer = await post(slug, filled({ email }));
      expect(await answer.json()).toMatchObject({ sent: true, thanks: { title: "Check your email" } });
    }
    expect(await (await define(argsOf(slug))).json()).toMatchObject({
      thanks: { title: "Check your email" },
    });
    const to = await captureForm.take(
      slug,
      parseForm(new URLSearchParams(filled({ email: "x@client.test" })).toString()),
      undefined,
    );
    const request = new Request(`http://localhost:3000${to}`);
    const shown = await personalPage.loader({
      request,
      params: { slug },
      context: new RouterContextProvider(),
    } as never);
    expect(shown).toMatchObject({ thanks: { didAsk: false }, asks: { confirm: true } });
    const open = await openAnother("No questions", { ...ASKS_ALL, need: "off" });
    expect(await (await post(open.slug, filled({ email: EMAIL }))).json()).toEqual({ sent: true });
    expect(await (await define(argsOf(open.slug))).json()).toMatchObject({
      thanks: { title: "It’s on its way" },
    });
  });
});

describe("the business's hand", () => {
  it("deletes who never confirmed, with all they left and no hash; whoever confirmed stays", async () => {
    await ask({ need: "A deck for Zebedee" });
    const { id } = await lead();
    const press = () =>
      answered(async () => leadPage.action(screen(`/account/leads/${id}`, { leadId: id }, { do: "delete" })));
    const gone = (await press()) as unknown as Response;
    expect([gone.status, gone.headers.get("location")]).toEqual([303, "/account/leads"]);
    for (const table of ["leads", "leads_unconfirmed", "leads_suppressions", "mail_messages"])
      expect([table, await rowsOf(sql`select 1 from ${sql.identifier(table)}`)]).toEqual([table, []]);
    expect(await press()).toMatchObject({ status: 404 });
    // The address's owner can still come, and has to confirm again.
    await ask();
    await confirm();
    const other = (await lead()).id;
    expect(
      await answered(async () =>
        leadPage.action(screen(`/account/leads/${other}`, { leadId: other }, { do: "delete" })),
      ),
    ).toMatchObject({ status: 409 });
    expect(await lead()).toBeDefined();
  });

  it("shows a person all that waits of theirs", async () => {
    await ask({ phone: "(303) 555-0142", texts: "yes", address: "12 Elm St" });
    const { id } = await lead();
    const told = JSON.stringify(await inShop((ctx) => personalDataOf(ctx, id)));
    for (const word of [
      "12 Elm St",
      "(303) 555-0142",
      "What you asked for but haven’t confirmed",
      textConsentWording("Summit Deck"),
      "Waiting for you to confirm your address since",
    ])
      expect(told).toContain(word);
    await confirm();
    const after = JSON.stringify(await inShop((ctx) => personalDataOf(ctx, id)));
    expect(after).toContain("Confirmed by email");
    expect(after).not.toContain("have yet to confirm");
  });
});
