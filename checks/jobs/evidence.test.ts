import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import pg from "pg";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { mailsTo } from "#ground/businesses/testing/people.ts";
import * as certification from "#ground/evidence/export/certification-file.ts";
import { checkStored, readStored } from "#ground/evidence/verify/check-stored.server.ts";
import * as history from "#ground/evidence/history/history.tsx";
import { saveOriginal } from "#ground/evidence/testing/sealed-job.ts";
import { ensureSealingKey } from "#ground/evidence/seal/keys.server.ts";
import { openIdentity, signedIn, type Visitor } from "#ground/identity/testing/visits.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { createDiskStore } from "#platform/files/disk.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withAccount, withMember, withPerson } from "#platform/db/scope.server.ts";
import { applyCommands } from "#ground/sync/commands.server.ts";
import { subscribe } from "#app/subscriptions.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { visit } from "../testing/screens.ts";

// What a business sees of a job's history and does with it: requests of signed-in browsers, on jobs that
// devices wrote.

let identity: Awaited<ReturnType<typeof openIdentity>>;
let owner: pg.Client;
let shop: { visitor: Visitor; who: Person; account: string };
let job: string;
const folder = mkdtempSync(path.join(tmpdir(), "plumbline-evidence-"));

beforeAll(async () => {
  subscribe();
  defineKinds();
  identity = await openIdentity();
  useInstallation({ ...installation(), files: createDiskStore(folder) });
  owner = new pg.Client(identity.owner);
  await owner.connect();
  await ensureSealingKey();
  shop = await business("owner@evidence.test");
});
afterAll(async () => {
  await owner?.end();
  await identity?.drop();
});
beforeEach(async () => {
  job = newId();
  await write({
    kind: "jobs.job",
    record: job,
    sets: { name: "14 Elm Street", status: "active", contractCents: 1_250_050 },
  });
});

async function business(email: string) {
  const visitor = await signedIn(email);
  const { rows } = await owner.query<{ id: string }>("select id from identity_users where email = $1", [
    email,
  ]);
  await owner.query("update identity_users set email_verified = true where email = $1", [email]);
  const who = { id: rows[0]!.id, email, emailVerified: true };
  const { accountId: account } = await withPerson(who.id, (ctx) => enterOwnAccount(ctx, who));
  return { visitor, who, account };
}

async function write({
  kind = "jobs.note",
  record = newId(),
  sets = {},
  media = [] as string[],
  happened = Date.now(),
}) {
  const command = {
    id: newId(),
    kind,
    record,
    job,
    sets,
    replaces: {},
    capturedAt: happened,
    skew: 0,
    zone: "America/Denver",
    media,
  };
  const { outcomes } = await withMember(shop.account, shop.who, { role: "owner", jobId: null }, (ctx) =>
    applyCommands(ctx, null, [command]),
  );
  expect(outcomes).toMatchObject([{ is: "held" }]);
}
const note = (text: string, media: string[] = []) => write({ sets: { text }, media });

type View = Awaited<ReturnType<typeof history.loader>>;
const address = (of = job) => `/account/evidence/${of}`;
const seen = async (query = "", visitor = shop.visitor) =>
  visit(visitor, history, address() + query, { historyId: job });
const view = async (query = "") => (await seen(query)).shown as unknown as View;
const press = (fields: Record<string, string>, visitor = shop.visitor) =>
  visit(visitor, history, address(), { historyId: job }, fields);
const check = async () =>
  ((await press({ do: "check" })).shown as { found: Awaited<ReturnType<typeof checkStored>> }).found;

async function photo(): Promise<{ sha256: string; file: string }> {
  const bytes = randomBytes(300);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { sha256, file: path.join(folder, await saveOriginal(shop.account, sha256, bytes)) };
}

