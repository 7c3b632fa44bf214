import { sql } from "drizzle-orm";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { describe, expect, it } from "vitest";
import { grantTool } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { askAboutPaper, decidePaper } from "#ground/papers/answer.server.ts";
import { findReceived, mailedTo } from "#ground/papers/papers.server.ts";
import { applyCommands, type Json } from "#ground/sync/public.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { findJob, jobChoices, jobsById, listJobs } from "#trade/jobs/public.server.ts";
import { getLead, recordReply, stageOf } from "#trade/leads/public.server.ts";
import { ensurePlay, listSequences, plays, retireSequence } from "#trade/sequences/public.server.ts";
import { startForLead } from "#tools/estimates/start/start.server.ts";
import { noteDeposit } from "#tools/estimates/office/deposit.server.ts";
import { announceExpiring } from "#tools/estimates/follow-up/expiring.server.ts";
import { followUpChoice } from "#tools/estimates/follow-up/choice.server.ts";
import { loadEstimateSection, loadEstimatesWithClients } from "#tools/estimates/office/today.server.ts";
import { ESTIMATE } from "#tools/estimates/rules/estimate.ts";
import { findSent, getEstimate } from "#tools/estimates/stored/estimates.server.ts";
import { drawEstimate } from "#tools/estimates/send/draw.server.ts";
import { sendEstimate } from "#tools/estimates/send/send.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, SYSTEM_ACCOUNT, withAccount } from "#platform/db/scope.server.ts";
import { FRIDAY, open } from "../testing/sequences.ts";
import { withTools } from "../testing/with-tools.ts";

// What happens by itself around an estimate, with the real database and a simulated clock.

const clock = withTools();

/** A business with a lead, a job of theirs that is only quoted, and an estimate of $900 on it. */
async function shopWithEstimate(more: Record<string, Json> = {}) {
  const shop = await open();
  await grantTool(shop.account, "estimates");
  const within = <T>(work: (ctx: AccountContext) => Promise<T>) =>
    withAccount(shop.account, (ctx) => work({ ...ctx, user: shop.owner }));
  const lead = await shop.captured("dana@client.test");
  await shop.send();
  const [job, estimate] = [newLocalId(), newLocalId()];
  const write = async (kind: string, record: string, sets: Record<string, Json>, of = job) => {
    const { outcomes } = await withAccount(shop.account, (ctx) =>
      applyCommands(ctx, null, [
        {
          ...{ id: newId(), kind, record, job: of, sets, replaces: {}, media: [] },
          ...{ capturedAt: ctx.now.epochMilliseconds, skew: 0, zone: "UTC" },
        },
      ]),
    );
    expect(outcomes).toMatchObject([{ is: "held" }]);
  };
  await write("jobs.job", job, { name: "14 Elm Street", status: "quoted", leadId: lead });
  const line = {
    ...{ place: 1, section: "", text: "Rebuild the stairs", quantity: 1000, unit: "", cents: 90_000 },
    ...{ cost: null, isTaxable: false, isOptional: false, option: 0 },
  };
  await write(ESTIMATE, estimate, { title: "Deck stairs", [`lines.${newLocalId()}`]: line, ...more });
  const send = async (followUp = true, id = estimate, to = "dana@client.test") => {
    const drawn = await drawEstimate(within, id);
    await within(async (ctx) => {
      const sending = { to: [to], words: "", days: 30, passcode: "", asks: "yes", form: newId() } as const;
      await sendEstimate(ctx, drawn, { ...sending, to: [to] }, followUp);
    });
  };
  const received = async (ctx: AccountContext, id = estimate) => {
    const { version } = (await findSent(ctx, id))!;
    const [recipient] = await mailedTo(ctx, [version.id]);
    return (await findReceived(ctx, { recipientId: recipient!.id }, true))!;
  };
  // As the client's page does: nobody is signed in.
  const asClient = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(shop.account, work);
  const looks = () =>
    asClient(async (ctx) => {
      const { recipient } = await received(ctx);
      await publish(ctx, { type: "person.did", personId: lead, what: "paper.viewed", about: recipient.id });
    });
  const decides = (answer: "approved" | "declined", words = "") =>
    asClient(async (ctx) =>
      decidePaper(ctx, await received(ctx), {
        ...{ answer, name: "Dana Ruiz", words },
        details: answer === "approved" ? { option: 0, extras: [], total: 90_000 } : null,
      }),
    );
  const asks = (words: string) =>
    asClient(async (ctx) => askAboutPaper(ctx, await received(ctx), { form: newId(), name: "Dana", words }));
  /** Lets days pass, with a worker running. */
  const pass = async (days: number) => {
    for (let at = 0; at < days; at++) {
      clock.advance({ hours: 24 });
      await announceExpiring();

      await shop.send();
    }
  };
  /** Follow-up that went to the client, without the guide's own. */
  const went = async () =>
    (await shop.messages())
      .filter(({ state, text }) => state === "sent" && text.includes("sent you an estimate"))
      .map(({ subject }) => subject);
  const story = async () =>
    (await shop.ledger(lead)).map(({ subject, state, reason }) =>
      [subject, state, reason].filter(Boolean).join(": "),
    );
  const stage = () => asClient(async (ctx) => stageOf(await getLead(ctx, lead)));
  const alerts = async () => {
    await deliverDue(shop.account);
    return (
      await withAccount(SYSTEM_ACCOUNT, (ctx) =>
        ctx.db.execute<{ subject: string }>(
          sql`select subject from mail_messages where recipient = ${shop.owner.email} order by id`,
        ),
      )
    ).rows.map(({ subject }) => subject);
  };
  return {
    ...{ ...shop, within, lead, job, estimate, write, send, looks, decides, asks, pass, went, story, stage },
    alerts,
  };
}

