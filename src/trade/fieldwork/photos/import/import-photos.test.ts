import { createHash } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { ODD_PHOTOS } from "#platform/pictures/testing/odd-photos.ts";
import { NotSaved } from "#ground/sync/public.tsx";
import { examine } from "../examine.ts";
import { type Candidate, filesIn, isJunk } from "./files-in.ts";
import { type Copy, describeCopies, type ImportPort, importPhotos, type Imported } from "./import-photos.ts";

const MB = 1024 * 1024;
const AT = Date.parse("2026-11-28T20:00:00Z");
const fileOf = (name: string, bytes: Uint8Array) => new File([Uint8Array.from(bytes)], name);
const photo = await ODD_PHOTOS["a time zone"]();
const turned = await ODD_PHOTOS["no time zone"]();
const other = await ODD_PHOTOS["a progressive JPEG"]();

async function candidates(...files: File[]): Promise<Candidate[]> {
  return Array.fromAsync(filesIn(files, 50 * MB));
}
const seen = async (...files: File[]) =>
  (await candidates(...files)).map((one) => ("why" in one ? `${one.name} ${one.why}` : one.name));

interface Saved {
  readonly name: string;
  readonly sha256: string;
  readonly takenAt: number | null;
}

function deviceWith(
  copies: Readonly<Record<string, readonly Copy[]>> = {},
  fails = () => false,
  failure: Error = new Error("broken"),
) {
  const saved: Saved[] = [];
  const stored = new Set<string>();
  const port: ImportPort = {
    job: "this",
    most: { photo: 50 * MB, video: 500 * MB },
    hash: async (file) =>
      createHash("sha256")
        .update(await file.bytes())
        .digest("hex"),
    copiesOf: (sha256) => copies[sha256] ?? [],
    isStored: (sha256) => Promise.resolve(stored.has(sha256)),
    examine: (file) => examine(file, { zone: "America/Denver", chosenAt: AT, isCamera: false }),
    async save({ file, takenAt }, sha256) {
      if (fails()) throw failure;
      saved.push({ name: file.name, sha256, takenAt });
    },
  };
  const run = async (...files: File[]) =>
    (await Array.fromAsync(importPhotos(filesIn(files, 50 * MB), port))).at(-1)!;
  return { saved, stored, run, port };
}
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("filesIn", () => {
  it("finds photos in folders of a ZIP, and leaves what computers add", async () => {
    const zip = zipSync({
      "kitchen/day 1/a.jpg": photo,
      "b.jpg": other,
      "__MACOSX/kitchen/._a.jpg": strToU8("x"),
      "kitchen/.DS_Store": strToU8("x"),
      "Thumbs.db": strToU8("x"),
      "kitchen/desktop.ini": strToU8("x"),
    });
    expect((await seen(fileOf("job.zip", zip))).toSorted()).toEqual(["b.jpg", "kitchen/day 1/a.jpg"]);
    expect(isJunk("macosx/a.jpg")).toBe(false);
  });

  it("opens a ZIP in a ZIP, but not without end", async () => {
    let zip = zipSync({ "a.jpg": photo });
    for (let deep = 0; deep < 2; deep++) zip = zipSync({ [`in${deep}.zip`]: zip });
    expect(await seen(fileOf("z.zip", zip))).toEqual(["in1.zip/in0.zip/a.jpg"]);
    zip = zipSync({ "in2.zip": zip });
    expect(await seen(fileOf("z.zip", zip))).toEqual([expect.stringContaining("Unpack it, then choose it")]);
  });

  it("refuses a bomb by what it says, and one that lies by what comes out", async () => {
    const bomb = zipSync({ "a.jpg": new Uint8Array(40 * MB), "b.jpg": photo }, { level: 9 });
    expect(await seen(fileOf("bomb.zip", bomb))).toEqual([expect.stringContaining("isn’t a photo"), "b.jpg"]);
    const huge = zipSync({ "a.jpg": new Uint8Array(51 * MB) }, { level: 1 });
    expect(await seen(fileOf("huge.zip", huge))).toEqual([expect.stringContaining("larger than 50 MB")]);
    // The directory says 1,000 bytes.
    const liar = zipSync({ "a.jpg": new Uint8Array(30 * MB) }, { level: 9 });
    const entry = Buffer.from(liar.buffer).lastIndexOf(Buffer.from("504b0102", "hex"));
    new DataView(liar.buffer).setUint32(entry + 24, 1000, true);
    expect(await seen(fileOf("liar.zip", liar))).toEqual([expect.stringContaining("damaged in the ZIP")]);
  });

  it("says so of a ZIP that is cut off, or needs a password", async () => {
    const zip = zipSync({ "a.jpg": photo });
    expect(await seen(fileOf("half.zip", zip.subarray(0, zip.length / 2)))).toEqual([
      expect.stringContaining("damaged ZIP"),
    ]);
    const locked = Uint8Array.from(zip);
    const entry = Buffer.from(locked.buffer).lastIndexOf(Buffer.from("504b0102", "hex"));
    locked[entry + 8]! |= 1;
    expect(await seen(fileOf("locked.zip", locked))).toEqual([expect.stringContaining("needs a password")]);
  });
});

