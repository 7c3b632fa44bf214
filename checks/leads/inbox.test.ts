// Long because every rule about an answer is shown through the same door, from the same few people.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { RouterContextProvider } from "react-router";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveBusinessDetails, textAccounts } from "#ground/businesses/public.server.ts";
import { businessOf } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { loader as meLoader } from "#faces/field/me.ts";
import * as inbox from "#faces/inbox/list.tsx";
import * as beside from "#faces/inbox/list-beside.tsx";
import * as threadPage from "#faces/inbox/thread.tsx";
import { recordReply } from "#trade/leads/data.server.ts";
import { noteComplaint, unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { eraseLeadWithRetry } from "#trade/leads/personal-data/erase.server.ts";
import { rereadOldReplies } from "#trade/leads/functions.server.ts";
import { personalDataOf } from "#trade/leads/personal-data/personal-data.server.ts";
import { listenForPeople } from "#trade/leads/listeners.server.ts";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { endLead, leadHistory, listWriters, recordTextConsent } from "#trade/leads/public.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { stopTexts } from "#trade/leads/text/text-consent.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { mayStillSend, mayTextLeave } from "#trade/sequences/sending/may-send.server.ts";
import { ledgerOfLead } from "#trade/sequences/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { MailBench } from "#platform/mail/testing/mailer.ts";
import { TextBench } from "#platform/sms/testing/texter.ts";

// People who wrote to the business, and the replies written by hand.

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const NIGHT = "2026-11-21T05:00:00Z"; // 22:00 in Denver
const DANA = "+13035550100";
const clock = testClock(FRIDAY);
let installed: Awaited<ReturnType<typeof openInstallation>>;
let owner: SignedIn;
let stranger: SignedIn;
let account: string;
let slug: string;
let mails: MailBench;
let texts: TextBench;

beforeAll(async () => {
  installed = await openInstallation(clock);
  listenForDeeds();
  listenForPeople();
  listenForLeads();
  [owner, stranger] = [await signedIn(), await signedIn()];
  account = await businessOf(owner.person, "Summit Deck");
  await businessOf(stranger.person, "Another");
  const file = await installation().files.put(account, Buffer.from("%PDF-1.7 guide"), "pdf");
  ({ slug } = await inShop(async (ctx) => {
    await saveBusinessDetails(ctx, {
      businessName: "Summit Deck",
      postalAddress: "1 Main St, Denver, CO 80202",
      zone: "America/Denver",
    });
    await ctx.db.execute(
      sql`update businesses_accounts set signature = ${"Pat\nSummit Deck"} where account_id = ${account}`,
    );
    return openPage(ctx, "Summit Deck", {
      kind: "magnet",
      magnetId: newId(),
      title: "9 questions",
      promise: "p",
      file,
      fileName: "guide.pdf",
    });
  }));
});
afterAll(() => installed?.drop());
beforeEach(() => {
  clock.set(FRIDAY);
  [mails, texts] = [new MailBench(installed), new TextBench(installed)];
});
afterEach(async () => {
  await mails.clear();
  await texts.clear();
});

const inShop = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(account, work);
const argsOf = (
  at: string,
  params: Record<string, string>,
  who: SignedIn,
  fields?: Record<string, string>,
) => {
  const request = who.request(at, fields ? { method: "POST", body: new URLSearchParams(fields) } : {});
  return {
    request,
    params,
    context: new RouterContextProvider(),
    url: new URL(request.url),
    pattern: at,
  } as never;
};
const list = (query = "", who = owner) => inbox.loader(argsOf(`/account/inbox${query}`, {}, who));
const look = (leadId: string, query = "", who = owner) =>
  threadPage.loader(argsOf(`/account/inbox/${leadId}${query}`, { leadId }, who));
const post = (leadId: string, fields: Record<string, string>, who = owner) =>
  threadPage.action(argsOf(`/account/inbox/${leadId}`, { leadId }, who, fields));
const refusalOf = async (posted: Promise<unknown>) => {
  const { data, init } = (await posted) as {
    data: { message: string | null; errors: Record<string, string>; values: object };
    init: { status: number };
  };
  return { status: init.status, ...data };
};
const sent = async (posted: Promise<unknown>) => expect(await posted).toMatchObject({ status: 303 });

/** A lead whose gift went out and who replied by email. */
async function wrote(
  body = "How much would a cedar deck be?",
  more: { references?: string; messageId?: string; subject?: string } = {},
) {
  const id = (await capture(slug, { name: "Dana Ruiz", email: `${newId()}@client.test` })).leadId;
  await sendDueSteps(account);
  await deliver(account);
  clock.advance({ hours: 1 });
  await inShop((ctx) =>
    recordReply(ctx, id, {
      via: "mail",
      messageId: `<${newId()}@mail.example>`,
      subject: "Re: 9 questions",
      body,
      ...more,
    }),
  );
  return id;
}

/** A lead who agreed to texts and sent one. */
async function texted(body = "What would it cost?", agreed = true) {
  const id = (await capture(slug, { name: "Dana Ruiz", email: `${newId()}@client.test` })).leadId;
  await inShop(async (ctx) => {
    await ctx.db.execute(sql`update leads set phone = ${DANA} where id = ${id}`);
    if (agreed)
      await recordTextConsent(ctx, {
        leadId: id,
        wording: "Text me too.",
        wordingVersion: "2026-11",
        source: "/p/x",
      });
    await recordReply(ctx, id, { via: "text", messageId: `SM${newId()}`, body });
  });
  return id;
}

const mailer = (url?: string) => mails.mailer(url, { clock, mayStillSend, sender: installation().sender });
const texter = () => texts.texter({ clock, accounts: textAccounts, mayStillSend: mayTextLeave });
const answer = (body = "About $60 a square foot, built.", more: Record<string, string> = {}) => ({
  do: "answer",
  id: newId(),
  via: "mail",
  subject: "",
  body,
  ...more,
});
const mailOf = (id: string) =>
  inShop(
    async (ctx) =>
      (
        await ctx.db.execute<{
          state: string;
          reason: string | null;
          text: string;
          subject: string;
          headers: Record<string, string>;
        }>(sql`select * from mail_messages where id = ${id}`)
      ).rows[0],
  );
const textOf = (id: string) =>
  inShop(
    async (ctx) =>
      (
        await ctx.db.execute<{ state: string; reason: string | null; body: string; next_attempt_at: string }>(
          sql`select *, next_attempt_at::text from sms_messages where id = ${id}`,
        )
      ).rows[0],
  );
const waits = async (leadId: string) =>
  (await inShop((ctx) => listWriters(ctx, { show: "waiting", limit: 100 }))).some(
    (one) => one.leadId === leadId,
  );
const outbox = () => {
  const folder = path.join(mails.dataDir, "outbox", "mail");
  return readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
};

describe("the list", () => {
  it("shows who waits, newest first, with their own words, and who else wrote", async () => {
    const one = await wrote("Yes, Tuesday.\n\nOn Friday, Summit Deck wrote:\n> secret words of ours");
    const two = await wrote("<script>alert(1)</script> & more");
    const shown = await list();
    expect(shown.people.slice(0, 2).map(({ id, words, how, waiting }) => [id, words, how, waiting])).toEqual([
      [two, "<script>alert(1)</script> & more", "Email", true],
      [one, "Yes, Tuesday.", "Email", true],
    ]);
    // The field app's bar counts them too.
    const me = await meLoader(argsOf("/account/field/me", {}, owner));
    expect(await me.json()).toMatchObject({ waiting: shown.waiting });
    await post(one, { do: "settle" });
    expect((await list()).people.map(({ id }) => id)).not.toContain(one);
    expect((await list("?show=all")).people.find(({ id }) => id === one)).toMatchObject({
      waiting: false,
      mark: { words: "No reply needed" },
    });
  });

  it("stays beside a conversation, narrowed as it was", async () => {
    const one = await wrote("First");
    const two = await wrote("Second");
    await post(one, { do: "settle" });
    const besideOf = async (query: string) =>
      (await beside.loader(argsOf(`/account/inbox/${two}${query}`, { leadId: two }, owner))).rows;
    expect((await besideOf("")).map(({ id }) => id)).not.toContain(one);
    expect(await besideOf("?list=show%3Dall")).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: one, href: `/account/inbox/${one}?list=show%3Dall` }),
        expect.objectContaining({ id: two, about: "Second" }),
      ]),
    );
    const answered = await threadPage.action(
      argsOf(`/account/inbox/${two}?list=show%3Dall`, { leadId: two }, owner, { do: "settle" }),
    );
    expect((answered as Response).headers.get("location")).toBe(
      `/account/inbox/${two}?list=show%3Dall&done=settle`,
    );
  });

  it("takes somebody off the waiting list and puts them back, from the list and from the conversation", async () => {
    const id = await wrote();
    const act = (fields: Record<string, string>) => inbox.action(argsOf("/account/inbox", {}, owner, fields));
    expect((await act({ do: "settle", lead: id })).headers.get("location")).toBe(
      `/account/inbox?settled=${id}`,
    );
    expect(await waits(id)).toBe(false);
    expect((await list(`?settled=${id}`)).settled).toEqual({ id, name: "Dana Ruiz" });
    await act({ do: "wait", lead: id });
    expect(await waits(id)).toBe(true);
    await sent(post(id, { do: "settle" }));
    expect(await waits(id)).toBe(false);
    await sent(post(id, { do: "wait" }));
    expect(await waits(id)).toBe(true);
    // This person belongs to another business.
    await expect(
      inbox.action(argsOf("/account/inbox", {}, stranger, { do: "settle", lead: id })),
    ).rejects.toMatchObject({
      init: { status: 404 },
    });
    expect(await waits(id)).toBe(true);
  });

  it("goes through all of them, page by page, each once", async () => {
    const many = await Promise.all(Array.from({ length: 3 }, () => texted("Hello", false)));
    await inShop(async (ctx) => {
      for (let at = 0; at < 60; at++)
        await ctx.db.execute(sql`insert into leads (account_id, id, name, email, created_at)
          values (${account}, ${newId()}, 'Many', ${`${newId()}@many.test`}, ${ctx.now.toString()})`);
      await ctx.db.execute(sql`insert into leads_replies (account_id, id, lead_id, via, at, body, waiting)
        select ${account}, gen_random_uuid(), id, 'mail', ${ctx.now.toString()}, 'Same moment', true from leads where name = 'Many'`);
    });
    const seen: string[] = [];
    for (let next: string | null = "", rounds = 0; next !== null && rounds < 10; rounds++) {
      const page: Awaited<ReturnType<typeof list>> = await list(next ? `?after=${next}` : "");
      seen.push(...page.people.map(({ id }) => id));
      next = page.next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(many));
    expect((await list()).waiting).toBe(seen.length);
    await inShop((ctx) => ctx.db.execute(sql`delete from leads_replies where body = 'Same moment'`));
    for (const broken of ["x", "2026-99-99T00:00:00Z_x", `2026-11-20T17:00:00Z_${newId()}'`])
      expect((await list(`?after=${broken}`)).people.length).toBeGreaterThan(0);
  });

  it("does not wait for those who merely want no more, nor for what the owner noted", async () => {
    const [stop, noted] = [await wrote(), await wrote()];
    await inShop((ctx) =>
      ctx.db.execute(sql`delete from leads_replies where lead_id in (${stop}, ${noted})`),
    );
    await inShop((ctx) =>
      recordReply(ctx, stop, { via: "mail", messageId: "<stop@x.test>", body: "STOP", asksToStop: true }),
    );
    await inShop((ctx) => ctx.db.execute(sql`update leads set replied_at = null where id = ${noted}`));
    await inShop((ctx) => recordReply(ctx, noted, { via: "owner" }));
    expect([await waits(stop), await waits(noted)]).toEqual([false, false]);
  });
});

