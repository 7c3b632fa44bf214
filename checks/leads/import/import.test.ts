// Long because bringing a list, taking it along and taking it back are one story with the same people.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { leadHistory, recordReply } from "#trade/leads/data.server.ts";
import { unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { importErrors } from "#trade/leads/import/data.server.ts";
import { exportRows } from "#trade/leads/csv/export.server.ts";
import { runImport } from "#trade/leads/import/run.server.ts";
import { discardImport, undoImport } from "#trade/leads/import/start.server.ts";
import { undoBatch } from "#trade/leads/import/undo.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { business, type Business, FRIDAY, states, waiting, withBusiness } from "../../testing/follow-ups.ts";
import { everything, found, imported, listOf, started, undone, uploaded } from "../../testing/imports.ts";

let shop: Business;
const clock = withBusiness((opened) => void (shop = opened));

const leadId = (email: string) =>
  withAccount(
    shop.account,
    async ({ db }) =>
      (await db.execute<{ id: string }>(sql`select id from leads where email = ${email}`)).rows[0]!.id,
  );
const storyOf = async (email: string) => {
  const id = await leadId(email);
  return withAccount(shop.account, (ctx) => leadHistory(ctx, id));
};
const numbers = ({
  added,
  known,
  suppressed,
  repeated,
  errors,
  optedOut,
  partly,
}: Awaited<ReturnType<typeof found>>) => ({
  added,
  known,
  suppressed,
  repeated,
  errors,
  optedOut,
  partly,
});
const NONE = { added: 0, known: 0, suppressed: 0, repeated: 0, errors: 0, optedOut: 0, partly: 0 };

const MIXED = [
  "First name;Last name;Email;Phone;Opted in;Created",
  "Dana;Ruiz;dana@client.test;303-555-0140;yes;2026-10-01",
  "Known;Person;known@client.test;303-555-0141;yes;",
  "Gone;Away;gone@client.test;;yes;",
  "Dana;Again;DANA@client.test;;yes;",
  "No;Consent;no@client.test;;no;",
  "Bad;Address;bad.client.test;;yes;",
  "Half;Right;half@client.test;12;yes;",
  "",
].join("\n");

describe("an import", () => {
  it("makes leads with touch and consent, and leaves alone who is here or must not be written to", async () => {
    await shop.come("known@client.test", "As They Wrote");
    await shop.come("gone@client.test", "Gone Away");
    await withAccount(shop.account, async (ctx) => unsubscribeLead(ctx, await leadId("gone@client.test")));
    const waiting = await found(shop.account, await uploaded(shop.account, MIXED));
    expect(waiting.counts).toEqual({
      added: 2,
      known: 1,
      suppressed: 1,
      repeated: 1,
      errors: 1,
      optedOut: 1,
    });
    const file = await imported(shop.account, MIXED, null, "fair.csv");
    expect([file.state, numbers(file)]).toEqual([
      "done",
      { added: 2, known: 1, suppressed: 1, repeated: 1, errors: 1, optedOut: 1, partly: 1 },
    ]);
    const { leads } = await everything(shop.account);
    expect(leads).toEqual([
      "dana@client.test Dana Ruiz +13035550140",
      "gone@client.test Gone Away",
      "half@client.test Half Right",
      "known@client.test As They Wrote +13035550141",
    ]);
    const { touches, consents } = await storyOf("dana@client.test");
    expect(touches).toMatchObject([
      { pageId: null, source: { import: "fair.csv" }, at: Temporal.Instant.from("2026-10-01T18:00:00Z") },
    ]);
    expect(consents).toMatchObject([
      { wordingVersion: "import-2026-11", source: "import of fair.csv", at: Temporal.Instant.from(FRIDAY) },
    ]);
    expect(consents[0]!.wording).toBe(
      "Everyone in this file agreed to get email from Summit Deck. We can show when and how they did. They’re from: Our list of 2025",
    );
    expect((await storyOf("known@client.test")).touches).toHaveLength(2);
    expect((await storyOf("gone@client.test")).touches).toHaveLength(1);
    const optedOut = await withAccount(shop.account, (ctx) =>
      importErrors(ctx, file.id, -1, 10, "opted out"),
    );
    expect(optedOut.map(({ line, problem, cells }) => [line, problem, cells[2]])).toEqual([
      [6, "Opted in: no", "no@client.test"],
    ]);
    const errors = await withAccount(shop.account, (ctx) => importErrors(ctx, file.id, -1, 10));
    expect(errors.map(({ line, column, isTaken, cells }) => [line, column, isTaken, cells[2]])).toEqual([
      [7, "Email", false, "bad.client.test"],
      [8, "Phone", true, "half@client.test"],
    ]);
  });

  it("stops what people get who a later list says opted out, and undoing it lets that go on", async () => {
    const reading = await waiting(shop, "reading@client.test");
    const customer = await waiting(shop, "customer@client.test");
    const list = [
      "Name,Email,Unsubscribed,Accepts email marketing",
      "Reading Now,reading@client.test,2026-10-02,",
      "Only Customer,customer@client.test,,no",
      "Never Seen,never@client.test,yes,",
    ].join("\n");
    const file = await imported(shop.account, list);
    expect(numbers(file)).toEqual({ ...NONE, optedOut: 3 });
    expect(await states(shop, reading)).not.toContain("waiting");
    // A marketing "No" in another program doesn't revoke what they asked for here.
    expect(await states(shop, customer)).toContain("waiting");
    const later = "Name,Email\nReading Now,reading@client.test\nNever Seen,never@client.test\n";
    expect(numbers(await imported(shop.account, later, shop.pageId))).toEqual({ ...NONE, suppressed: 2 });
    await undone(shop.account, file.id);
    expect(await states(shop, reading)).toContain("waiting");
    expect(numbers(await imported(shop.account, `${later}\n`, shop.pageId))).toEqual({
      ...NONE,
      added: 1,
      known: 1,
    });
  });

  it("of the same file a second time adds nothing, and of a task that runs twice neither", async () => {
    const first = await imported(shop.account, MIXED);
    const before = await everything(shop.account);
    await runImport(shop.account, first.id);
    const second = await imported(shop.account, MIXED, shop.pageId);
    expect(await everything(shop.account)).toEqual(before);
    expect(numbers(second)).toEqual({ ...numbers(first), added: 0, known: 4 });
    expect(numbers(await found(shop.account, first.id))).toEqual(numbers(first));
  });

  it("starts follow-up for new people only, a few each hour from the next working day", async () => {
    await shop.come("person3@client.test");
    await imported(shop.account, listOf(60), shop.pageId);
    const { enrolments } = await everything(shop.account);
    expect(enrolments).toHaveLength(60);
    const starts = enrolments.map((line) => line.split(" ").slice(1, 3).join(" "));
    expect(starts.filter((at) => at < "2026-11-21")).toHaveLength(1);
    // 9:00 in Denver.
    expect(starts.filter((at) => at === "2026-11-23 16:00:00")).toHaveLength(5);
    expect(starts.filter((at) => at > "2026-11-23" && at < "2026-11-24")).toHaveLength(40);
    await shop.send();
    expect(await shop.followUps()).toBe(1);
    clock.set("2026-11-23T16:00:30Z");
    await shop.send();
    expect(await shop.followUps()).toBe(1 + 5 + 1);
  });

  it("lets a second file's people begin after those of the first", async () => {
    await imported(shop.account, listOf(40, "a"), shop.pageId);
    await imported(shop.account, listOf(5, "b"), shop.pageId);
    const { enrolments } = await everything(shop.account);
    expect(
      enrolments.filter((line) => line.startsWith("b")).every((line) => line.includes(" 2026-11-24 ")),
    ).toBe(true);
  });

  it("ends anywhere between two batches and goes on where it was", async () => {
    const text = listOf(3_500);
    const id = await uploaded(shop.account, text);
    await started(shop.account, id);
    const positions: number[] = [];
    while ((await runImport(shop.account, id, () => false)) === "more")
      positions.push((await found(shop.account, id)).position);
    expect(positions).toEqual([1001, 2001, 3001, 3501]);
    expect(numbers(await found(shop.account, id))).toEqual({ ...NONE, added: 3_500 });
  });

  it("of a longer list needs no more memory, and no row more time", async () => {
    const grown = async (many: number, prefix: string) => {
      const text = listOf(many, prefix);
      const id = await uploaded(shop.account, text);
      await started(shop.account, id);
      const before = process.memoryUsage().rss;
      let peak = before;
      const began = performance.now();
      await runImport(shop.account, id, () => ((peak = Math.max(peak, process.memoryUsage().rss)), true));
      return { perRow: (performance.now() - began) / many, megabytes: (peak - before) / 1024 / 1024 };
    };
    const short = await grown(2_000, "short");
    const long = await grown(12_000, "long");
    console.log(
      `imported: ${Math.round(1_000 / long.perRow)} rows/s, memory +${long.megabytes.toFixed(0)} MB`,
    );
    expect(long.megabytes).toBeLessThan(150);
    expect(long.perRow).toBeLessThan(4 * short.perRow);
  });

  it("is done once by several workers at a time", async () => {
    const id = await uploaded(shop.account, listOf(3_000));
    await started(shop.account, id, shop.pageId);
    await Promise.all([
      runImport(shop.account, id),
      runImport(shop.account, id),
      runImport(shop.account, id),
    ]);
    // An overtaken worker leaves the rest to the faster one, so it reports last.
    await runImport(shop.account, id);
    const { touches, consents, enrolments } = await everything(shop.account);
    expect([touches.length, consents.length, enrolments.length]).toEqual([3_000, 3_000, 3_000]);
    expect(numbers(await found(shop.account, id))).toEqual({ ...NONE, added: 3_000 });
  });

  it("gives its file back when it is read, unless another one waits with the same", async () => {
    const waits = await uploaded(shop.account, MIXED);
    const key = (await found(shop.account, waits)).file!;
    await imported(shop.account, MIXED);
    expect(await installation().files.exists(key)).toBe(true);
    expect(await withAccount(shop.account, (ctx) => discardImport(ctx, waits))).toBe(key);
  });

  it.each([
    ["with a mark", Buffer.from("\ufeffName,Email\nDäna,d@x.test\n")],
    ["of Windows", Buffer.from("Name;Email\r\nDäna;d@x.test\r\n", "latin1")],
    ["of Excel", Buffer.from("\ufeffsep=;\r\nName;Email\r\nDäna;d@x.test\r\n", "utf16le")],
    ["without a header", Buffer.from("Däna\td@x.test\n")],
  ])("of a text %s", async (_, bytes) => {
    const id = await uploaded(shop.account, bytes);
    const { hasHeader, mapping, sample } = await found(shop.account, id);
    expect([mapping.email, sample]).toEqual([1, [["Däna", "d@x.test"]]]);
    if (hasHeader) {
      await started(shop.account, id);
      await runImport(shop.account, id);
      expect((await everything(shop.account)).leads).toEqual(["d@x.test Däna"]);
    } else await expect(started(shop.account, id)).rejects.toMatchObject({ code: "invalid" });
  });

  it.each([
    ["nothing", ""],
    ["a header alone", "Name,Email\n"],
    ["a workbook", Buffer.from("504b0304140006000800", "hex")],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d4948445200000100", "hex")],
    ["ten thousand columns", `${"x,".repeat(10_000)}\n`],
  ])("of %s is refused in words", async (_, content) => {
    await expect(uploaded(shop.account, content)).rejects.toMatchObject({
      code: "invalid",
      fields: { file: expect.stringMatching(/\.$/) },
    });
  });

  it("takes hostile rows as errors and everybody else as they are", async () => {
    const text = `Name,Email\n"open,a@x.test\nb\0c,nul@x.test\n${"x".repeat(1_000_000)},long@x.test\n${"x,".repeat(5_000)}\n=cmd|' /C calc'!A0,formula@x.test\nDana,dana@x.test\n`;
    const file = await imported(shop.account, text);
    expect(numbers(file)).toEqual({ ...NONE, added: 3, errors: 3 });
    expect((await everything(shop.account)).leads).toEqual([
      "dana@x.test Dana",
      "formula@x.test =cmd|' /C calc'!A0",
      "nul@x.test b c",
    ]);
  });
});

describe("all leads as CSV", () => {
  const whole = async () => {
    const { body } = csvResponse(
      exportRows((work) => withAccount(shop.account, work)),
      "leads.csv",
    );
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    return (await Array.fromAsync(body!)).map((piece) => decoder.decode(piece));
  };

  it("come back as they are: importing them adds nothing, here", async () => {
    await imported(
      shop.account,
      `${listOf(2_300)}"=HYPERLINK(""x"")",formula@client.test,,"two\nlines, ""quoted"""\n`,
      null,
      "a, b.csv",
    );
    await shop.come("gone@client.test", "Gone Away");
    await withAccount(shop.account, async (ctx) => unsubscribeLead(ctx, await leadId("gone@client.test")));
    const before = await everything(shop.account);
    const pieces = await whole();
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(1_000_000);
    const text = pieces.join("");
    expect(text.startsWith("\ufeffPlumbline lead,Name,Email,Phone,Status,")).toBe(true);
    expect(text).toContain(`,"'=HYPERLINK(""x"")",formula@client.test,`);
    // An opt-out stays an opt-out in the exported list.
    expect(text).toMatch(/Gone Away,gone@client\.test,,Unsubscribed,.*,Unsubscribed,/);
    const file = await imported(shop.account, text, shop.pageId, "leads.csv");
    expect(numbers(file)).toEqual({ ...NONE, known: 2_301, optedOut: 1 });
    expect(await everything(shop.account)).toEqual(before);
  });

  it("bring everybody who may be written to into another business", async () => {
    await imported(shop.account, listOf(3));
    const other = await business();
    const { added } = await imported(other.account, (await whole()).join(""));
    expect(added).toBe(3);
    expect((await everything(other.account)).leads).toEqual((await everything(shop.account)).leads);
  });
});

describe("taking an import back", () => {
  it("removes who came by it alone and did nothing since, and leaves no trace of them", async () => {
    await shop.come("known@client.test", "Known Person");
    const before = await everything(shop.account);
    const file = await imported(shop.account, MIXED, shop.pageId);
    expect((await undone(shop.account, file.id)).kept).toEqual({ known: 1 });
    expect(await everything(shop.account)).toEqual(before);
    const { state, removed } = await found(shop.account, file.id);
    expect([state, removed]).toEqual(["undone", 3]);
  });

  it("keeps whoever did something since, says why, and stops what the import began", async () => {
    const file = await imported(shop.account, listOf(6), shop.pageId);
    clock.set("2026-11-23T16:00:30Z");
    await withAccount(shop.account, async (ctx) =>
      recordReply(ctx, await leadId("person0@client.test"), { via: "owner" }),
    );
    await withAccount(shop.account, async (ctx) => unsubscribeLead(ctx, await leadId("person1@client.test")));
    await shop.come("person2@client.test");
    await imported(shop.account, "Name,Email\nPerson 3,person3@client.test\n");
    // Some of the others get their first email.
    await shop.send();
    const mailed = (await everything(shop.account)).steps;
    expect(mailed.join()).toContain("handed");
    const { kept, removed, state } = await undone(shop.account, file.id);
    expect(state).toBe("undone");
    expect(kept).toMatchObject({ again: 2, replied: 1, stopped: 1 });
    expect(removed + (kept["mailed"] ?? 0)).toBe(2);
    const { leads, enrolments } = await everything(shop.account);
    expect(leads).toHaveLength(6 - removed);
    // Only the leads who came again by themselves continue.
    expect(
      enrolments
        .filter((line) => !/their import was undone|they replied|they unsubscribed/.test(line))
        .map((line) => line.split(" ")[0]),
    ).toEqual(["person2@client.test", "person3@client.test"]);
  });

  it("ends anywhere between two batches and goes on where it was; a second click changes nothing", async () => {
    const file = await imported(shop.account, listOf(1_200), shop.pageId);
    await withAccount(shop.account, (ctx) => undoImport(ctx, file.id));
    await withAccount(shop.account, (ctx) => undoImport(ctx, file.id));
    const removed: number[] = [];
    do removed.push((await found(shop.account, file.id)).removed);
    while ((await undoBatch(shop.account, file.id, () => false)) === "more");
    expect(removed).toEqual([0, 500, 1_000, 1_200]);
    await Promise.all([undoBatch(shop.account, file.id), undoBatch(shop.account, file.id)]);
    expect(await found(shop.account, file.id)).toMatchObject({ state: "undone", removed: 1_200, kept: {} });
    expect(await everything(shop.account)).toEqual({
      leads: [],
      touches: [],
      consents: [],
      enrolments: [],
      steps: [],
    });
  });

  it("stops one that is under way", async () => {
    const id = await uploaded(shop.account, listOf(2_500));
    await started(shop.account, id);
    await runImport(shop.account, id, () => false);
    await undone(shop.account, id);
    expect(await runImport(shop.account, id)).toBe("over");
    expect((await everything(shop.account)).leads).toEqual([]);
  });

  it("is open for thirty days", async () => {
    const file = await imported(shop.account, listOf(2));
    clock.advance({ hours: 24 * 30 + 1 });
    await expect(undone(shop.account, file.id)).rejects.toMatchObject({ code: "conflict" });
    expect((await everything(shop.account)).leads).toHaveLength(2);
  });

  it("is nobody else's business", async () => {
    const file = await imported(shop.account, listOf(2));
    const other = await business();
    await expect(withAccount(other.account, (ctx) => undoImport(ctx, file.id))).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await undoBatch(other.account, file.id)).toBe("over");
    expect(await runImport(shop.account, randomUUID())).toBe("over");
  });
});
