import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createHash, randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { times } from "#platform/testing/long-form.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { append, seal } from "../entries.server.ts";
import { erasePerson } from "../erase.server.ts";
import { intactMessage } from "./findings.ts";
import { ensureSealingKey, rotateKey } from "../seal/keys.server.ts";
import { readMe } from "../export/readme-text.ts";
import { FILES } from "../rules.ts";
import {
  checkFiles,
  checkZip,
  exportedFiles,
  exportedZip,
  openAccount,
  sealedJob,
} from "../testing/sealed-job.ts";

type Files = Map<string, Uint8Array<ArrayBuffer>>;

const clock = testClock("2026-11-20T17:00:00Z");
const account = randomUUID();
let test: TestDatabase;
let good: Files;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  await ensureSealingKey();
  await openAccount(test.owner, account);
  const { job } = await sealedJob(account);
  good = await exportedFiles(account, job);
});
afterAll(async () => {
  await closeRenderers();
  await test.drop();
});

const copy = (): Files => new Map(good);
const linesOf = (files: Files) => new TextDecoder().decode(files.get(FILES.history)).trimEnd().split("\n");
const withLines = (lines: string[]): Files =>
  copy().set(FILES.history, new TextEncoder().encode(`${lines.join("\n")}\n`));
const words = async (files: Files) => (await checkFiles(files)).problems.map((problem) => problem.words);