describe("an answer by mail", () => {
  it("is held for 20 seconds, then leaves in the conversation it answers, once", async () => {
    const own = newId();
    const id = await wrote("How much?\n\nOn Friday, Summit Deck wrote:\n> secret words of ours", {
      messageId: `<${own}@client.example>`,
      references: "<first@x.test> <second@x.test>",
    });
    const form = answer();
    await sent(post(id, form));
    expect(await waits(id)).toBe(false);
    await mailer().sendDue();
    expect(await mailOf(form.id)).toMatchObject({ state: "queued" });
    expect((await look(id)).entries.findLast(({ who }) => who === "us")).toMatchObject({
      label: "sending in a moment",
      undo: { answerId: form.id },
    });
    clock.advance({ seconds: 20 });
    await Promise.all([mailer().sendDue(), mailer().sendDue()]);
    expect(await mailOf(form.id)).toMatchObject({ state: "sent", subject: "Re: 9 questions" });
    const leaving = outbox().filter((mail) => mail.includes("square foot"));
    expect(leaving).toHaveLength(1);
    expect(leaving[0]).toMatch(new RegExp(`^In-Reply-To: <${own}@client\\.example>\\r?$`, "m"));
    expect(leaving[0]!.replace(/\r\n\s+/g, " ")).toContain(
      `References: <first@x.test> <second@x.test> <${own}@client.example>`,
    );
    expect(leaving[0]).toContain("Pat");
    expect(leaving[0]).toContain("> How much?");
    expect(leaving[0]).not.toContain("secret words of ours");
    expect(leaving[0]).not.toMatch(/List-Unsubscribe|Auto-Submitted/i);
  });

  it("posted twice is one, and what it says second does not count", async () => {
    const id = await wrote();
    const form = answer();
    await Promise.all([sent(post(id, form)), sent(post(id, form))]);
    await sent(post(id, { ...form, body: "Something else" }));
    expect((await look(id)).entries.filter(({ who }) => who === "us").map(({ body }) => body)).toEqual([
      form.body,
    ]);
    const other = await wrote();
    expect(await refusalOf(post(other, form))).toMatchObject({ status: 409 });
  });

  it("is taken back while it is held: nothing leaves, they wait again, and the words are in the box", async () => {
    const id = await wrote();
    const form = answer("Not what I meant");
    await sent(post(id, form));
    await sent(post(id, { do: "take-back", answer: form.id }));
    await sent(post(id, { do: "take-back", answer: form.id }));
    clock.advance({ minutes: 5 });
    await mailer().sendDue();
    expect(await mailOf(form.id)).toBeUndefined();
    expect(await waits(id)).toBe(true);
    const shown = await look(id);
    expect(shown).toMatchObject({ body: "Not what I meant", takenBack: form.id, via: "mail" });
    expect(shown.entries.some(({ body }) => body === "Not what I meant")).toBe(false);
    // Posting the same form again doesn't send the undone reply.
    await sent(post(id, form));
    expect(await mailOf(form.id)).toBeUndefined();
    await sent(post(id, answer("What I meant")));
    expect((await look(id)).body).toBe("");
  });

  it("can't be taken back once it has left, and says so", async () => {
    const id = await wrote();
    const form = answer();
    await sent(post(id, form));
    clock.advance({ seconds: 21 });
    const server = await mails.sink();
    await mailer(server.url).sendDue();
    expect(server.accepted).toHaveLength(1);
    expect(await refusalOf(post(id, { do: "take-back", answer: form.id }))).toMatchObject({
      status: 409,
      message: expect.stringContaining("already sent") as string,
    });
    expect(await mailOf(form.id)).toMatchObject({ state: "sent" });
  });

  it("goes to nobody who opted out meanwhile, and to somebody who wrote after that", async () => {
    const id = await wrote();
    const form = answer();
    await sent(post(id, form));
    await inShop((ctx) => unsubscribeLead(ctx, id));
    clock.advance({ seconds: 21 });
    await mailer().sendDue();
    expect(await mailOf(form.id)).toMatchObject({
      state: "suppressed",
      reason: "they unsubscribed and haven’t written since",
    });
    expect((await look(id)).entries.find(({ key }) => key === form.id)).toMatchObject({
      label: "not sent: they unsubscribed and haven’t written since",
    });
    expect(await refusalOf(post(id, answer("Again")))).toMatchObject({
      status: 409,
      values: { body: "Again" },
    });
    clock.advance({ minutes: 1 });
    await inShop((ctx) =>
      recordReply(ctx, id, { via: "mail", messageId: "<later@x.test>", body: "One question though" }),
    );
    await sent(post(id, answer("Gladly")));
    await inShop((ctx) => noteComplaint(ctx, id));
    expect(await refusalOf(post(id, answer("Sorry")))).toMatchObject({
      status: 409,
      message: expect.stringContaining("spam") as string,
    });
  });

  it("is not for somebody who never wrote, nor from somebody else's business", async () => {
    const id = (await capture(slug, { name: "Quiet", email: `${newId()}@client.test` })).leadId;
    expect((await look(id)).canAnswer).toBe(false);
    expect(await refusalOf(post(id, answer()))).toMatchObject({ status: 409 });
    const theirs = await wrote();
    for (const posted of [
      () => look(theirs, "", stranger),
      () => post(theirs, answer(), stranger),
      () => post(theirs, { do: "settle" }, stranger),
      () => look("x"),
      () => post("x", answer()),
    ])
      await expect(posted()).rejects.toMatchObject({ init: { status: 404 } });
    expect(await waits(theirs)).toBe(true);
    const [other, mine] = [await wrote(), answer()];
    await sent(post(theirs, mine));
    expect(await refusalOf(post(other, { do: "take-back", answer: mine.id }))).toMatchObject({ status: 404 });
    expect(await mailOf(mine.id)).toMatchObject({ state: "queued" });
  });

  it("keeps every word of what is refused, and lets no header in", async () => {
    const id = await wrote("x", { subject: "Fwd: RE: hello\r\nBcc: all@evil.test" });
    expect(await refusalOf(post(id, answer(" ")))).toMatchObject({
      status: 422,
      errors: { body: "Write your reply first." },
    });
    const long = "x".repeat(10_001);
    expect(await refusalOf(post(id, answer(long)))).toMatchObject({
      status: 422,
      values: { body: long },
      errors: { body: expect.stringContaining("10,001") as string },
    });
    expect(await refusalOf(post(id, answer("x", { subject: "s".repeat(151) })))).toMatchObject({
      errors: { subject: expect.stringContaining("150") as string },
    });
    expect(await refusalOf(post(id, answer("x", { id: "no id" })))).toMatchObject({ status: 422 });
    expect(await refusalOf(post(id, answer("x", { via: "pigeon" })))).toMatchObject({ status: 422 });
    expect(await refusalOf(post(id, { do: "toString" }))).toMatchObject({ status: 422 });
    const form = answer("Fine", { subject: "Hello\r\nBcc: all@evil.test\nX: y" });
    await sent(post(id, form));
    const plain = answer("Fine too");
    await sent(post(id, plain));
    clock.advance({ minutes: 1 });
    await mailer().sendDue();
    for (const mail of outbox()) expect(mail.split(/\r?\n\r?\n/)[0]).not.toMatch(/^(?:Bcc|X):/im);
    expect((await mailOf(form.id))!.subject).toBe("Hello Bcc: all@evil.test X: y");
    expect((await mailOf(plain.id))!.subject).toBe("Re: hello Bcc: all@evil.test");
    expect((await inShop((ctx) => leadHistory(ctx, id))).replies).toHaveLength(1);
  });

  it("shows 10,000 characters of a hostile mail as text, with what is quoted folded", async () => {
    const attribution = "On Fri, Nov 20, 2026 at 9:00 AM Copper Ridge <mail@copper.test> wrote:";
    const body = `${"<img src=x onerror=alert(1)> ".repeat(340)}\n\n${attribution}\n> quoted\n> more`;
    const id = await wrote(body);
    const entry = (await look(id)).entries.find(({ who }) => who === "them")!;
    expect(entry.body).toBe(body.split(`\n\n${attribution}`)[0]!.trim());
    expect(entry.tail).toBe(`${attribution}\n> quoted\n> more`);
  });
});

