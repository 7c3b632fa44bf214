import { describe, expect, it } from "vitest";
import { tools } from "#app/tools.ts";
import type { Json, ShownRecord } from "#ground/sync/public.tsx";
import { type GlanceAt, type GlanceLine, readGlances } from "#trade/jobs/glance.ts";
import { jobOf } from "#trade/jobs/rules.ts";
import { isFoundBy, textsOf } from "#trade/jobs/timeline/find.ts";
import deliveries from "../testing/tool/glance.ts";

// What each tool says of itself on a job's page, from the records that a device has.

const TODAY = "2026-11-24";
const [ACCOUNT, ME, OTHER] = ["account", "me", "other"];
const WRITTEN = Date.parse("2026-11-10T16:00:00Z");

/** A record as the device shows it. */
function shown(kind: string, id: string, values: Record<string, Json>, author = OTHER): ShownRecord {
  const fields = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { values: [{ value, by: `${id} ${name}`, at: WRITTEN, author }], earlier: [] },
    ]),
  );
  return {
    ...{ kind, id, job: "job", values, fields, revision: 1, conflicts: [], waiting: 0, refused: [] },
    isRemoved: false,
  } as unknown as ShownRecord;
}

const at: Omit<GlanceAt, "job"> = {
  ...{ today: TODAY, zone: "America/Denver", account: ACCOUNT, user: ME, photos: new Set<string>() },
  ...{ isManager: true, isGuest: false, hasActions: true },
};

/** What the tools say of an active job with these records. */
async function said(
  records: readonly ShownRecord[],
  { job = {}, ...more }: Partial<Omit<GlanceAt, "job">> & { readonly job?: Record<string, Json> } = {},
): Promise<Readonly<Record<string, readonly string[]>>> {
  const store = { recordsOf: (kind: string) => Promise.resolve(records.filter((one) => one.kind === kind)) };
  const found = await readGlances(store as never, tools, {
    ...{ ...at, ...more },
    job: jobOf("job", { name: "Miller roof", status: "active", ...job }),
  });
  const words = ({ text, needs }: GlanceLine) => (needs ? `${text} (${needs})` : text);
  return Object.fromEntries([...found].map(([word, lines]) => [word, lines.map(words)]));
}

const entry = (id: string, date: string, company = ACCOUNT) =>
  shown("logs.entry", id, { date, company, type: "work", text: "Framed the stair." });
const day = (id: string, date: string, is: string, author = OTHER) =>
  shown("logs.day", id, { date, company: ACCOUNT, state: { is } }, author);
const issue = (id: string, values: Record<string, Json>) =>
  shown("issues.issue", id, { title: id, ...values });

describe("a job without records", () => {
  it("says what every tool has", async () => {
    expect(await said([])).toEqual({
      logs: ["Today’s log not started (now)"],
      photos: ["No photos yet"],
      checklists: ["Nothing open"],
      changes: ["No changes yet"],
      estimates: ["No estimates yet"],
      safety: ["No talks yet"],
    });
  });
});

describe("the daily log", () => {
  const logs = async (...of: Parameters<typeof said>) => (await said(...of))["logs"];

  it("is expected on the weekdays of an active job, and not on other days", async () => {
    expect(await logs([], { today: "2026-11-28" })).toEqual(["No entries yet"]);
    expect(await logs([], { job: { status: "done" } })).toEqual(["No entries yet"]);
    expect(await logs([entry("a", "2026-11-20")], { job: { status: "done" } })).toEqual([
      "Last entry Fri, Nov 20",
    ]);
  });

  it("counts today's entries until the day is submitted", async () => {
    const entries = [entry("a", TODAY), entry("b", TODAY), entry("c", TODAY, "a guest")];
    expect(await logs(entries)).toEqual(["Today: 2 entries, not submitted"]);
    expect(await logs([...entries, day("d", TODAY, "submitted", ME)])).toEqual(["Today’s log submitted"]);
  });

  it("asks managers to approve what others submitted, and says what came back", async () => {
    const days = [day("d", "2026-11-20", "submitted"), day("e", "2026-11-19", "rejected"), entry("a", TODAY)];
    const own = ["1 day sent back (late)", "Today: 1 entry, not submitted"];
    expect(await logs(days)).toEqual([own[0], "1 day to approve (now)", own[1]]);
    expect(await logs(days, { isManager: false })).toEqual(own);
  });
});

describe("issues", () => {
  const records = [
    issue("late", { due: "2026-11-20", assignee: { kind: "person", id: ME, name: "Me" } }),
    issue("fixed", { state: "ready", due: "2026-11-20" }),
    issue("closed", { state: "closed" }),
    issue("unsafe", { safety: true }),
  ];

  it("are counted as open and overdue, and the person's own beside them", async () => {
    expect((await said(records))["checklists"]).toEqual([
      "2 issues open, 1 overdue (late)",
      "1 assigned to you (late)",
      "1 fix to review (now)",
    ]);
  });

  it("are safety's if they are unsafe, unless the business has no such tool", async () => {
    expect((await said(records))["safety"]).toEqual(["1 action open"]);
    expect((await said(records, { hasActions: false }))["checklists"]![0]).toBe(
      "3 issues open, 1 overdue (late)",
    );
  });
});

