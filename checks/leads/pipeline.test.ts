import fc from "fast-check";
import { RouterContextProvider } from "react-router";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { businessOf } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { getLead, recordReply } from "#trade/leads/data.server.ts";
import { unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { bookLead, endLead } from "#trade/leads/stage/endings.server.ts";
import { listenForPeople } from "#trade/leads/listeners.server.ts";
import * as list from "#trade/leads/list.tsx";
import { valueLead } from "#trade/leads/history/notes.server.ts";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { OPEN_STAGES, stageOf } from "#trade/leads/stage/stages.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import * as board from "#faces/pipeline/board.tsx";
import * as broughtFile from "#faces/pipeline/sources/csv.ts";
import * as brought from "#faces/pipeline/sources/sources.tsx";
import { ledgerOfLead } from "#trade/sequences/status/ledger.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";

// Lead stages and sources: by the screens, and by the SQL expression next to the rule that it repeats.

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const clock = testClock(FRIDAY);
let installed: Awaited<ReturnType<typeof openInstallation>>;
let owner: SignedIn;
let account: string;
let slug: string;
let pageId: string;

beforeAll(async () => {
  installed = await openInstallation(clock);
  listenForDeeds();
  listenForLeads();
  listenForPeople();
});
afterAll(() => installed?.drop());
beforeEach(async () => {
  clock.set(FRIDAY);
  owner = await signedIn();
  account = await businessOf(owner.person, "Summit Deck");
  const file = await installation().files.put(account, Buffer.from("%PDF-1.7 guide"), "pdf");
  ({ slug, id: pageId } = await inShop(async (ctx) => {
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
      fileName: "guide.pdf",
    });
  }));
});

const inShop = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(account, work);
const argsOf = (path: string, who: SignedIn, fields?: Record<string, string>) => {
  const request = who.request(path, fields ? { method: "POST", body: new URLSearchParams(fields) } : {});
  return {
    request,
    params: {},
    context: new RouterContextProvider(),
    url: new URL(request.url),
    pattern: path,
  } as never;
};
const look = (query = "", who = owner) => board.loader(argsOf(`/account/pipeline${query}`, who));
const post = async (fields: Record<string, string>, who = owner) => {
  const answer = await board.action(argsOf("/account/pipeline", who, fields));
  return new URL(answer.headers.get("location")!, "http://localhost").search;
};
const come = async (name = "Dana Ruiz", source: Record<string, string> = {}) => {
  const { leadId } = await capture(slug, { name, email: `${newId()}@client.test` });
  await inShop((ctx) =>
    ctx.db.execute(
      sql`update leads_touches set source = ${JSON.stringify(source)}::jsonb where lead_id = ${leadId}`,
    ),
  );
  return leadId;
};
const names = async () =>
  Object.fromEntries((await look()).stages.map(({ stage, first }) => [stage, first.map(({ name }) => name)]));
const stateOf = (leadId: string) =>
  inShop(async (ctx) => (await ledgerOfLead(ctx, leadId)).map(({ state }) => state));