const NOT_OPENED = ["Did the estimate come through?", "Do you still want the work done?"];

describe("follow-up on an estimate", () => {
  it("goes to a client who doesn't open it, with a link of their own, until they do", async () => {
    const shop = await shopWithEstimate();
    await shop.send();
    await shop.pass(4);
    expect(await shop.went()).toEqual(NOT_OPENED.slice(0, 1));
    const mail = (await shop.messages()).find(({ subject }) => subject === NOT_OPENED[0])!;
    expect(mail.text).toContain("Your estimate (Deck stairs, EST-2026-001)");
    expect(mail.text).not.toContain("{{");
    expect(mail.text).not.toMatch(/\[(title|number|link)\]/);
    const links = mail.text.match(/http\S+\/s\/[^\s?]+/g)!;
    expect(links.length, "a link to the estimate").toBeGreaterThan(0);
    await shop.looks();
    await shop.pass(20);
    expect(await shop.went()).toEqual([
      NOT_OPENED[0],
      "Any questions on your estimate?",
      "Your estimate: yes, no, or later?",
    ]);
    expect(await shop.story()).toContain("Do you still want the work done?: not_sent: they opened it");
  });

  it("calls the work by what its client knows, not by our name of the job", async () => {
    const shop = await shopWithEstimate({ title: "14 Elm Street" });
    await shop.write("jobs.job", shop.job, { name: "Ruiz, careful with the price" });
    await shop.write(ESTIMATE, shop.estimate, { title: "Ruiz, careful with the price" });
    await shop.send();
    await shop.pass(4);
    const mail = (await shop.messages()).find(({ subject }) => subject === NOT_OPENED[0])!;
    expect(mail.text).toContain("Your estimate (EST-2026-001) should be");
    expect(mail.text).not.toContain("careful");
  });

  it.each<[string, (shop: Awaited<ReturnType<typeof shopWithEstimate>>) => Promise<unknown>]>([
    ["a question", (shop) => shop.asks("Is hauling included?")],
    ["a yes", (shop) => shop.decides("approved")],
    ["a no", (shop) => shop.decides("declined", "Too much")],
    ["an email", (shop) => shop.within((ctx) => recordReply(ctx, shop.lead, { via: "mail", body: "Hi" }))],
    [
      "a new version",
      async (shop) => {
        await shop.write(ESTIMATE, shop.estimate, { message: "Now with a rail" });
        await shop.send(false);
      },
    ],
  ])("is stopped by %s", async (_, act) => {
    for (const isOpened of [false, true]) {
      const shop = await shopWithEstimate();
      await shop.send();
      if (isOpened) await shop.looks();
      await act(shop);
      await shop.pass(10);
      expect(await shop.went(), isOpened ? "opened" : "not opened").toEqual([]);
      clock.set(FRIDAY);
    }
  });

  it("says three days before its price ends, once, and nothing about a price that has ended", async () => {
    const shop = await shopWithEstimate({ validUntil: "2026-12-20" });
    await shop.send();
    await shop.within(async (ctx) => {
      for (const { id, play } of await listSequences(ctx))
        if (play !== null && play !== "estimate-expiring") await retireSequence(ctx, id);
    });
    await shop.pass(40);
    const went = (await shop.went()).filter((subject) => !NOT_OPENED.includes(subject));
    expect(went).toEqual(["How long your price is good"]);
    const mail = (await shop.messages()).find(({ subject }) => subject === went[0])!;
    expect(mail.text).toContain("good through December 20, 2026");
    expect(mail.text).toContain("$900");
    const { rows } = await shop.within((ctx) =>
      ctx.db.execute<{ at: string }>(
        sql`select sent_at::text as at from mail_messages where subject = ${went[0]}`,
      ),
    );
    // In Denver the 20th ends at 07:00 UTC on the 21st; three days before is the 18th.
    expect(rows[0]!.at.slice(0, 10)).toBe("2026-12-18");
  });

  it("starts only if the sender wanted it, and goes about one estimate at a time", async () => {
    const quiet = await shopWithEstimate();
    await quiet.send(false);
    await quiet.looks();
    await quiet.pass(6);
    expect(await quiet.went()).toEqual([]);
    expect(await quiet.within((ctx) => listSequences(ctx))).toHaveLength(1);
    clock.set(FRIDAY);
    const shop = await shopWithEstimate();
    await shop.send();
    const other = newLocalId();
    await shop.write(ESTIMATE, other, {
      title: "Handrail",
      [`lines.${newLocalId()}`]: {
        ...{ place: 1, section: "", text: "Rail", quantity: 1000, unit: "", cents: 10_000 },
        ...{ cost: null, isTaxable: false, isOptional: false, option: 0 },
      },
    });
    await shop.send(true, other);
    await shop.pass(3);
    const [mail, ...more] = (await shop.messages()).filter(({ subject }) => subject === NOT_OPENED[0]);
    expect(mail!.state).toBe("sent");
    expect(mail!.text).toContain("Handrail");
    expect(more.filter(({ state }) => state === "sent")).toEqual([]);
  });

  it("is on in the form the first time, with its text, and off once it was turned off", async () => {
    const shop = await shopWithEstimate();
    const choice = () =>
      shop.within(async (ctx) =>
        followUpChoice(ctx, {
          ...(await getEstimate(ctx, shop.estimate)),
          work: "Deck stairs",
          client: { name: "Dana Ruiz", leadId: shop.lead },
        }),
      );
    const first = await choice();
    expect(first).toMatchObject({ isOn: true, isFirst: true, isPossible: true, needsAddress: false });
    expect(first.shown.map(({ id }) => id)).toEqual([
      "estimate-sent",
      "estimate-silent",
      "estimate-expiring",
    ]);
    expect(first.shown[0]!.mails[0]!.body).toContain("Hi Dana,");
    expect(first.shown[0]!.mails[0]!.body).toContain("Deck stairs");
    await shop.send();
    expect(await choice()).toMatchObject({ isOn: true, isFirst: false });
    await shop.within(async (ctx) => {
      for (const { id, play } of await listSequences(ctx)) if (play) await retireSequence(ctx, id);
    });
    expect(await choice()).toMatchObject({ isOn: false, isFirst: false });
  });
});