describe("an answer by text", () => {
  it("within half an hour of theirs leaves at night too; later it waits for the morning and says so", async () => {
    clock.set(NIGHT);
    const id = await texted();
    const form = answer("About $60 a square foot.", { via: "text" });
    expect((await look(id)).ways.text.waitsFor).toBeNull();
    await sent(post(id, form));
    expect(Temporal.Instant.from((await textOf(form.id))!.next_attempt_at.replace(" ", "T")).toString()).toBe(
      "2026-11-21T05:00:20Z",
    );
    clock.advance({ seconds: 21 });
    await texter().sendDue();
    expect(await textOf(form.id)).toMatchObject({
      state: "sent",
      body: expect.stringContaining("Reply STOP to opt out") as string,
    });
    clock.advance({ minutes: 40 });
    expect((await look(id)).ways.text.waitsFor).toBe("Sat, Nov 21, 8:00 AM MST");
    const late = answer("One more thing", { via: "text" });
    await sent(post(id, late));
    expect((await look(id)).entries.find(({ key }) => key === late.id)).toMatchObject({
      label: "waiting for Sat, Nov 21, 8:00 AM MST",
      undo: { answerId: late.id },
    });
    clock.advance({ minutes: 1 });
    await texter().sendDue();
    expect(await textOf(late.id)).toMatchObject({ state: "queued" });
    clock.set("2026-11-21T15:00:00Z");
    await texter().sendDue();
    expect(await textOf(late.id)).toMatchObject({ state: "sent" });
  });

  it("keeps to who agreed and has not stopped, also at the moment it leaves; a job won ends no talk", async () => {
    expect((await look(await texted("Hi", false))).ways.text.refusal).toBe("they didn’t agree to texts");
    const id = await texted();
    await inShop((ctx) => endLead(ctx, id, "won"));
    const form = answer("See you then", { via: "text" });
    await sent(post(id, form));
    const second = answer("And thanks", { via: "text" });
    await sent(post(id, second));
    // A new message from them stops follow-up, but the queued replies still go out.
    await inShop((ctx) => recordReply(ctx, id, { via: "text", messageId: "SM1", body: "Great" }));
    expect(await textOf(form.id)).toMatchObject({ state: "queued" });
    clock.advance({ seconds: 21 });
    await texter().sendDue();
    expect(await textOf(form.id)).toMatchObject({ state: "sent" });
    const third = answer("One more", { via: "text" });
    await sent(post(id, third));
    await inShop((ctx) => stopTexts(ctx, DANA));
    expect(await textOf(third.id)).toMatchObject({ state: "suppressed" });
    expect(await refusalOf(post(id, answer("x", { via: "text" })))).toMatchObject({
      status: 409,
      message: "This can’t go as a text: they opted out of texts.",
    });
    expect(await refusalOf(post(id, answer("x".repeat(641), { via: "text" })))).toMatchObject({
      errors: { body: expect.stringContaining("641") as string },
    });
  });
});

