import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as links from "#trade/leads/page/settings.tsx";
import * as magnets from "#trade/magnets/list.tsx";
import * as followUps from "#faces/today/follow-ups/list.tsx";
import { magnetsTasks } from "#trade/magnets/tasks.server.ts";
import { createLog } from "#platform/log/log.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import * as businesses from "#ground/businesses/access/switch.tsx";
import * as people from "#ground/businesses/people/people.tsx";
import * as join from "#ground/businesses/people/join.tsx";
import { openIdentity, signedIn, type Visitor } from "#ground/identity/testing/visits.ts";
import * as dashboard from "#faces/today/dashboard.tsx";
import type { StartView } from "#faces/today/first-run/load-start.server.ts";
import * as start from "#faces/today/first-run/start.tsx";
import {
  firstOpen,
  STEPS,
  type Standings,
  stepAfter,
  stepAsked,
  stepBefore,
} from "#faces/today/first-run/steps.ts";
import { subscribe } from "#app/subscriptions.ts";
import { type Screen, visit } from "../testing/screens.ts";

// The first run, by the requests that browsers make of its screen: what each step creates, and that pressing
// twice, going back and leaving lose nothing.

let identity: Awaited<ReturnType<typeof openIdentity>>;
let queue: TaskQueue;
let owner: Visitor;
let count = 0;

beforeAll(async () => {
  identity = await openIdentity();
  subscribe();
  queue = await startTaskQueue({ tasks: magnetsTasks, work: false, log: createLog("error") });
});
afterAll(async () => {
  await closeRenderers();
  await queue?.stop();
  await identity?.drop();
});
beforeEach(async () => {
  owner = await signedIn(`first${++count}@run.test`);
});

const AT = "/account/start";
const see = (step?: string, who = owner) => visit(who, start, step ? `${AT}?step=${step}` : AT);
const say = (step: string, fields: Record<string, string>, who = owner) =>
  visit(who, start, `${AT}?step=${step}`, {}, fields);
const shown = async (step?: string, who = owner) => (await see(step, who)).shown as unknown as StartView;
const made = async () => {
  const lists: readonly (readonly [Screen, string])[] = [
    [magnets, "magnets"],
    [links, "links"],
  ];
  const [guides, pages] = await Promise.all(
    lists.map(
      async ([screen, name]) => ((await visit(owner, screen, "/account/x")).shown[name] as unknown[]).length,
    ),
  );
  // What the maker wrote is one follow-up, draft or live, that can be read.
  const { drafts, families } = (await visit(owner, followUps, "/account/follow-up")).shown as unknown as {
    drafts: { read: string | null }[];
    families: { read: string | null }[];
  };
  const written = [...drafts, ...families].filter(({ read }) => read?.startsWith("/account/drips/"));
  return [guides, written.length, pages];
};

const WORK = { do: "save", product: "roof repairs", audience: "homeowners in Boulder" };
const GUIDE = { do: "make", person: "Maya Brandt", businessName: "Copper Ridge Roofing", topic: "" };
const LOOK = { do: "save", postalAddress: "1 Main St\nBoulder, CO 80302", zone: "America/Denver" };

async function untilPage(): Promise<void> {
  await say("work", WORK);
  await say("guide", GUIDE);
  await say("look", LOOK);
  await say("emails", { do: "write", objection: "It's too expensive" });
  await say("emails", { do: "open" });
}

describe("the steps", () => {
  const all = (standing: Standings["work"]) =>
    Object.fromEntries(STEPS.map((step) => [step, standing])) as Standings;

  it("go on at the first that is open, and after one at the next that is", () => {
    expect(firstOpen(all("open"))).toBe("work");
    expect(firstOpen({ ...all("done"), page: "open" })).toBe("page");
    expect(firstOpen(all("skipped"))).toBe("live");
    expect(stepAfter("work", { ...all("open"), guide: "done", look: "skipped" })).toBe("emails");
    expect(stepAfter("live", all("done"))).toBe("live");
    expect(stepBefore("work")).toBeUndefined();
    expect(stepBefore("live")).toBe("page");
    // Addresses of former steps.
    expect([stepAsked("mail"), stepAsked("test"), stepAsked("nowhere"), stepAsked(null)]).toEqual([
      "live",
      "live",
      undefined,
      undefined,
    ]);
  });
});