describe("a client's answer", () => {
  it("is told to the owner right away, with the title and the amount, a first view too", async () => {
    const shop = await shopWithEstimate();
    await shop.send();
    const before = (await shop.alerts()).length;
    await shop.looks();
    await shop.looks();
    await shop.asks("Is hauling included?");
    await shop.decides("approved");
    // They happened at one moment here, so they have no order.
    expect((await shop.alerts()).slice(before).toSorted()).toEqual([
      "Dana Ruiz approved: EST-2026-001, Deck stairs, $900.00",
      "Dana asked about: EST-2026-001, Deck stairs, $900.00",
      "Your client opened: EST-2026-001, Deck stairs, $900.00",
    ]);
  });

  it("moves them in the pipeline and makes the job real", async () => {
    const shop = await shopWithEstimate();
    expect(await shop.stage()).toBe("new");
    await shop.send();
    expect(await shop.stage()).toBe("quoted");
    const lead = await shop.within((ctx) => getLead(ctx, shop.lead));
    expect(lead.valueCents).toBe(90_000);
    expect(lead.repliedAt, "nothing is said of a reply").toBeNull();
    await shop.decides("approved");
    expect(await shop.stage()).toBe("won");
    const job = await shop.within((ctx) => findJob(ctx, shop.job));
    expect(job).toMatchObject({ status: "planned", contractCents: 90_000 });
  });

  it("of no is lost, with their reason", async () => {
    const shop = await shopWithEstimate();
    await shop.send();
    await shop.decides("declined", "Too much");
    expect(await shop.stage()).toBe("lost");
    expect((await shop.within((ctx) => getLead(ctx, shop.lead))).outcomeReason).toBe("Too much");
  });
});

