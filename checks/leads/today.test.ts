// Long because one business, opened once for each test, is looked at from all of a day's sides: lists, taps,
// the way back, the clock.
import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { businessOf, colleague } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import { publishDeed } from "#ground/events/public.server.ts";
import { recordReply } from "#trade/leads/data.server.ts";
import { noteBadAddress, unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { getLead } from "#trade/leads/public.server.ts";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { jobs } from "#trade/jobs/tables.server.ts";
import { createSequence } from "#trade/sequences/create.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { pauseLeadFollowUp } from "#trade/sequences/enrollment/pause-lead.server.ts";
import { ledgerOfLead } from "#trade/sequences/status/ledger.server.ts";
import { startSequence } from "#trade/sequences/enrollment/start.server.ts";
import * as dashboard from "#faces/today/dashboard.tsx";
import * as goTo from "#faces/today/find.ts";
import * as pulse from "#faces/today/pulse.ts";
import * as search from "#faces/today/search.tsx";
import type { Found } from "#faces/today/found.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { subscribe } from "#app/subscriptions.ts";

// The owner's day: whom to call or reply to, what goes out and what went out, what one tap does and how it is
// undone.

const MONDAY = "2026-11-23T17:00:00Z"; // 10:00 in Denver
const clock = testClock(MONDAY);
let installed: Awaited<ReturnType<typeof openInstallation>>;

beforeAll(async () => {
  installed = await openInstallation(clock);
  subscribe();
});
afterAll(() => installed?.drop());
beforeEach(() => clock.set(MONDAY));

/** A business in Denver with a signed-in owner, and what they see and do. */
async function shop() {
  const owner = await signedIn();
  const account = await businessOf(owner.person, "Summit Deck");
  const file = await installation().files.put(account, Buffer.from("%PDF-1.7 guide"), "pdf");
  const inside = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(account, work);
  const { slug } = await inside(async (ctx) => {
    await saveBusinessDetails(ctx, {
      businessName: "Summit Deck",
      postalAddress: "1 Main St, Denver",
      zone: "America/Denver",
    });
    return openPage(ctx, "Summit Deck", {
      kind: "magnet",
      magnetId: newId(),
      title: "9 questions",
      promise: "p",
      file,
      fileName: "g.pdf",
    });
  });
  const look = (who = owner, query = "") => dashboard.loader(argsOf(who, `/account/dashboard${query}`));
  const tap = async (fields: Record<string, string>, who = owner) => {
    const answer = await dashboard.action(argsOf(who, "/account/dashboard", fields));
    expect(answer.status).toBe(303);
    const at = answer.headers.get("location")!;
    const { done } = await look(who, at.slice(at.indexOf("?")));
    return {
      words: done?.words,
      undo: async (by = who) => (await tap({ ...done!.undo! }, by)).words,
      fields: done?.undo ?? {},
    };
  };
  return {
    owner,
    account,
    inside,
    look,
    tap,
    come: async (name = "Dana Ruiz") =>
      (await capture(slug, { name, email: `${newId()}@client.test` })).leadId,
    send: async () => {
      await sendDueSteps(account);
      await deliver(account);
    },
    start: (steps: Parameters<typeof createSequence>[1]["steps"], leads: readonly string[]) =>
      inside(async (ctx) =>
        startSequence(ctx, await createSequence(ctx, { name: "Porch", trigger: { kind: "manual" }, steps }), [
          ...leads,
        ]),
      ),
    ledger: (lead: string) => inside((ctx) => ledgerOfLead(ctx, lead)),
    pulse: async () => (await pulse.loader(argsOf(owner, "/account/pulse"))).text(),
    goTo: async (words: string): Promise<Found[]> =>
      (await goTo.loader(argsOf(owner, `/account/find?q=${encodeURIComponent(words)}`))).json(),
    find: (words: string) => search.loader(argsOf(owner, `/account/search?q=${encodeURIComponent(words)}`)),
  };
}

function argsOf(who: SignedIn, path: string, fields?: Record<string, string>) {
  const request = who.request(path, fields ? { method: "POST", body: new URLSearchParams(fields) } : {});
  return {
    request,
    params: {},
    context: new RouterContextProvider(),
    url: new URL(request.url),
    pattern: path,
  } as never;
}

const CALL = [{ kind: "call", delay: { amount: 0, unit: "days" }, say: "Ask about the stairs." }] as const;
const HOURS = (...hours: readonly number[]) =>
  hours.map((amount) => ({
    kind: "mail" as const,
    delay: { amount, unit: "hours" as const },
    subject: `After ${amount}`,
    body: "Hi.",
  }));

/** The parts of the ledger that pausing changes and undo restores. */
const plan = async (one: Awaited<ReturnType<typeof shop>>, lead: string) =>
  (await one.ledger(lead)).map(({ state, dueAt, reason }) => `${state} ${dueAt.toString()} ${reason ?? ""}`);

describe("today", () => {
  it("is calm while nothing waits", async () => {
    const one = await shop();
    expect(await one.look()).toMatchObject({
      day: "Monday, November 23",
      next: [],
      decisions: [],
      ahead: [],
      held: [],
      out: [],
      done: null,
      waiting: { replies: 0, calls: 0 },
    });
  });

  it("shows who answered with their words, and a call with its script, until they are seen to", async () => {
    const one = await shop();
    const [answered, called] = [await one.come("Ann Answer"), await one.come("Cal Call")];
    await one.send();
    await one.start([...CALL], [called]);
    await one.send();
    clock.advance({ minutes: 10 });
    await one.inside((ctx) =>
      recordReply(ctx, answered, { via: "mail", subject: "Re: guide", body: "Come on Thursday." }),
    );
    clock.advance({ minutes: 2 });
    const { next, waiting } = await one.look();
    expect(waiting).toEqual({ replies: 1, calls: 1 });
    expect(next).toMatchObject([
      {
        kind: "reply",
        leadId: answered,
        name: "Ann Answer",
        wrote: "Come on Thursday.",
        why: expect.stringContaining("2 minutes ago"),
      },
      { kind: "call", leadId: called, name: "Cal Call", say: "Ask about the stairs." },
    ]);
    // A reply that the owner noted themselves needs no answer.
    const noted = await one.come("Ned Noted");
    await one.inside((ctx) => recordReply(ctx, noted, { via: "owner" }));
    expect((await one.look()).next.map(({ leadId }) => leadId)).toEqual([answered, called]);
  });

  it("knows who looked at something lately, until it is said how they stand", async () => {
    const one = await shop();
    const lead = await one.come("Wes Warm");
    await one.send();
    clock.advance({ hours: 24 });
    await one.inside((ctx) => publishDeed(ctx, { personId: lead, what: "visited" }));
    expect((await one.look()).next).toMatchObject([
      { kind: "warm", leadId: lead, why: "Visited again just now. A good time to reach out." },
    ]);
    await one.tap({ do: "lost", lead });
    expect((await one.look()).next).toEqual([]);
  });

  it("says of what goes out and went out how it stands", async () => {
    const one = await shop();
    const lead = await one.come();
    await one.start(HOURS(3), [lead]);
    clock.set("2026-11-23T16:02:00Z");
    await one.send();
    clock.set(MONDAY);
    await one.send();
    const { ahead, out, outCount } = await one.look();
    expect(ahead).toMatchObject([
      { leadId: lead, title: "After 3", words: "goes out at 1:00 PM", canHold: true },
    ]);
    expect(outCount).toBe(1);
    expect(out).toMatchObject([
      { leadId: lead, name: "Dana Ruiz", words: "sent at 10:00 AM", state: "done" },
    ]);
    await one.inside((ctx) => unsubscribeLead(ctx, lead));
    const after = await one.look();
    expect(after.ahead).toEqual([]);
    expect(after.out.map(({ words }) => words)).toContain("not sent: they unsubscribed");
  });

  it("names what only its owner can decide, and nothing else", async () => {
    const one = await shop();
    const lead = await one.come("Bo Bounce");
    await one.inside(async (ctx) => noteBadAddress(ctx, lead, (await getLead(ctx, lead)).email ?? ""));
    expect((await one.look()).decisions).toMatchObject([
      { key: "bounced", why: expect.stringContaining("Bo Bounce") },
    ]);
    await one.inside(async (ctx) => {
      await ctx.db.execute(
        sql`update businesses_accounts set postal_address = null where account_id = ${one.account}`,
      );
      await ctx.db
        .execute(sql`insert into businesses_channels (account_id, kind, sealed, shown, changed_at, problem)
        values (${one.account}, 'smtp', '', '{}', ${ctx.now.toString()}, 'It refused the password.')`);
    });
    expect((await one.look()).decisions.map(({ key }) => key)).toEqual([
      "channel-smtp",
      "address",
      "bounced",
    ]);
  });

  it("turns at the business's midnight, also where the clock changes", async () => {
    const one = await shop();
    const lead = await one.come();
    await one.send();
    await one.start(HOURS(14), [lead]); // midnight in Denver
    expect((await one.look()).ahead.map(({ title }) => title)).toEqual([]);
    clock.set("2026-11-24T06:59:59Z");
    expect((await one.look()).day).toBe("Monday, November 23");
    clock.set("2026-11-24T07:00:00Z");
    const { day, ahead } = await one.look();
    expect([day, ahead.map(({ title }) => title)]).toEqual(["Tuesday, November 24", ["After 14"]]);
  });

  it("is as long as it is on the day that an hour is left out of", async () => {
    clock.set("2027-03-14T08:59:59Z"); // one second before two
    const one = await shop();
    for (const [at, day] of [
      ["2027-03-14T08:59:59Z", "Sunday, March 14"],
      ["2027-03-15T05:59:59Z", "Sunday, March 14"],
      ["2027-03-15T06:00:00Z", "Monday, March 15"],
    ] as const) {
      clock.set(at);
      expect((await one.look()).day).toBe(day);
    }
  });
});

describe("one tap", () => {
  it.each(["won", "lost"] as const)(
    "says %s, once however often, and takes it back with the call still to be made",
    async (outcome) => {
      const one = await shop();
      const lead = await one.come();
      await one.send();
      await one.start([...CALL], [lead]);
      await one.send();
      clock.set("2026-11-24T03:00:00Z"); // 20:00: a newly planned call would be tomorrow's
      const before = await plan(one, lead);
      const [first] = await Promise.all([one.tap({ do: outcome, lead }), one.tap({ do: outcome, lead })]);
      expect(first.words).toBe(`Dana Ruiz: ${outcome}. Their follow-up stopped.`);
      expect((await one.look()).next).toEqual([]);
      expect((await one.inside((ctx) => getLead(ctx, lead))).outcome).toBe(outcome);
      expect(await first.undo()).toBe("Undone.");
      expect(await first.undo()).toBe("Undone.");
      expect(await plan(one, lead)).toEqual(before);
      expect((await one.look()).next).toMatchObject([{ kind: "call", leadId: lead }]);
    },
  );

  it("puts somebody off until tomorrow, or until they write", async () => {
    const one = await shop();
    const lead = await one.come();
    const answer = (body: string) =>
      one.inside((ctx) => recordReply(ctx, lead, { via: "mail", messageId: newId(), body }));
    const shown = async () => (await one.look()).next.map(({ wrote }) => wrote);
    await answer("First");
    const later = await one.tap({ do: "later", lead });
    await one.tap({ do: "later", lead });
    expect(await shown()).toEqual([]);
    await later.undo();
    expect(await shown()).toEqual(["First"]);
    await one.tap({ do: "later", lead });
    clock.set("2026-11-24T06:59:59Z");
    expect(await shown()).toEqual([]);
    clock.set("2026-11-24T07:00:00Z");
    expect(await shown()).toEqual(["First"]);
    await one.tap({ do: "later", lead });
    clock.advance({ minutes: 1 });
    await answer("Second");
    expect(await shown()).toEqual(["Second"]);
  });

  it("says that somebody is answered, and takes that back", async () => {
    const one = await shop();
    const lead = await one.come();
    await one.inside((ctx) => recordReply(ctx, lead, { via: "mail", body: "Thank you!" }));
    const settled = await one.tap({ do: "settled", lead });
    expect([settled.words, (await one.look()).next]).toEqual(["Dana Ruiz is marked as replied.", []]);
    await settled.undo();
    expect((await one.look()).next).toMatchObject([{ kind: "reply", leadId: lead, wrote: "Thank you!" }]);
  });

  it("notes a call and takes that back", async () => {
    const one = await shop();
    const lead = await one.come();
    await one.start([...CALL], [lead]);
    await one.send();
    const [due] = (await one.look()).next;
    const fields = { lead, enrolment: due!.call!.enrolmentId, step: String(due!.call!.step) };
    const noted = await one.tap({ do: "no-answer", ...fields });
    await one.tap({ do: "no-answer", ...fields });
    expect((await one.look()).next).toEqual([]);
    expect(await noted.undo()).toBe("Undone.");
    expect((await one.look()).next).toEqual([due]);
  });

  it("holds all of today and gives back exactly what was, also an earlier hold of somebody", async () => {
    const one = await shop();
    const [mine, other, later] = [
      await one.come("Hal Held"),
      await one.come("Otto Other"),
      await one.come("Lia Later"),
    ];
    await one.send();
    await one.start(HOURS(2, 1), [mine, other]);
    await one.start(HOURS(40), [later]);
    await one.inside((ctx) => pauseLeadFollowUp(ctx, mine));
    const before = await Promise.all([mine, other, later].map((lead) => plan(one, lead)));
    clock.advance({ minutes: 5 });
    const held = await one.tap({ do: "hold-all" });
    expect(held.words).toBe("1 person is on hold. Nothing planned goes out today.");
    // The second tap gets the same answer, and can be undone as well.
    const again = await one.tap({ do: "hold-all" });
    expect([again.words, again.fields]).toEqual([held.words, held.fields]);
    const { ahead, held: shown } = await one.look();
    expect([ahead, shown.map(({ name }) => name).sort()]).toEqual([[], ["Hal Held", "Otto Other"]]);
    expect(await plan(one, later)).toEqual(before[2]);
    clock.advance({ minutes: 5 });
    await one.send();
    expect(await again.undo()).toBe("Undone.");
    expect(await Promise.all([mine, other, later].map((lead) => plan(one, lead)))).toEqual(before);
    expect((await one.look()).held.map(({ name }) => name)).toEqual(["Hal Held"]);
  });

  it("holds one and lets them go on", async () => {
    const one = await shop();
    const lead = await one.come();
    await one.send();
    await one.start(HOURS(2), [lead]);
    const before = await plan(one, lead);
    const held = await one.tap({ do: "hold", lead });
    expect(held.words).toBe("Dana Ruiz is on hold. Nothing goes out to them.");
    await held.undo();
    expect(await plan(one, lead)).toEqual(before);
    await one.tap({ do: "hold", lead });
    expect((await one.tap({ do: "go-on", lead })).words).toBe("Dana Ruiz’s follow-up resumed.");
    expect(await plan(one, lead)).toEqual(before);
  });

  it("of two people at once leaves the last word standing, and nobody takes back what the other said", async () => {
    const one = await shop();
    const pat = { ...(await signedIn()), person: await colleague(one.owner.person, one.account, "manager") };
    expect(pat.person).toBeDefined();
    const lead = await one.come();
    const won = await one.tap({ do: "won", lead });
    await one.tap({ do: "lost", lead });
    expect(await won.undo()).toBe("Someone changed it in the meantime, so nothing was undone.");
    expect((await one.inside((ctx) => getLead(ctx, lead))).outcome).toBe("lost");
    await Promise.all([
      one.tap({ do: "hold-all" }),
      one.tap({ do: "won", lead }),
      one.tap({ do: "later", lead }),
    ]);
    expect((await one.inside((ctx) => getLead(ctx, lead))).outcome).toBe("won");
  });

  it("does nothing for a lead of another business, and nothing that it does not know", async () => {
    const [one, other] = [await shop(), await shop()];
    const lead = await one.come();
    for (const deed of ["won", "lost", "later", "hold", "go-on", "called"])
      await expect(other.tap({ do: deed, lead }), deed).rejects.toBeDefined();
    for (const fields of [
      { did: "won", lead },
      { did: "hold", lead, at: MONDAY },
      { did: "later", lead, at: "x" },
    ])
      await expect(other.tap({ do: "undo", ...fields } as Record<string, string>)).rejects.toBeDefined();
    await expect(one.tap({ do: "undo", did: "later", lead, at: "yesterday" })).rejects.toBeDefined();
    expect((await one.inside((ctx) => getLead(ctx, lead))).outcome).toBe(null);
  });
});

describe("live", () => {
  it("has a word that stays while nothing happens, and is another one after each thing that shows", async () => {
    const one = await shop();
    const words = [await one.pulse()];
    const changes = async (what: string, work: () => Promise<unknown>) => {
      expect(await one.pulse(), `before ${what}`).toBe(words.at(-1));
      clock.advance({ seconds: 1 });
      await work();
      const now = await one.pulse();
      expect(words, what).not.toContain(now);
      words.push(now);
    };
    let lead = "";
    await changes("somebody comes", async () => (lead = await one.come()));
    await changes("a mail goes out", one.send);
    await changes("they answer", () =>
      one.inside((ctx) => recordReply(ctx, lead, { via: "mail", body: "Hi" })),
    );
    await changes("they are put off", () => one.tap({ do: "later", lead }));
    await changes("it ends", () => one.tap({ do: "won", lead }));
    const other = await one.come();
    await one.send();
    words.push(await one.pulse());
    await changes("something is planned", () => one.start(HOURS(2), [other]));
    await changes("it is held", () => one.tap({ do: "hold", lead: other }));
    await changes("a call comes due", async () => {
      await one.start([...CALL], [other]);
      await one.send();
    });
  });
});

describe("search", () => {
  it("finds people by name, address, number and the words of their need, in their own business alone", async () => {
    const [one, other] = [await shop(), await shop()];
    const lead = await one.come("Zoë O’Brien");
    await other.come("Zoë Elsewhere");
    await one.inside((ctx) =>
      ctx.db.execute(sql`update leads set phone = '+13035550177' where id = ${lead}`),
    );
    await one.inside((ctx) =>
      ctx.db.execute(
        sql`update leads_touches set answers = '{"need": "A screened porch, 50% shade"}' where lead_id = ${lead}`,
      ),
    );
    const { email } = await one.inside((ctx) => getLead(ctx, lead));
    for (const words of [
      "zoë",
      "O’BRI",
      email!.slice(2, 20),
      "(303) 555-0177",
      "0177",
      "screened PORCH",
      "50%",
    ])
      expect(
        (await one.find(words)).people.map(({ id }) => id),
        words,
      ).toEqual([lead]);
    for (const words of ["", "5_%", "nobody", "porches"])
      expect((await one.find(words)).people, words).toEqual([]);
    expect((await one.find("porch")).people[0]).toMatchObject({
      need: "A screened porch, 50% shade",
      mark: { words: "No reply yet" },
    });
  });
});

describe("go to", () => {
  it("offers a business's own people and jobs by name, and its follow-ups and settings", async () => {
    const [one, other] = [await shop(), await shop()];
    const lead = await one.come("Olivia Keene");
    const jobId = newId();
    await one.inside((ctx) =>
      ctx.db.insert(jobs).values({
        accountId: one.account,
        jobId,
        name: "Keene deck",
        address: "418 Alder Street",
        status: "active",
        team: [],
        changedAt: ctx.now,
      }),
    );
    expect(await one.goTo(" KEENE ")).toMatchObject([
      { kind: "Person", name: "Olivia Keene", to: `/account/leads/${lead}` },
      { kind: "Job", name: "Keene deck", to: `/account/job/${jobId}`, about: "418 Alder Street" },
    ]);
    expect(await other.goTo("keene")).toEqual([]);
    await one.start([...CALL], [lead]);
    const offered = (await one.goTo("")).map(({ kind, name }) => `${kind}: ${name}`);
    expect(offered).toEqual(expect.arrayContaining(["Follow-up: Porch", "Settings: Email and texts"]));
    expect((await other.goTo("")).map(({ name }) => name)).not.toContain("Porch");
  });
});