describe("follow-up in the conversation", () => {
  it("has stopped with their answer, goes on by its owner's hand, and stops again, each with its undo", async () => {
    const id = await wrote();
    const states = async () =>
      (await inShop((ctx) => ledgerOfLead(ctx, id))).slice(1).map(({ state }) => state);
    expect((await look(id)).follow).toMatchObject({
      words: "Follow-up has stopped: they replied.",
      canRestart: true,
      canStop: false,
    });
    expect(new Set(await states())).toEqual(new Set(["not_sent"]));
    await sent(post(id, { do: "restart" }));
    expect(new Set(await states())).toEqual(new Set(["waiting"]));
    const shown = await look(id);
    expect(shown.follow).toMatchObject({ canStop: true, canRestart: false });
    expect(shown.entries.filter(({ who }) => who === "note").map(({ title }) => title)).toEqual([
      expect.stringMatching(/started$/),
      expect.stringMatching(/resumed by you$/),
    ]);
    // It goes out even though they replied before.
    clock.set((await inShop((ctx) => ledgerOfLead(ctx, id)))[1]!.dueAt.toString());
    await sendDueSteps(account);
    expect((await states())[0]).toBe("handed");
    await sent(post(id, { do: "stop" }));
    expect((await look(id)).follow).toMatchObject({
      words: "Follow-up has stopped: stopped by you.",
      canRestart: true,
    });
    await sent(post(id, { do: "restart" }));
    // Another reply stops it as usual.
    await inShop((ctx) =>
      recordReply(ctx, id, { via: "mail", messageId: `<${newId()}@x.test>`, body: "Still here" }),
    );
    expect((await look(id)).follow.words).toBe("Follow-up has stopped: they replied.");
  });

  it("that a client ended is not anybody's to restart", async () => {
    const id = await wrote();
    await sent(post(id, { do: "restart" }));
    await inShop((ctx) => unsubscribeLead(ctx, id));
    expect((await look(id)).follow).toMatchObject({
      words: "Follow-up has stopped: they unsubscribed.",
      canRestart: false,
    });
    await post(id, { do: "restart" });
    expect((await inShop((ctx) => ledgerOfLead(ctx, id))).some(({ state }) => state === "waiting")).toBe(
      false,
    );
  });
});