/** Every combination of skipped steps. */
function combinations(): [string, readonly string[]][] {
  const telling = ["work", "guide", "look", "emails", "page"];
  const all = Array.from({ length: 2 ** telling.length }, (_, bits) =>
    telling.filter((_step, at) => bits & (1 << at)),
  );
  return all.map((skipped) => [skipped.join(", ") || "nothing", skipped]);
}

describe("somebody new", () => {
  it("gets a guide, emails, a page and a test of what they said, and is live", async () => {
    expect(await say("work", WORK)).toMatchObject({ status: 303, location: `${AT}?step=guide` });
    // The guide is shown beside the next form.
    expect(await say("guide", GUIDE)).toMatchObject({ location: `${AT}?step=look` });
    const { magnet } = await shown("look");
    expect(magnet!.title.toLowerCase()).toContain("roof");
    expect(await say("guide", { do: "next" })).toMatchObject({ location: `${AT}?step=look` });
    expect(await say("look", LOOK)).toMatchObject({ location: `${AT}?step=emails` });
    await say("emails", { do: "write", objection: "It's too expensive" });
    expect((await shown("emails")).drip!.emails.length).toBeGreaterThanOrEqual(3);
    const opened = await say("emails", { do: "open" });
    expect(opened, JSON.stringify(opened.shown)).toMatchObject({ location: `${AT}?step=page` });
    expect((await shown("page")).page!.address).toMatch(/\/p\/copper-ridge-roofing/);
    expect(await say("live", { do: "send" })).toMatchObject({ location: `${AT}?step=live` });
    const { test } = await shown("live");
    expect(test).toMatchObject({ state: "on its way" });
    expect(await say("live", { do: "go" })).toMatchObject({ location: AT });
    const live = await shown();
    expect(live.isLive).toBe(true);
    // The guide right away, then their own emails.
    expect(live.plan.map(({ title }) => title).slice(1)).toEqual(
      live.drip!.emails.map(({ subject }) => subject),
    );
    expect((await visit(owner, dashboard, "/account/dashboard")).shown["firstRun"] ?? null).toBeNull();
  });

  it("who presses twice at once has one guide, one set of emails and one page", async () => {
    await say("work", WORK);
    await Promise.all([say("guide", GUIDE), say("guide", GUIDE)]);
    await Promise.all([say("look", LOOK), say("look", LOOK)]);
    await Promise.all([say("emails", { do: "write" }), say("emails", { do: "write" })]);
    await Promise.all([say("emails", { do: "open" }), say("page", { do: "open" })]);
    expect(await made()).toEqual([1, 1, 1]);
  });

  it("who types rubbish is told beside the field, keeps what they typed, and loses nothing", async () => {
    for (const [step, fields, wrong] of [
      ["work", { do: "save", product: "   ", audience: "x" }, "product"],
      ["work", { do: "save", product: "a".repeat(301) }, "product"],
      ["guide", { do: "make", person: "", businessName: "Copper" }, "person"],
      ["guide", { do: "make", person: "Maya", businessName: "" }, "businessName"],
      ["look", { do: "save", postalAddress: "", zone: "America/Denver" }, "postalAddress"],
      [
        "look",
        { do: "save", postalAddress: "1 Main St", zone: "America/Denver", businessName: "" },
        "businessName",
      ],
      [
        "look",
        { do: "save", postalAddress: "1 Main St", zone: "Nowhere/Land", businessName: "Copper" },
        "zone",
      ],
    ] as const) {
      const answer = await say(step, fields);
      expect(answer.status, `${step} ${wrong}`).toBe(422);
      expect(answer.shown["errors"], `${step} ${wrong}`).toHaveProperty(wrong);
      expect(answer.shown["values"]).toMatchObject(
        Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "do")),
      );
    }
    // A step that needs something missing names the step that provides it.
    for (const [step, fields] of [
      ["page", { do: "open" }],
      ["live", { do: "send" }],
      ["live", { do: "go" }],
    ] as const)
      expect((await say(step, fields)).shown["message"]).toMatch(/in step \d/);
  });

  it("who skips goes on, comes back to it, and is asked again by nobody", async () => {
    await say("work", WORK);
    expect(await say("guide", { do: "skip" })).toMatchObject({ location: `${AT}?step=look` });
    expect((await shown()).step).toBe("look");
    await say("guide", GUIDE);
    expect((await shown()).standings).toMatchObject({ work: "done", guide: "done", look: "open" });
  });

  it.each(combinations())(
    "who skips %s finds no button that fails: each later step says what it needs, and where",
    async (_, skipped) => {
      const doings: Record<string, Record<string, string>> = {
        work: WORK,
        guide: GUIDE,
        look: { ...LOOK, businessName: "Copper Ridge Roofing" },
        emails: { do: "write", objection: "" },
        page: { do: "open" },
        live: { do: "go" },
      };
      const lacking: Record<string, string[]> = {};
      for (const step of STEPS) {
        if (skipped.includes(step)) {
          expect((await say(step, { do: "skip" })).status, step).toBe(303);
          continue;
        }
        const { needs } = await shown(step);
        const { status, shown: said } = await say(step, doings[step]!);
        // The needs shown on the screen are exactly the reasons its button is refused.
        expect([status, said["message"] ?? null], step).toEqual(
          needs.length ? [422, expect.stringContaining(needs[0]!.words)] : [303, null],
        );
        if (!needs.length) continue;
        expect(said["errors"], step).toEqual({});
        lacking[step] = needs.map((need) => need.step);
        // The link leads to a step that was skipped, or to one that lacks something itself.
        for (const need of needs)
          expect(skipped.includes(need.step) || need.step in lacking, `${step} leads to ${need.step}`).toBe(
            true,
          );
      }
      // After going back and doing the steps in order, nothing is missing.
      for (const step of STEPS) {
        expect((await shown(step)).needs, step).toEqual([]);
        if (skipped.includes(step) || step in lacking)
          expect((await say(step, doings[step]!)).status, step).toBe(303);
      }
      expect((await shown()).isLive).toBe(true);
    },
  );

  it("who goes back and says something else changes what comes, not what was made", async () => {
    await untilPage();
    const before = await shown("guide");
    await say("work", { ...WORK, product: "gutters" });
    await say("guide", GUIDE);
    const after = await shown("guide");
    expect(after.said.product).toBe("gutters");
    expect(after.magnet!.id).toBe(before.magnet!.id);
    expect(await say("work", WORK)).toMatchObject({ location: `${AT}?step=live` });
    // With its address done, a guide is shown on its own.
    expect(await say("guide", GUIDE)).toMatchObject({ location: `${AT}?step=guide` });
  });
});