describe("scheduled lists", () => {
  const daily = {
    title: "Crane check",
    list: "crane",
    from: "2026-11-23",
    rhythm: { every: 1, unit: "day" },
  };

  it("are due today, or were missed, for those who walk them", async () => {
    const records = [shown("checklists.schedule", "s", daily)];
    expect((await said(records))["checklists"]).toEqual(["1 list missed (late)", "1 list due today (now)"]);
    const done = shown("checklists.run", "r", {
      state: "finished",
      due: { schedule: "s", on: "2026-11-23" },
    });
    expect((await said([...records, done]))["checklists"]).toEqual(["1 list due today (now)"]);
    expect((await said([shown("checklists.schedule", "s", { ...daily, who: OTHER })]))["checklists"]).toEqual(
      ["Nothing open"],
    );
  });
});

describe("money", () => {
  const change = (id: string, state: string) => shown("changes.change", id, { standing: { state } });

  it("says what waits for a signature, and what asks us first", async () => {
    const changes = ["sent", "viewed", "draft", "asked", "approved"].map((state) => change(state, state));
    expect((await said(changes))["changes"]).toEqual([
      "Client has a question (now)",
      "2 waiting for a signature",
      "1 not sent",
      "1 approved",
    ]);
  });

  it("tells a guest of their requests alone", async () => {
    const records = [change("sent", "sent"), shown("changes.request", "r", { title: "More trim" })];
    expect((await said(records, { isGuest: true, isManager: false }))["changes"]).toEqual([
      "1 request waiting for an answer",
    ]);
    expect((await said(records))["changes"]).toEqual([
      "1 request to answer (now)",
      "1 waiting for a signature",
    ]);
  });

  it("knows where estimates stand", async () => {
    const of = (state: string) => shown("estimates.estimate", state, { standing: { state } });
    expect((await said(["sent", "viewed", "approved", "draft"].map(of)))["estimates"]).toEqual([
      "2 waiting for the client",
      "1 not sent",
      "1 approved",
    ]);
  });

  it("adds approved changes to the contract", async () => {
    const { default: contract } = await tools.find((tool) => tool.contract)!.contract!();
    const changes = [
      shown("changes.change", "a", { standing: { state: "approved", cents: 125_000, days: 3 } }),
      shown("changes.change", "b", { standing: { state: "sent", cents: 99_000, days: 9 } }),
    ];
    expect(
      contract.contractOf({ contractCents: 1_000_000, finishesOn: "2026-12-18" }, () => changes),
    ).toEqual({ sum: 1_125_000, net: 125_000, completion: "2026-12-21", approved: 1 });
  });
});

describe("safety", () => {
  const clock = shown("safety.clock", "c", {
    clock: { every: 1, unit: "weeks", start: false },
    since: "2026-11-10",
  });
  const talk = (id: string, values: Record<string, Json>) => shown("safety.talk", id, values);

  it("says when a talk is due, overdue, or not finished", async () => {
    expect((await said([clock]))["safety"]).toEqual(["Talk overdue since Tue, Nov 17 (late)"]);
    const given = talk("t", { date: "2026-11-17", finishedAt: "2026-11-17T14:00:00Z" });
    expect((await said([clock, given]))["safety"]).toEqual(["Talk due today (now)"]);
    expect((await said([given, talk("u", { date: TODAY })]))["safety"]).toEqual([
      "1 talk not finished (now)",
      "Last talk Tue, Nov 17",
    ]);
  });

  it("says nothing of injuries and near misses", async () => {
    const kinds = (await tools.find(({ word }) => word === "safety")!.glance!()).default.kinds;
    expect(kinds.filter((kind) => /injur|incident|near/.test(kind))).toEqual([]);
  });
});

describe("photos", () => {
  const [shot, hidden] = ["a".repeat(64), "b".repeat(64)];

  it("counts those of every tool, without hidden ones, and what is missing of a shot list", async () => {
    const records = [
      shown("photos.photo", "p", { sha256: hidden, hidden: "Blurry" }),
      shown("photos.shots", "s", { title: "Rough-in", shots: ["Panel", "Drains"] }),
    ];
    const photos = new Set([shot, hidden]);
    expect((await said(records, { photos }))["photos"]).toEqual(["2 shots missing (now)", "1 photo"]);
    expect((await said(records, { photos: null }))["photos"]).toEqual(["2 shots missing (now)"]);
  });
});

it("puts the small tool of ARCHITECTURE.md beside the others", () => {
  const delivery = (id: string, day: string | null) =>
    shown("deliveries.delivery", id, { what: "Shingles", day });
  const lines = deliveries.glanceOf(() => [delivery("a", "2026-11-20"), delivery("b", null)], {
    ...{ ...at, job: jobOf("job", {}) },
  });
  expect(lines).toEqual([{ text: "1 delivery late", needs: "late" }, { text: "1 expected" }]);
});

describe("the search of a job", () => {
  const record = shown("photos.photo", "p", {
    sha256: "c".repeat(64),
    caption: "Café wall before drywall",
    "tags.tub-wall": true,
    place: { lat: 1, lon: 2 },
  });
  const texts = textsOf({ title: "Photo", record });

  it("finds captions and tags by any of their words, without accents", () => {
    for (const words of [["cafe"], ["drywall", "photo"], ["tub", "wall"]])
      expect(isFoundBy(texts, words), words.join(" ")).toBe(true);
    expect(isFoundBy(texts, ["ceiling"])).toBe(false);
  });

  it("finds nothing by hashes and ids", () => {
    expect(isFoundBy(texts, ["cccc"])).toBe(false);
  });
});