it("drafts are there to begin from, by address where there is no script, and none is sent", async () => {
  const id = await wrote("How much would a cedar deck be? Tuesday works.");
  const shown = await look(id);
  expect(shown.kind).toBe("They ask what it costs");
  expect(shown.drafts.mail.length).toBeGreaterThanOrEqual(2);
  expect(shown.drafts.mail[0]!.body).toContain("Tuesday");
  expect((await look(id, `?draft=${shown.drafts.mail[1]!.id}&via=mail`)).body).toBe(
    shown.drafts.mail[1]!.body,
  );
  expect(shown.entries.some(({ who }) => who === "us")).toBe(false);
});

it("drafts speak as the business has its letters speak", async () => {
  const id = await wrote("How much would it be?");
  const greeting = async () => (await look(id)).drafts.mail[0]!.body.split("\n")[0];
  expect(await greeting()).toBe("Hi Dana,");
  await inShop((ctx) =>
    ctx.db.execute(sql`insert into drips (account_id, id, title, brief, text, created_at)
      values (${account}, ${newId()}, 'Decks', ${JSON.stringify({ tone: "no-nonsense, direct" })}, '{}', ${ctx.now.toString()})`),
  );
  expect(await greeting()).toBe("Dana,");
  await inShop((ctx) => ctx.db.execute(sql`delete from drips`));
});

