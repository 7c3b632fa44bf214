import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { measure, safeName, streamLargeZip, streamZip, writeZip } from "./zip.server.ts";

const AT = Temporal.Instant.from("2026-11-20T09:00:00Z");
let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), "plumbline-zip-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const target = () => path.join(folder, "out.zip");

describe("an archive", () => {
  it("returns what was added, whatever the chunks", async () => {
    const text = "ü – ".repeat(200_000);
    const picture = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 251));
    const bytes = await writeZip(target(), AT, async (zip) => {
      await zip.add("a/words.txt", [text.slice(0, 10), text.slice(10)]);
      await zip.add("ü/picture.bin", [picture.subarray(0, 65_537), picture.subarray(65_537)], {
        packed: true,
      });
      await zip.add("empty.txt", []);
      expect(zip.bytes).toBeGreaterThan(200_000);
    });
    expect(statSync(target()).size).toBe(bytes);
    const files = unzipSync(readFileSync(target()));
    expect(Object.keys(files)).toEqual(["a/words.txt", "ü/picture.bin", "empty.txt"]);
    expect(Buffer.from(files["a/words.txt"]!).toString()).toBe(text);
    expect(Buffer.from(files["ü/picture.bin"]!).equals(picture)).toBe(true);
    expect(files["empty.txt"]).toHaveLength(0);
  });

  it("that is sent while it is made has every file, byte for byte, and one that breaks off is no archive", async () => {
    const picture = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7919) % 251));
    async function* files() {
      yield { name: "2026-11-20 001 Tub.jpg", bytes: picture };
      yield { name: "2026-11-20 002 Ü.jpg", bytes: new Uint8Array() };
    }
    const parts: Uint8Array[] = [];
    for await (const part of streamZip(AT, files())) parts.push(part);
    const read = unzipSync(new Uint8Array(Buffer.concat(parts)));
    expect(Object.keys(read)).toEqual(["2026-11-20 001 Tub.jpg", "2026-11-20 002 Ü.jpg"]);
    expect(Buffer.from(read["2026-11-20 001 Tub.jpg"]!).equals(picture)).toBe(true);
    expect(() => unzipSync(new Uint8Array(Buffer.concat(parts.slice(0, -1))))).toThrow();
  });

  it("of files of any size has one piece of them in memory, and ends where one changed meanwhile", async () => {
    const piece = new Uint8Array(65_536).fill(7);
    let open = 0;
    let most = 0;
    async function* read(pieces: number): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < pieces; at++) {
        most = Math.max(most, ++open);
        yield piece;
        open--;
      }
    }
    async function* files(sent: number) {
      for (const name of ["large.pdf", "other.pdf"])
        yield { name, ...(await measure(read(40))), open: () => Promise.resolve(read(sent)) };
    }
    const parts: Uint8Array[] = [];
    for await (const part of streamLargeZip(AT, files(40))) parts.push(part);
    expect(most).toBe(1);
    const unzipped = unzipSync(new Uint8Array(Buffer.concat(parts)));
    expect(Object.entries(unzipped).map(([name, bytes]) => [name, bytes.length, bytes[9]])).toEqual([
      ["large.pdf", 40 * 65_536, 7],
      ["other.pdf", 40 * 65_536, 7],
    ]);
    await expect(Array.fromAsync(streamLargeZip(AT, files(39)))).rejects.toThrow("large.pdf changed");
  });

  it.runIf(existsSync("/usr/bin/python3"))("is read by another program without complaint", async () => {
    await writeZip(target(), AT, (zip) => zip.add("businesses/Müller & Söhne/leads.json", ["[]\n"]));
    const script =
      "import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.namelist()[0], z.infolist()[0].date_time[0])";
    expect(
      execFileSync("python3", ["-c", script, target()], { env: { ...process.env, PYTHONIOENCODING: "utf8" } })
        .toString()
        .trim(),
    ).toBe("businesses/Müller & Söhne/leads.json 2026");
  });

  it("waits for each chunk to be written: 300 MB pass through in little memory", async () => {
    const piece = Buffer.alloc(1_000_000, "0123456789abcdef");
    async function* many() {
      for (let count = 0; count < 300; count++) yield piece;
    }
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    await writeZip(target(), AT, (zip) => zip.add("many.bin", many(), { packed: true }));
    clearInterval(timer);
    expect(statSync(target()).size).toBeGreaterThan(300_000_000);
    expect(peak - before).toBeLessThan(150_000_000);
  });

  it("passes on its source's errors, and never overwrites a file", async () => {
    async function* broken() {
      yield "a";
      throw new Error("the source broke");
    }
    await expect(writeZip(target(), AT, (zip) => zip.add("a", broken()))).rejects.toThrow("the source broke");
    await expect(writeZip(target(), AT, () => Promise.resolve())).rejects.toMatchObject({ code: "EEXIST" });
  });
});

describe("a name in an archive", () => {
  it.each([
    ["Larkspur Deck & Porch", "Larkspur Deck & Porch"],
    ["../../etc/passwd", "etc passwd"],
    ["a/b\\c:d", "a b c d"],
    ["...", "x"],
    ["con", "x"],
    ["", "x"],
    ["tail. . ", "tail"],
    ["\u202Egpj.exe", "gpj.exe"],
  ])("of %j is %j", (name, expected) => expect(safeName(name, "x")).toBe(expected));

  it("never leaves its folder and is never empty", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" })), (name) => {
        const safe = safeName(name, "x");
        // oxlint-disable-next-line no-control-regex -- the very characters that must not be there
        expect(safe).toMatch(/^[^./\\\u0000-\u001f][^/\\\u0000-\u001f]*$/u);
        expect(safe).not.toMatch(/[.\s]$/);
        expect(path.posix.normalize(`a/${safe}`)).toBe(`a/${safe}`);
      }),
    );
  });
});