describe("the panel on the dashboard", () => {
  const note = async (query = "") =>
    (await visit(owner, dashboard, `/account/dashboard${query}`)).shown["firstRun"] ?? null;

  it("asks the first question, says how far it is, and is put away and taken out again", async () => {
    expect(await note()).toMatchObject({ kind: "open", begun: false });
    await say("work", WORK);
    expect(await note()).toMatchObject({ kind: "open", begun: true, done: 1, all: 6, next: "Your guide" });
    expect(await say("work", { do: "away" })).toMatchObject({
      location: "/account/dashboard?first-steps=away",
    });
    expect(await note()).toBeNull();
    expect(await note("?first-steps=away")).toEqual({ kind: "hidden" });
    await say("work", { do: "back" });
    expect(await note()).toMatchObject({ kind: "open", done: 1 });
  });

  it("is for those who may set up the business: a member sees none, and may do none of it", async () => {
    const boss = await signedIn(`boss${count}@run.test`);
    await identity.rows("update identity_users set email_verified = true where email = any($1)", [
      [`boss${count}@run.test`, `first${count}@run.test`],
    ]);
    await visit(boss, businesses, "/account/businesses", {}, { intent: "start", businessName: "Lake View" });
    await visit(
      boss,
      people,
      "/account/settings/people",
      {},
      { intent: "invite", email: `first${count}@run.test`, role: "member" },
    );
    const mail = (await identity.mailsTo(`first${count}@run.test`)).findLast(({ path }) =>
      path.startsWith("/join/"),
    )!;
    const token = mail.path.slice("/join/".length);
    await visit(owner, join, `/join/${token}`, { token }, {});
    expect((await see(undefined, owner)).status).toBe(403);
    expect((await say("work", WORK)).status).toBe(403);
    expect(await note()).toBeNull();
  });
});