describe("what follows on an answer", () => {
  it("stands on Today: a question, a price that ends, a silent client, then deposit and start", async () => {
    const shop = await shopWithEstimate({ validUntil: "2026-12-20", deposit: { by: "rate", rate: 30_000 } });
    const today = async () =>
      (await shop.within(loadEstimateSection)).lines.map(({ text, action }) => `${action}${text}`);
    const out = () => shop.within(loadEstimatesWithClients);
    expect(await out()).toBeNull();
    await shop.send(false);
    expect(await today()).toEqual([]);
    expect(await out()).toEqual({ what: "1 estimate", cents: 90_000, href: "/account/estimates" });
    await shop.looks();
    clock.advance({ hours: 73 });
    expect(await today()).toEqual(["Open, Deck stairs: opened 3 days ago, no answer yet"]);
    clock.set("2026-12-18T17:00:00Z");
    expect(await today()).toEqual(["Open, Deck stairs: good until December 20, 2026, no answer yet"]);
    await shop.asks("Is hauling included?");
    expect(await today()).toEqual(["Answer, Deck stairs: your client has a question"]);
    await shop.decides("approved");
    expect(await out()).toBeNull();
    expect(await today()).toEqual([
      "Open, Deck stairs: approved, deposit of $270.00 due",
      "Plan the start, Deck stairs: approved, no start date yet",
    ]);
    await shop.within((ctx) => noteDeposit(ctx, shop.estimate, true));
    await shop.write("jobs.job", shop.job, { startsOn: "2027-01-11" });
    expect(await today()).toEqual([]);
    await shop.within((ctx) => noteDeposit(ctx, shop.estimate, false));
    expect(await today()).toHaveLength(1);
  });

  it("shows an open question whatever was approved long ago", async () => {
    const shop = await shopWithEstimate();
    await shop.send(false);
    await shop.asks("Is hauling included?");
    await shop.within((ctx) =>
      ctx.db.execute(sql`
        insert into estimates_estimates (account_id, id, job_id, state, state_at, version)
        select ${shop.account}, gen_random_uuid(), gen_random_uuid(), 'approved', '2020-01-01', 1 from generate_series(1, 600)`),
    );
    const { lines } = await shop.within(loadEstimateSection);
    expect(lines.map(({ action }) => action)).toEqual(["Answer"]);
  });

  it("without a reason, then a question: nothing more is sent to them", async () => {
    const shop = await shopWithEstimate();
    const play = plays().find(({ id }) => id === "estimate-declined")!;
    await shop.within((ctx) => ensurePlay(ctx, play, { tone: "plain", work: undefined, person: undefined }));
    await shop.send();
    await shop.decides("declined");
    await shop.asks("Could you do it without the railing?");
    await shop.pass(5);
    expect(await shop.went()).toEqual([]);
  });

  it("without a reason: they are asked once, if the owner added that", async () => {
    for (const isAdded of [false, true]) {
      const shop = await shopWithEstimate();
      const play = plays().find(({ id }) => id === "estimate-declined")!;
      const voice = { tone: "plain", work: undefined, person: undefined } as const;
      if (isAdded) await shop.within((ctx) => ensurePlay(ctx, play, voice));
      await shop.send();
      await shop.decides("declined");
      await shop.pass(5);
      expect(await shop.went()).toEqual(isAdded ? ["Thanks for letting me know"] : []);
      clock.set(FRIDAY);
    }
  });
});

describe("an estimate begun from a lead", () => {
  it("makes one quoted job silently, which no list of work shows until it is approved", async () => {
    const shop = await open();
    await grantTool(shop.account, "estimates");
    const lead = await shop.captured("dana@client.test");
    const begin = () => withAccount(shop.account, (ctx) => startForLead(ctx, lead));
    const [first, second] = await Promise.all([begin(), begin()]);
    expect(second).toBe(first);
    expect(first).toMatch(/^\/account\/job\/[0-9a-f-]{36}\/estimates\/[0-9a-f-]{36}$/);
    const [, , , job = "", , estimate = ""] = first.split("/");
    const within = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(shop.account, work);
    expect(await within((ctx) => findJob(ctx, job))).toMatchObject({
      name: "Dana Ruiz",
      status: "quoted",
      leadId: lead,
    });
    expect(await within((ctx) => listJobs(ctx, "", 10))).toEqual([]);
    expect(jobChoices(await within((ctx) => jobsById(ctx)))).toEqual([]);
    expect(await within((ctx) => listJobs(ctx, "ruiz", 10)), "words find it").toHaveLength(1);
    const { estimate: draft } = await within((ctx) => getEstimate(ctx, estimate));
    expect(draft).toMatchObject({ title: "Dana Ruiz", validUntil: "2026-12-20" });
    await expect(within((ctx) => startForLead(ctx, newId()))).rejects.toMatchObject({ code: "not_found" });
  });
});