it("of replies from before the upgrade those of the last month wait that nobody is known to have seen to", async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const [fresh, old, won, gone, again] = [
    await wrote(),
    await wrote(),
    await wrote(),
    await wrote(),
    await wrote(),
  ];
  const owner = new pg.Client(installed.owner);
  await owner.connect();
  await owner.query("update leads_replies set waiting = false, at = $1", [at(3)]);
  await owner.query("update leads_replies set waiting = null where lead_id = any($1)", [
    [fresh, old, won, gone],
  ]);
  await owner.query("update leads_replies set at = $1 where lead_id = $2", [at(40), old]);
  await owner.query("update leads set outcome = 'won', outcome_at = $1 where id = $2", [at(1), won]);
  await owner.query("update leads set unsubscribed_at = $1 where id = $2", [at(1), gone]);
  for (let time = 0; time < 2; time++) await owner.query(rereadOldReplies);
  await owner.end();
  expect([
    await waits(fresh),
    await waits(old),
    await waits(won),
    await waits(gone),
    await waits(again),
  ]).toEqual([true, false, false, false, false]);
});

it("an answer is told to whom it was written to, and goes with them", async () => {
  const id = await wrote();
  const form = answer("zanzibar-words");
  await sent(post(id, form));
  expect(JSON.stringify(await inShop((ctx) => personalDataOf(ctx, id)))).toContain("zanzibar-words");
  await eraseLeadWithRetry(account, id);
  const { rows } = await inShop((ctx) =>
    ctx.db.execute(
      sql`select from leads_answers where lead_id = ${id} union all select from mail_messages where id = ${form.id}`,
    ),
  );
  expect(rows).toEqual([]);
});