describe("importPhotos", () => {
  it("takes a thousand of a ZIP, each saved before it is counted", async () => {
    const all = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [
        `day/${at}.jpg`,
        Buffer.concat([photo, Buffer.from(String(at))]),
      ]),
    );
    const { saved, port } = deviceWith();
    let last: Imported | undefined;
    for await (const sum of importPhotos(
      filesIn([fileOf("job.zip", zipSync(all, { level: 0 }))], 50 * MB),
      port,
    )) {
      expect(sum.added).toBe(saved.length);
      last = sum;
    }
    expect(last).toMatchObject({ added: 1000, here: [], refused: [] });
    expect(saved[0]!.takenAt).toBe(Date.parse("2026-10-03T13:09:58Z"));
  }, 60_000);

  it("tells what is here already, on another job, or twice, and refuses with a word", async () => {
    const { run, saved } = deviceWith({
      [hashOf(photo)]: [
        { job: "x", jobName: "Elm St", day: "Oct 1" },
        { job: "this", jobName: "Here", day: "Oct 3" },
      ],
      [hashOf(other)]: [{ job: "x", jobName: "Elm St", day: "Oct 1" }],
    });
    const zip = zipSync({ "a.jpg": photo, "b.jpg": other, "c.jpg": other, "notes.txt": strToU8("hi") });
    expect(await run(fileOf("job.zip", zip))).toEqual({
      added: 1,
      here: ["a.jpg: Already on this job, Oct 3", "c.jpg: Twice in this import"],
      elsewhere: ["b.jpg: Also on the job Elm St"],
      refused: [expect.stringMatching(/^notes.txt isn’t a photo or video/)],
      isFull: false,
    });
    expect(saved.map(({ name }) => name)).toEqual(["b.jpg"]);
  });

  it("tells what only the server knows, and takes it", async () => {
    const { run, stored, saved } = deviceWith();
    stored.add(hashOf(photo));
    expect(await run(fileOf("a.jpg", photo))).toMatchObject({
      added: 1,
      elsewhere: ["a.jpg: Also on a job that isn’t on this device"],
    });
    expect(saved).toHaveLength(1);
  });

  it("ends when the device is full, with what was saved before", async () => {
    let tries = 0;
    const { run, saved } = deviceWith({}, () => ++tries > 1, new NotSaved("full"));
    const sum = await run(fileOf("a.jpg", photo), fileOf("b.jpg", other), fileOf("c.jpg", turned));
    expect(sum).toMatchObject({ added: 1, refused: [], isFull: true });
    expect(saved.map(({ name }) => name)).toEqual(["a.jpg"]);
    expect(tries).toBe(2);
  });

  it("goes on after one that couldn’t be saved, which isn’t counted and can come again", async () => {
    let tries = 0;
    const { run, saved } = deviceWith({}, () => ++tries === 1);
    const sum = await run(fileOf("a.jpg", photo), fileOf("b.jpg", other), fileOf("a again.jpg", photo));
    expect(sum).toMatchObject({ added: 2, refused: [expect.stringContaining("couldn’t be saved")] });
    expect(saved.map(({ name }) => name)).toEqual(["b.jpg", "a again.jpg"]);
  });
});

it("names one other job, and counts the rest", () => {
  const copy = (jobName: string) => ({ job: jobName, jobName, day: "Oct 1" });
  expect(describeCopies([], "this")).toBeNull();
  expect(describeCopies([copy("A"), copy("B"), copy("A")], "this")).toBe("Also on the job A and 1 more");
});