describe("a job's history", () => {
  it("says where it stands, and shows what devices wrote, by its name and in words", async () => {
    await note("Flashing done");
    const shown = await view();
    expect(shown).toMatchObject({
      name: "14 Elm Street",
      number: 2,
      sealedTo: 0,
      older: null,
      isNewest: true,
      mayWrite: true,
    });
    expect(
      shown.entries.map(({ number, kind, by, lines }) => [
        number,
        kind,
        by,
        lines.map(({ name, value }) => `${name}: ${value}`),
      ]),
    ).toEqual([
      [2, "Note", "owner@evidence.test", [": Flashing done"]],
      [1, "Job", "owner@evidence.test", ["name: 14 Elm Street", "status: active", "contract: 12,500.50"]],
    ]);
  });

  it("is turned page by page, whole", async () => {
    for (let at = 0; at < 60; at++) await note(`Note ${at}`);
    const first = await view();
    expect([first.entries.length, first.older]).toEqual([50, 12]);
    const second = await view(`?before=${first.older}`);
    expect([second.entries.map(({ number }) => number), second.older, second.isNewest]).toEqual([
      Array.from({ length: 11 }, (_, at) => 11 - at),
      null,
      false,
    ]);
    for (const odd of ["?before=0", "?before=-1", "?before=x", "?before=1e300"])
      expect((await seen(odd)).status, odd).toBe(200);
  });

  it("is sealed once with words, and its hash leaves by mail to the owners", async () => {
    await note("Roof closed");
    expect(await press({ do: "seal", words: "Final walk done" })).toMatchObject({
      status: 303,
      location: `${address()}?notice=sealed`,
    });
    const { seals, sealedTo, number, entries } = await view();
    expect([sealedTo, number, entries.every(({ isSealed }) => isSealed)]).toEqual([3, 3, true]);
    expect(seals).toMatchObject([{ number: 3, words: "Final walk done", by: "owner@evidence.test" }]);
    const mail = (await mailsTo("owner@evidence.test")).at(-1)!;
    expect(mail.subject).toBe("Locked: the history of 14 Elm Street, entries 1 to 3");
    for (const part of [seals[0]!.hash, seals[0]!.key, "Final walk done", `/account/evidence/${job}`])
      expect(mail.text).toContain(part);
    // A repeat without anything new is refused with a message, and no second email goes out.
    const mails = (await mailsTo("owner@evidence.test")).length;
    expect(await press({ do: "seal" })).toMatchObject({
      status: 409,
      shown: { message: "Nothing new since it was last locked." },
    });
    expect((await mailsTo("owner@evidence.test")).length).toBe(mails);
  });

  it("says what came late", async () => {
    await press({ do: "seal" });
    await write({ sets: { text: "Forgot: rain at noon" }, happened: Date.now() - 86_400_000 });
    expect((await view()).entries[0]!.marks).toEqual(["Late: added after the lock, for an earlier time"]);
    expect((await check()).late).toBe(1);
  });

  it("is corrected beside what was said; sent twice, it is said once", async () => {
    await note("12 bundles");
    for (const _ of [1, 2])
      expect(await press({ do: "correct", entry: "2", text: "10 bundles" })).toMatchObject({
        status: 303,
        location: `${address()}?notice=corrected#entries`,
      });
    const { entries } = await view();
    expect(entries.map(({ number, kind, marks }) => [number, kind, marks])).toEqual([
      [3, "Correction", ["Corrects entry 2"]],
      [2, "Note", ["Corrected by entry 3"]],
      [1, "Job", []],
    ]);
    expect(await press({ do: "correct", entry: "2", text: " " })).toMatchObject({
      status: 422,
      shown: { errors: { text: "Enter the correction." } },
    });
    expect((await press({ do: "correct", entry: "99", text: "x" })).status).toBe(404);
    await press({ do: "seal" });
    const sealed = (await view()).number;
    expect((await press({ do: "correct", entry: String(sealed), text: "x" })).status).toBe(409);
  });

  it("is checked where it is kept: photos are read again, and what has not arrived is said", async () => {
    const { sha256 } = await photo();
    await note("Two photos, one on its way", [sha256, "b".repeat(64)]);
    await press({ do: "seal" });
    expect(await check()).toEqual({
      problems: [],
      entries: 3,
      seals: 1,
      late: 0,
      photos: 1,
      unread: 0,
      absent: 1,
    });
    const stored = await withAccount(shop.account, (ctx) => readStored(ctx, job));
    const more = await photo();
    await note("Another", [more.sha256]);
    expect(await checkStored(stored, undefined, 0)).toMatchObject({ photos: 1, unread: 0 });
    const both = await withAccount(shop.account, (ctx) => readStored(ctx, job));
    expect(await checkStored(both, undefined, 300)).toMatchObject({ photos: 1, unread: 1, problems: [] });
  });

  it("that somebody with the database changed is found, and where", async () => {
    const [changed, gone] = [await photo(), await photo()];
    for (const text of ["One", "Two", "Three", "Four"])
      await note(text, text === "Two" ? [changed.sha256] : text === "Three" ? [gone.sha256] : []);
    await press({ do: "seal" });
    await note("Five");
    expect((await check()).problems).toEqual([]);
    const damage = async (work: string, values: unknown[] = []) => {
      await owner.query("alter table evidence_entries disable trigger evidence_keep");
      await owner.query("alter table evidence_seals disable trigger evidence_keep");
      await owner.query("begin");
      await owner.query(work, [job, ...values]);
      await owner.query("commit");
      const { problems } = await check();
      await owner.query("alter table evidence_entries enable trigger evidence_keep");
      await owner.query("alter table evidence_seals enable trigger evidence_keep");
      return problems;
    };
    expect(
      await damage(
        `update evidence_entries set payload = jsonb_set(payload, '{sets,text}', '"Won"') where job_id = $1 and number = 4`,
      ),
    ).toEqual([{ entry: 4, words: "Entry 4: its text was changed." }]);
    expect((await damage("delete from evidence_entries where job_id = $1 and number = 7")).at(-1)).toEqual({
      entry: 7,
      words: "Entry 7 is missing.",
    });
    expect(
      (await damage("delete from evidence_seals where job_id = $1")).map(({ words }) => words),
    ).toContain("The lock in entry 6 is missing.");
    await writeFile(changed.file, "another photo");
    await writeFile(gone.file, "");
    const problems = await check();
    expect(
      problems.problems.filter(({ words }) => words.startsWith("Photo")).map(({ entry }) => entry),
    ).toEqual([3, 4]);
    expect(problems.photos).toBe(0);
  });

  it("is downloaded on paper", async () => {
    await note("On paper");
    const answer = await certification.loader({
      request: shop.visitor.request(`${address()}/certification.pdf`),
      params: { historyId: job },
    } as never);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "application/pdf",
      "no-store",
    ]);
    expect(answer.headers.get("content-disposition")).toContain("history of 14 Elm Street");
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });

  it("is nobody else's, and nothing is where nothing happened", async () => {
    const other = await business("other@evidence.test");
    const deeds: Record<string, string>[] = [
      { do: "seal" },
      { do: "check" },
      { do: "correct", entry: "1", text: "x" },
    ];
    for (const fields of deeds) expect((await press(fields, other.visitor)).status, fields["do"]).toBe(404);
    expect((await seen("", other.visitor)).status).toBe(404);
    const { rows } = await owner.query("select 1 from evidence_heads where account_id = $1", [other.account]);
    expect(rows).toEqual([]);
    for (const odd of [newId(), "x", `${job}.zip`, "../../etc"])
      expect((await visit(shop.visitor, history, address(odd), { historyId: odd })).status, odd).toBe(404);
    expect(await press({ do: "dance" })).toMatchObject({
      status: 422,
      shown: { message: "Choose what to do." },
    });
  });
});