describe("the pipeline", () => {
  it("shows everybody where they are, by what is known, with what they are worth", async () => {
    const [ann, bo, cy, di, ed] = [
      await come("Ann"),
      await come("Bo"),
      await come("Cy"),
      await come("Di"),
      await come("Ed"),
    ];
    await inShop(async (ctx) => {
      await recordReply(ctx, bo, { via: "mail", messageId: newId(), body: "Yes" });
      await bookLead(ctx, cy);
      await valueLead(ctx, cy, 420_000);
      await endLead(ctx, di, "won");
      await valueLead(ctx, di, 1_000_050);
      // Unsubscribed before replying: in no stage.
      await unsubscribeLead(ctx, ed);
    });
    expect(await names()).toEqual({ new: ["Ann"], talking: ["Bo"], quoted: ["Cy"], won: ["Di"], lost: [] });
    expect(await look()).toMatchObject({
      people: 4,
      open: { people: 3, worth: "$4,200" },
      stages: [
        { people: 1, worth: null, valued: 0 },
        { people: 1, worth: null },
        { people: 1, worth: "$4,200", valued: 1 },
        { people: 1, worth: "$10,000.50", first: [{ id: di, worth: "$10,000.50" }] },
        { people: 0 },
      ],
    });
    const listed = await list.loader(argsOf("/account/leads?stage=quoted", owner));
    expect(listed.leads.map(({ name }) => name)).toEqual(["Cy"]);
    expect(ann).not.toBe(ed);
  });

  it("moves somebody by one tap, ends what was planned, and takes all of it back", async () => {
    const lead = await come();
    expect(await stateOf(lead)).toEqual(["waiting", "waiting"]);
    const after = await post({ move: `${lead}:talking` });
    expect((await look(after)).moved).toMatchObject({
      name: "Dana Ruiz",
      stage: "talking",
      said: expect.any(String) as string,
    });
    expect(await names()).toMatchObject({ new: [], talking: ["Dana Ruiz"] });
    expect(await stateOf(lead)).toEqual(["waiting", "not_sent"]);
    const { moved } = await look(after);
    const undone = await post({ do: "undo", lead, said: moved!.said! });
    expect((await look(undone)).moved).toMatchObject({ stage: "new", said: null });
    expect(await stateOf(lead)).toEqual(["waiting", "waiting"]);
    await post({ do: "undo", lead, said: moved!.said! });
    expect(await names()).toMatchObject({ new: ["Dana Ruiz"] });
  });

  it("moves to the end and back, and keeps the reason of an end that was moved away from by mistake", async () => {
    const lead = await come();
    await inShop((ctx) => endLead(ctx, lead, "lost", "Too expensive"));
    const { moved } = await look(await post({ move: `${lead}:quoted` }));
    expect(await inShop((ctx) => getLead(ctx, lead))).toMatchObject({ outcome: null, outcomeReason: null });
    await post({ do: "undo", lead, said: moved!.said! });
    expect(await inShop((ctx) => getLead(ctx, lead))).toMatchObject({
      outcome: "lost",
      outcomeReason: "Too expensive",
      stage: null,
    });
    const won = await look(await post({ move: `${lead}:won` }));
    expect(won.moved).toMatchObject({ stage: "won" });
    expect(await post({ move: `${lead}:won` })).toBe(`?moved=${lead}`);
    await post({ do: "undo", lead, said: won.moved!.said! });
    expect(await names()).toMatchObject({ new: ["Dana Ruiz"], won: [] });
  });

  it("is nobody else's, and knows only its stages", async () => {
    const lead = await come();
    const stranger = await signedIn();
    await businessOf(stranger.person, "Another business");
    await expect(post({ move: `${lead}:won` }, stranger)).rejects.toMatchObject({ init: { status: 404 } });
    expect(await look(`?moved=${lead}`, stranger)).toMatchObject({ moved: null, people: 0 });
    for (const move of [`${lead}:gone`, lead, `${lead}:`])
      await expect(post({ move }), move).rejects.toMatchObject({ init: { status: 422 } });
    await expect(post({ move: "x:won" })).rejects.toMatchObject({ init: { status: 404 } });
    expect(await names()).toMatchObject({ new: ["Dana Ruiz"] });
  });

  it("shows twenty of each stage, who came to it last first, and counts all", async () => {
    await inShop((ctx) =>
      ctx.db.execute(sql`insert into leads (account_id, id, name, email, created_at, value_cents)
        select ${account}, gen_random_uuid(), 'Lead ' || n, n || '@many.test', ${FRIDAY}::timestamptz - n * interval '1 hour', 100
          from generate_series(1, 60) n`),
    );
    const [fresh] = (await look()).stages;
    expect(fresh).toMatchObject({ people: 60, worth: "$60", valued: 60 });
    expect(fresh!.first.map(({ name }) => name)).toEqual(
      Array.from({ length: 20 }, (_, n) => `Lead ${n + 1}`),
    );
  });

  it("has the database say of everybody what the rule says", async () => {
    const moment = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null });
    const one = fc.record({
      replied: moment,
      booked: moment,
      unsubscribed: moment,
      outcome: fc.constantFrom(null, "won", "lost"),
      stage: fc.option(
        fc.record({ stage: fc.constantFrom(...OPEN_STAGES), at: fc.integer({ min: 1, max: 5 }) }),
        { nil: null },
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 40 }), async (many) => {
        const at = (hours: number | null) =>
          hours === null ? null : Temporal.Instant.from(FRIDAY).add({ hours }).toString();
        const found = await inShop(async (ctx) => {
          await ctx.db.execute(sql`delete from leads where account_id = ${account}`);
          for (const [n, { replied, booked, unsubscribed, outcome, stage }] of many.entries())
            await ctx.db.execute(sql`
              insert into leads (account_id, id, name, email, created_at, replied_at, booked_at, unsubscribed_at, outcome, outcome_at, stage, stage_at)
              values (${account}, ${newId()}, ${String(n)}, ${`${n}@x.test`}, ${FRIDAY}, ${at(replied)}, ${at(booked)}, ${at(unsubscribed)},
                      ${outcome}, ${outcome ? at(1) : null}, ${stage?.stage ?? null}, ${at(stage?.at ?? null)})`);
          return (await board.loader(argsOf("/account/pipeline", owner))) && leadsNow(ctx);
        });
        const instant = (hours: number | null) =>
          hours === null ? null : Temporal.Instant.from(FRIDAY).add({ hours });
        const wanted = many.map((lead) =>
          stageOf({
            createdAt: Temporal.Instant.from(FRIDAY),
            repliedAt: instant(lead.replied),
            bookedAt: instant(lead.booked),
            unsubscribedAt: instant(lead.unsubscribed),
            outcome: lead.outcome,
            stage: lead.stage?.stage ?? null,
            stageAt: instant(lead.stage?.at ?? null),
          }),
        );
        expect(many.map((_, n) => found.get(String(n)) ?? null)).toEqual(wanted);
      }),
      { numRuns: 15 },
    );
  });
});

