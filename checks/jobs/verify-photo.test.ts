import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as api from "#faces/site/verify/api.ts";
import type { Answer } from "#faces/site/verify/answers.ts";
import * as page from "#faces/site/verify/verify.tsx";
import { visit } from "#faces/site/testing/visit.ts";
import { append } from "#ground/evidence/public.server.ts";
import { ensureSealingKey } from "#ground/evidence/seal/keys.server.ts";
import { openAccount, sealedJob } from "#ground/evidence/testing/sealed-job.ts";
import { closePage, openPage } from "#trade/leads/page/pages.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createDiskStore } from "#platform/files/disk.server.ts";

// What a stranger learns of a photo by its hash.

let test: TestDatabase;
const [shop, other] = [newId(), newId()];
let photos: string[];

beforeAll(async () => {
  test = await createTestInstallation(testClock("2026-11-20T09:00:00Z"));
  useInstallation({
    ...installation(),
    files: createDiskStore(mkdtempSync(path.join(tmpdir(), "plumbline-verify-"))),
  });
  await ensureSealingKey();
  for (const account of [shop, other]) await openAccount(test.owner, account);
  photos = await recorded(shop, { notes: 8, photos: 8, sealedTo: 6 });
});
afterAll(() => test.drop());

async function recorded(account: string, options: Parameters<typeof sealedJob>[1]): Promise<string[]> {
  const made = await sealedJob(account, options);
  const hashes = made.photos.map(({ sha256 }) => sha256);
  await link(account, made.job, hashes);
  return hashes;
}

const link = (account: string, job: string, hashes: readonly string[]) =>
  withAccount(account, async ({ db }) => {
    for (const sha256 of hashes)
      await db.execute(
        sql`insert into media_jobs (account_id, job_id, sha256) values (${account}, ${job}, ${sha256})`,
      );
  });

async function ask(...hashes: string[]): Promise<Answer[]> {
  const query = new URLSearchParams(hashes.map((sha256) => ["sha256", sha256]));
  const answer = await visit(`/api/verify?${query}`, api);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return (JSON.parse(answer.body) as { answers: Answer[] }).answers;
}
const factsOf = (answer: Answer | undefined) => Object.fromEntries(answer!.records[0]!);

describe("GET /api/verify", () => {
  it("says that a photo is the original, when it arrived, and that it is locked", async () => {
    const [answer] = await ask(photos[0]!);
    expect(answer).toMatchObject({ kind: "original", sha256: photos[0] });
    expect(factsOf(answer)).toMatchObject({
      "File reached us": expect.stringContaining("November 20, 2026 at 9:00:"),
      "In the job’s history": expect.stringMatching(/^Entry 1, written November 20, 2026/),
      Locked: expect.stringMatching(/^Yes, .* up to entry 7, signed with the key [0-9a-f]{64}$/),
    });
  });

  it("says of a photo after the lock that it isn’t locked yet", async () => {
    expect(factsOf((await ask(photos[7]!))[0])["Locked"]).toMatch(/^Not yet/);
  });

  it("knows nothing of other files, nor of one that is on no job", async () => {
    const stray = "5".repeat(64);
    await withAccount(shop, ({ db, now }) =>
      db.execute(sql`insert into media_originals (account_id, sha256, file, bytes, kind, received_at, state)
        values (${shop}, ${stray}, 'x', 1, 'jpeg', ${now.toString()}, 'waiting')`),
    );
    const answers = await ask("0".repeat(64), stray, photos[1]!);
    expect(answers.map(({ kind }) => kind)).toEqual(["unknown", "unknown", "original"]);
  });

  it("names the business only while it has an open page", async () => {
    const name = async () => factsOf((await ask(photos[0]!))[0])["Recorded by"];
    expect(await name()).toBe("A business on this site");
    const { id } = await withAccount(shop, (ctx) =>
      openPage(ctx, "North Fork Decks", { magnetId: newId(), title: "Decks", file: "x" } as never),
    );
    expect(await name()).toBe("North Fork Decks");
    await withAccount(shop, (ctx) => closePage(ctx, id));
    expect(await name()).toBe("A business on this site");
  });

  it("tells nothing about job, client, place, or people", async () => {
    const { body } = await visit(`/api/verify?sha256=${photos[0]}`, api);
    for (const word of ["flashing", "Elm", "north", "North Fork", shop]) expect(body).not.toContain(word);
  });

  it("lists everybody who recorded the same file, the first in front", async () => {
    const job = newId();
    const [mine] = await recorded(other, { notes: 1, photos: 1, sealedTo: 9 });
    await withAccount(shop, ({ db, now }) =>
      db.execute(sql`insert into media_originals (account_id, sha256, file, bytes, kind, received_at, state)
        values (${shop}, ${mine}, 'x', 1, 'jpeg', ${now.subtract({ hours: 3 }).toString()}, 'waiting')`),
    );
    expect((await ask(mine!))[0]!.records).toHaveLength(1);
    await withAccount(shop, async (ctx) => {
      await append(ctx, { job, kind: "jobs.note", payload: {}, media: [mine!] });
    });
    await link(shop, job, [mine!]);
    const [answer] = await ask(mine!);
    expect(answer!.records.map((facts) => Object.fromEntries(facts)["File reached us"])).toEqual([
      expect.stringContaining("at 6:00:"),
      expect.stringContaining("at 9:00:"),
    ]);
  });

  it("leaves out what is no hash, and all after the twentieth", async () => {
    const many = Array.from({ length: 25 }, (_, at) => at.toString(16).padStart(64, "0"));
    expect(await ask("x", "", "%00", "'; drop table", ...many)).toHaveLength(20);
  });

  it("refuses the 61st request of an address in ten minutes", async () => {
    const from = { address: "203.0.113.7" };
    const path = `/api/verify?sha256=${photos[0]}`;
    for (let at = 0; at < 60; at++) expect((await visit(path, api, {}, from)).status).toBe(200);
    const refused = await visit(path, api, {}, from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const plain = await visit(`/verify?sha256=${photos[0]}`, page, {}, from);
    expect(plain.status).toBe(429);
    expect(plain.body).toContain("checked a lot of files");
    expect((await visit(path, api)).status).toBe(200);
  });
});

describe("GET /verify", () => {
  it("answers a pasted hash without script", async () => {
    const { body } = await visit(
      `/verify?sha256=${encodeURIComponent(` ${photos[0]!.toUpperCase()} a.jpg`)}`,
      page,
    );
    expect(body).toContain("This is the original, byte for byte.");
    expect(body).toContain(photos[0]);
  });

  it("says what is wrong with anything else", async () => {
    for (const typed of ["photo.jpg", "<script>", "a".repeat(65), "é".repeat(300)]) {
      const { status, body } = await visit(`/verify?sha256=${encodeURIComponent(typed)}`, page);
      expect(status).toBe(200);
      expect(body).toContain("That isn’t a SHA-256.");
      expect(body).not.toContain("<script>");
    }
    expect((await visit("/verify", page)).body).not.toContain("That isn’t a SHA-256.");
  });

  it("sends old confirmation links on to their page", async () => {
    const { status, headers } = await visit("/verify?token=a.b%2Bc", page);
    expect([status, headers.get("location")]).toEqual([302, "/verify/address?token=a.b%2Bc"]);
  });
});