describe("a copy of a history", () => {
  it("verifies as sealed", async () => {
    const checked = await checkFiles(good);
    expect(checked.problems).toEqual([]);
    expect(intactMessage(checked)).toBe("All 9 entries and 3 photos match what was recorded.");
    expect(checked).toMatchObject({ entries: 9, photos: 3, seals: 1, sealedTo: 7 });
    expect([...good.keys()].sort()).toEqual(
      [...Object.values(FILES), ...[...good.keys()].filter((name) => name.startsWith("media/"))].sort(),
    );
  });

  it("reports any changed byte and where it is", async () => {
    const paths = [...good.keys()];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(paths.length - 1),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (at, where, change) => {
          const file = paths[at]!;
          const bytes = Uint8Array.from(good.get(file)!);
          const place = where % bytes.length;
          bytes[place] = bytes[place]! ^ change;
          const { problems } = await checkFiles(copy().set(file, bytes));
          expect(problems.map((problem) => problem.file)).toContain(file);
          if (file === FILES.history) {
            const line = bytes.subarray(0, place).reduce((sum, byte) => sum + (byte === 10 ? 1 : 0), 1);
            // A changed line end makes one line of two.
            expect(
              problems.some((problem) => problem.entry === line && problem.file === file) ||
                good.get(file)![place] === 10,
            ).toBe(true);
          }
        },
      ),
      { numRuns: times(1_000, 200) },
    );
  }, 60_000);

  it("reports bytes inserted, removed and cut off", async () => {
    const paths = [...good.keys()];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(paths.length - 1),
        fc.nat(),
        fc.uint8Array({ minLength: 1, maxLength: 5 }),
        fc.constantFrom("in", "out", "off"),
        async (at, where, some, how) => {
          const file = paths[at]!;
          const bytes = good.get(file)!;
          const place = where % bytes.length;
          const rest =
            how === "in"
              ? [...some, ...bytes.subarray(place)]
              : how === "out"
                ? [...bytes.subarray(place + 1)]
                : [];
          const altered = Uint8Array.from([...bytes.subarray(0, place), ...rest]);
          fc.pre(Buffer.compare(altered, bytes) !== 0);
          const { problems } = await checkFiles(copy().set(file, altered));
          expect(problems.map((problem) => problem.file)).toContain(file);
        },
      ),
      { numRuns: times(500, 150) },
    );
  }, 60_000);

  it("reports any entry removed, inserted, duplicated or moved", async () => {
    const lines = linesOf(good);
    for (let at = 0; at < lines.length; at++) {
      expect(await words(withLines(lines.toSpliced(at, 1)))).toContain(`Entry ${at + 1} is missing.`);
      expect(await words(withLines(lines.toSpliced(at, 0, lines[at]!)))).toContain(
        `Entry ${at + 1} appears twice.`,
      );
    }
    for (let at = 1; at < lines.length; at++) {
      const swapped = lines.with(at - 1, lines[at]!).with(at, lines[at - 1]!);
      expect(await words(withLines(swapped))).toContain(`Entry ${at} is in the wrong place.`);
    }
    expect(await words(withLines(lines.slice(0, 4)))).toContain("Entries 5 to 9 are missing.");
    expect(await words(copy().set(FILES.history, new Uint8Array()))).toContain("Entries 1 to 9 are missing.");
  });

  it("names the entry whose text or times changed, and the photo", async () => {
    const lines = linesOf(good);
    const text = lines.with(4, lines[4]!.replace("12 ft", "21 ft"));
    expect(await words(withLines(text))).toEqual(["Entry 5: its text was changed."]);
    const time = lines.with(4, lines[4]!.replace('"occurredAt":"2026-11-20', '"occurredAt":"2026-11-19'));
    expect(await words(withLines(time))).toEqual([
      "Entry 5: its times, kind, author, photos, or hash were changed.",
    ]);
    const spaced = lines.with(4, lines[4]!.replace('"count":4', '"count": 4'));
    expect(await words(withLines(spaced))).toEqual(["Entry 5: its line was changed and can’t be read."]);
    const photo = [...good.keys()].find((name) => name.startsWith("media/"))!;
    const bytes = Uint8Array.from(good.get(photo)!);
    bytes[7]! ^= 1;
    expect(await words(copy().set(photo, bytes))).toEqual([`Photo ${photo.slice(6, 14)}… was changed.`]);
    const without = copy();
    without.delete(photo);
    expect(await words(without)).toEqual([
      expect.stringMatching(/^Photo [0-9a-f]{8}… of entry \d is missing\.$/),
    ]);
    expect(await words(copy().set("extra.txt", new Uint8Array([1])))).toEqual([
      "extra.txt isn’t part of this export.",
    ]);
  });

  it("detects a rewritten history with good hashes, by its links, its seals and the copy's own signature", async () => {
    const other = await exportedFiles(account, (await sealedJob(account)).job);
    // Files of another job, signed by the same installation: each is valid, but they don't belong together.
    for (const file of [FILES.history, FILES.seals, FILES.manifest])
      expect((await words(copy().set(file, other.get(file)!))).length, file).toBeGreaterThan(0);
    for (const file of Object.values(FILES)) {
      const without = copy();
      without.delete(file);
      expect(
        (await checkFiles(without)).problems.map((problem) => problem.file),
        file,
      ).toContain(file);
    }
  });

  it("doesn't accept a foreign key as ours", async () => {
    const seals = JSON.parse(new TextDecoder().decode(good.get(FILES.seals))) as {
      keys: { id: string; publicKey: string }[];
    };
    clock.advance({ minutes: 1 });
    await rotateKey();
    const later = await exportedFiles(account, (await sealedJob(account)).job);
    const theirs = JSON.parse(new TextDecoder().decode(later.get(FILES.seals))) as typeof seals;
    const swapped = new TextDecoder()
      .decode(good.get(FILES.seals))
      .replace(seals.keys[0]!.publicKey, theirs.keys.at(-1)!.publicKey);
    expect(await words(copy().set(FILES.seals, new TextEncoder().encode(swapped)))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^The key .* was changed\.$/),
        expect.stringMatching(/^The lock up to entry 7 was changed/),
      ]),
    );
    expect((await checkFiles(later)).problems).toEqual([]);
  });

  it("reports what was erased and retained, what came late, and what had not arrived", async () => {
    const person = randomUUID();
    const { job, photos } = await sealedJob(account, { notes: 3, photos: 2, sealedTo: 2, about: [person] });
    await withAccount(account, (ctx) =>
      append(ctx, { job, kind: "jobs.note", payload: { text: "on its way" }, media: ["ab".repeat(32)] }),
    );
    clock.advance({ hours: 2 });
    await withAccount(account, (ctx) =>
      append(ctx, {
        job,
        kind: "jobs.note",
        payload: { text: "late" },
        occurredAt: ctx.now.subtract({ hours: 5 }),
      }),
    );
    await withAccount(account, (ctx) =>
      erasePerson(ctx, {
        person,
        rule: "Deleted at the person’s request",
        media: (entries) => entries.flatMap(({ media }) => media),
      }),
    );
    await withAccount(account, (ctx) => seal(ctx, job));
    const checked = await checkFiles(await exportedFiles(account, job));
    expect(checked.problems).toEqual([]);
    expect(checked).toMatchObject({
      photos: 0,
      late: [6],
      absent: ["ab".repeat(32)],
      erased: [{ entries: [1, 2, 4], rule: "Deleted at the person’s request" }],
    });
    expect(checked.erased[0]!.media).toEqual(photos.map(({ sha256 }) => sha256));
  });

  describe("inside its ZIP", () => {
    let zip: Uint8Array<ArrayBuffer>;
    let whole: Map<string, string>;
    beforeAll(async () => {
      zip = await exportedZip(account, (await sealedJob(account, { notes: 3, photos: 1, sealedTo: 2 })).job);
      ({ files: whole } = await checkZip(zip));
    });
    const reportOn = async (bytes: Uint8Array<ArrayBuffer>) => {
      const found = await checkZip(bytes).catch(() => null);
      if (found === null) return { is: "unreadable" } as const;
      const { problems, container } = found.checked;
      // A result without problems must mean that the files are identical.
      if (problems.length === 0) expect(found.files).toEqual(whole);
      return problems.length > 0
        ? ({ is: "file", problems } as const)
        : ({ is: container.length > 0 ? "zip" : "good", container } as const);
    };

    it("verifies as written", async () => {
      expect((await checkZip(zip)).checked).toMatchObject({
        problems: [],
        container: [],
        entries: 4,
        photos: 1,
      });
    });

    it("reports every changed byte anywhere in the ZIP", async () => {
      const counts = { unreadable: 0, file: 0, zip: 0 };
      for (let at = 0; at < zip.length; at++) {
        const altered = Uint8Array.from(zip);
        altered[at]! ^= 1 << (at % 8);
        const { is } = await reportOn(altered);
        expect(is, `byte ${at}`).not.toBe("good");
        counts[is as keyof typeof counts]++;
      }
      // All three outcomes must occur, or this test proves nothing.
      expect(Math.min(...Object.values(counts))).toBeGreaterThan(20);
    }, 120_000);

    it("reports bytes inserted and removed before, between and after files", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.nat(zip.length),
          fc.uint8Array({ maxLength: 40 }),
          fc.nat({ max: 3 }),
          async (at, some, less) => {
            const altered = Uint8Array.from([...zip.subarray(0, at), ...some, ...zip.subarray(at + less)]);
            fc.pre(Buffer.compare(altered, zip) !== 0);
            expect((await reportOn(altered)).is).not.toBe("good");
          },
        ),
        { numRuns: times(500, 150) },
      );
    }, 60_000);

    it("says where in the ZIP, and tells a repacked ZIP from altered files", async () => {
      const view = new DataView(zip.buffer);
      const end = zip.length - 22;
      const comment = Uint8Array.from([...zip, 65]);
      comment[end + 20] = 1;
      expect(await reportOn(comment)).toMatchObject({
        is: "zip",
        container: [{ words: `The directory of the ZIP was changed, at byte ${end + 20} of the ZIP.` }],
      });
      const time = Uint8Array.from(zip);
      time[10]! ^= 1;
      expect(await reportOn(time)).toMatchObject({
        is: "zip",
        container: [
          {
            file: FILES.verifier,
            words: "The ZIP header of verify.html was changed, at byte 10 of the ZIP.",
          },
        ],
      });
      expect(
        await reportOn(
          Uint8Array.from([
            ...zip.subarray(0, view.getUint32(end + 16, true)),
            0,
            ...zip.subarray(view.getUint32(end + 16, true)),
          ]),
        ),
      ).toMatchObject({
        is: "unreadable",
      });
      const again = zipSync(
        Object.fromEntries(
          [...whole].map(([name, base64]) => [name, Uint8Array.from(Buffer.from(base64, "base64"))]),
        ),
      );
      const { checked } = await checkZip(Uint8Array.from(again));
      expect(checked.container).toEqual([
        expect.objectContaining({ words: expect.stringMatching(/^The ZIP was repacked/) as string }),
      ]);
      expect(intactMessage(checked)).toBe(
        "The ZIP was altered, but nothing in it was: all 4 entries and 1 photo match what was recorded.",
      );
    });
  });

  const hasJq = spawnSync("jq", ["--version"]).status === 0;
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  /** Formats JSON as `jq -cjS` does. */
  const sorted = (value: unknown): string =>
    JSON.stringify(value, (_name, one: unknown) =>
      one !== null && typeof one === "object" && !Array.isArray(one)
        ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : one,
    );

  it("can be checked by hand with standard tools", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "evidence-by-hand-"));
    try {
      mkdirSync(path.join(folder, "media"));
      for (const [name, bytes] of good) writeFileSync(path.join(folder, name), bytes);
      const run = (script: string) => execFileSync("sh", ["-c", script], { cwd: folder, encoding: "utf8" });
      expect(run("sha256sum -c SHA256SUMS").match(/: OK$/gm)).toHaveLength(good.size - 2);
      const entry = JSON.parse(linesOf(good)[4]!) as {
        hash: string;
        payloadHash: string;
        payload: unknown;
        salt: string;
      };
      // The read-me's commands, for machines without jq: sorted fields, no blanks, no line end.
      const { hash, payload, salt, ...rest } = entry;
      expect(sha256(sorted({ payload, salt }))).toBe(entry.payloadHash);
      expect(sha256(sorted(rest))).toBe(hash);
      if (!hasJq) return;
      const lines = readMe(5, "https://plumb.example").match(/sed .* sha256sum/g)!;
      expect(lines.map((line) => run(line).slice(0, 64))).toEqual([entry.payloadHash, hash]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