async function leadsNow(ctx: Parameters<Parameters<typeof withAccount>[1]>[0]): Promise<Map<string, string>> {
  const { leadsByStage } = await import("#trade/leads/stage/by-stage.server.ts");
  return new Map(
    (await leadsByStage(ctx, 100)).flatMap(({ stage, first }) => first.map(({ name }) => [name, stage])),
  );
}

describe("what brought them", () => {
  const shown = (query = "", who = owner) => brought.loader(argsOf(`/account/pipeline/brought${query}`, who));
  const figures = (rows: readonly { name: string; people: number; won: number; worth: string | null }[]) =>
    rows.map(({ name, people, won, worth }) => [name, people, won, worth]);

  it("counts people, won and worth by source, page and sequence, each by the first time they came", async () => {
    const card = { utm_source: "Card", utm_campaign: "spring" };
    const [ann, bo] = [
      await come("Ann", card),
      await come("Bo", { utm_source: "card", utm_campaign: "spring" }),
    ];
    await come("Cy", { gclid: "abc1", utm_source: "card" });
    await come("Di", { gclid: "abc2" });
    await come("Ed");
    await inShop(async (ctx) => {
      await valueLead(ctx, ann, 500_000);
      await valueLead(ctx, bo, 70_000);
    });
    clock.set("2026-11-21T17:00:00Z");
    await inShop((ctx) => endLead(ctx, ann, "won"));
    // She came again from another source; the first one counts.
    await inShop((ctx) =>
      ctx.db.execute(sql`insert into leads_touches (account_id, id, lead_id, page_id, at, source)
        values (${account}, ${newId()}, ${ann}, ${pageId}, ${ctx.now.toString()}, '{"referrer": "late.example"}')`),
    );
    const all = await shown();
    expect(all.all).toMatchObject({ people: 5, won: 1, worth: "$5,000" });
    expect(figures(all.sources)).toEqual([
      ["card, spring", 2, 1, "$5,000"],
      ["Google ad", 2, 0, null],
      ["Directly to your link", 1, 0, null],
    ]);
    expect(figures(all.pages)).toEqual([[`9 questions (/p/${slug})`, 5, 1, "$5,000"]]);
    expect(all.sequences).toMatchObject([{ people: 5, won: 1, worth: "$5,000" }]);
  });

  it("looks back as far as is asked, by the business's own days", async () => {
    const lead = await come("Ann");
    const since = (at: string) =>
      inShop((ctx) => ctx.db.execute(sql`update leads set created_at = ${at} where id = ${lead}`));
    // Midnight in Denver thirty days ago, still in daylight saving time.
    await since("2026-10-21T06:00:00Z");
    expect((await shown("?days=30")).all.people).toBe(1);
    await since("2026-10-21T05:59:59Z");
    expect((await shown("?days=30")).all.people).toBe(0);
    for (const query of ["?days=90", "?days=365", "?days=nonsense", ""])
      expect((await shown(query)).all.people, query).toBe(1);
  });

  it("is a file too, in which no cell is a formula, and nobody else's", async () => {
    await come("Ann", { utm_source: "=cmd()" });
    const fileOf = async (who = owner) => {
      const answer = await broughtFile.loader(argsOf("/account/pipeline/brought.csv?days=30", who));
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      return (await answer.text()).split("\r\n");
    };
    expect(await fileOf()).toEqual([
      "Kind,Name,Leads,Won,Value in USD",
      "Source,'=cmd(),1,0,0.00",
      `Page,9 questions (/p/${slug}),1,0,0.00`,
      expect.stringMatching(/^Follow-up,.+,1,0,0\.00$/) as string,
      "",
    ]);
    const stranger = await signedIn();
    await businessOf(stranger.person, "Another business");
    expect(await fileOf(stranger)).toEqual(["Kind,Name,Leads,Won,Value in USD", ""]);
  });
});

describe("the list of leads", () => {
  it("is sorted by name or time, either way, and paged once each, people of one name and moment too", async () => {
    await inShop((ctx) =>
      ctx.db.execute(sql`
        insert into leads (account_id, id, name, email, created_at)
        select ${account}, gen_random_uuid(), (array['Élodie', 'elodie', 'Zoë', 'Ann'])[1 + n % 4], n || '@client.test',
               ${FRIDAY}::timestamptz - (n % 7) * interval '1 hour'
          from generate_series(1, 120) n`),
    );
    for (const [sort, order] of [
      ["-added", "created_at desc, id desc"],
      ["added", "created_at, id"],
      ["name", "searched, id"],
      ["-name", "searched desc, id desc"],
    ] as const) {
      const { rows } = await inShop((ctx) =>
        ctx.db.execute<{ id: string }>(
          sql`select id from leads where account_id = ${account} order by ${sql.raw(order)}`,
        ),
      );
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list.loader>> = await list.loader(
          argsOf(`/account/leads?sort=${sort}${after ? `&after=${after}` : ""}`, owner),
        );
        seen.push(...page.leads.map(({ id }) => id));
        after = page.next;
      } while (after);
      expect(seen, sort).toEqual(rows.map(({ id }) => id));
    }
    expect((await list.loader(argsOf("/account/leads?sort=email", owner))).sort).toEqual({
      by: "added",
      order: "descending",
    });
    // The last lead of a page was erased before the next one was asked for.
    const erased = `/account/leads?sort=name&after=${clock.now().epochMilliseconds}.${newId()}`;
    expect((await list.loader(argsOf(erased, owner))).leads).toHaveLength(50);
  });
});
