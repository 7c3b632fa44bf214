import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createPool } from "./pool.server.ts";
import { closeRenderers, renderPdf, renderSvg } from "./render.server.ts";

const createdAt = Temporal.Instant.from("2026-11-20T09:00:00Z");
const letter = (lines: string[], title = "A letter") => ({
  template: "platform/pdf/fixtures/letter.typ",
  data: { title, lines },
  createdAt,
});
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

afterAll(closeRenderers);

describe("renderPdf", () => {
  test("makes a tagged PDF/UA-1 file with embedded fonts", async () => {
    const file = latin1(await renderPdf(letter(["Hello"])));
    expect(file.startsWith("%PDF-1.7")).toBe(true);
    expect(file).toContain("pdfuaid:part");
    expect(file).toContain("/StructTreeRoot");
    expect(file).toContain("PublicSans-Regular");
  });

  test("gives the same bytes for the same request, also from another renderer", async () => {
    const first = await renderPdf(letter(["Same", "bytes"]));
    await closeRenderers();
    expect(Buffer.compare(first, await renderPdf(letter(["Same", "bytes"])))).toBe(0);
  });

  test("treats markup, emoji, other scripts and broken strings as text", async () => {
    const odd = [
      "#panic()",
      "$x$ *b* _i_ `c` <l> @r \\ // /* [ ]",
      "屋根 지붕 עברית العربية ไทย हिन्दी 👷🏽‍♀️ ★",
      "\ud800 lone",
      "a\u0000b",
      // In one of our faces, but not the one in use.
      "\u2190 \u2320 \u221f \u{1f12f} \u27e8",
      "\u{12000} \u{0F40} \u{10FFFF}",
      "x\u0301\u0302\u0F71",
    ];
    for (const line of odd)
      await expect(renderPdf(letter([line], line)), line).resolves.toBeInstanceOf(Uint8Array);
  });

  test("shows pictures from bytes and from a path, and requires their description", async () => {
    const picture = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const folder = await mkdtemp(path.join(tmpdir(), "pdf-"));
    await writeFile(path.join(folder, "a.png"), picture);
    for (const file of [picture, { path: path.join(folder, "a.png") }]) {
      const request = { ...letter(["x"]), files: { "one.png": file } };
      const data = { ...request.data, picture: "one.png", alt: "A red dot" };
      await expect(renderPdf({ ...request, data })).resolves.toBeInstanceOf(Uint8Array);
      await expect(renderPdf({ ...request, data: { ...data, alt: null } })).rejects.toThrow(/alt/);
    }
    await expect(
      renderPdf({ ...letter(["x"]), data: { title: "x", lines: [], picture: "one.png", alt: "gone" } }),
    ).rejects.toThrow(/not found/);
  });

  test("refuses templates and files outside its folder", () => {
    expect(() => renderPdf({ ...letter([]), template: "../secret.typ" })).toThrow();
    expect(() => renderPdf({ ...letter([]), files: { "../x": new Uint8Array() } })).toThrow();
  });

  test("names the template if it is wrong", async () => {
    await expect(renderPdf({ ...letter([]), data: {} })).rejects.toThrow(/letter\.typ/);
  });
});

test("renderSvg draws letters as outlines", async () => {
  const svg = await renderSvg(letter(["Hello"]));
  expect(svg).toMatch(/^<svg/);
  expect(svg).not.toContain("<text");
});

describe("the pool", () => {
  const options = {
    script: path.resolve("src/platform/pdf/worker.ts"),
    env: {},
    size: 1,
    queueLimit: 2,
    timeLimit: 20_000,
    idleLimit: 20_000,
  };
  const task = (template: string, data: unknown) => ({
    output: "pdf" as const,
    template,
    json: JSON.stringify(data),
    createdAt: 0,
    files: [],
  });
  const quick = () => task("platform/pdf/fixtures/letter.typ", { title: "Quick", lines: [] });
  const slow = () => task("platform/pdf/fixtures/slow.typ", { salt: 0 });
  const until = async (ready: () => boolean) => {
    while (!ready()) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  test("refuses work beyond the queue's limit, and completes the rest", async () => {
    const pool = createPool(options);
    const results = await Promise.allSettled(
      [quick(), quick(), quick(), quick()].map((each) => pool.run(each)),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
    expect((results[3] as PromiseRejectedResult).reason).toMatchObject({
      code: "unavailable",
      retryAfter: 5,
    });
    await pool.close();
    expect(pool.pids()).toEqual([]);
  });

  test("renders pictures before waiting documents, and reserves room for them", async () => {
    const pool = createPool(options);
    const done: string[] = [];
    const all = [
      quick(),
      quick(),
      quick(),
      { ...quick(), output: "svg" as const },
      { ...quick(), output: "svg" as const },
    ].map((each, at) => pool.run(each).then(() => done.push(`${each.output}${at}`)));
    await Promise.all(all);
    expect(done).toEqual(["pdf0", "svg3", "svg4", "pdf1", "pdf2"]);
    await pool.close();
  });

  test("starts one renderer ahead of its work, and ends it if none comes", async () => {
    const pool = createPool({ ...options, size: 2, idleLimit: 300 });
    pool.prepare();
    pool.prepare();
    expect(pool.pids()).toHaveLength(1);
    const [first] = pool.pids();
    await pool.run(quick());
    expect(pool.pids()).toEqual([first]);
    await until(() => pool.pids().length === 0);
    await pool.close();
    pool.prepare();
    expect(pool.pids()).toEqual([]);
  });

  test("stops a document that takes too long, and goes on", async () => {
    const pool = createPool({ ...options, timeLimit: 1_500 });
    await expect(pool.run(slow())).rejects.toMatchObject({ code: "unavailable" });
    await expect(pool.run(quick())).resolves.toBeInstanceOf(Uint8Array);
    await pool.close();
  });

  test("replaces a renderer that dies and retries its document once, not twice", async () => {
    const pool = createPool(options);
    await pool.run(quick());
    const [first] = pool.pids();
    const running = pool.run(slow());
    running.catch(() => {});
    process.kill(first!, "SIGKILL");
    await until(() => pool.pids().length === 1 && pool.pids()[0] !== first);
    const [second] = pool.pids();
    process.kill(second!, "SIGKILL");
    await expect(running).rejects.toThrow(/ended twice/);
    await expect(pool.run(quick())).resolves.toBeInstanceOf(Uint8Array);
    await pool.close();
  });

  test("survives a death between documents", async () => {
    const pool = createPool(options);
    await pool.run(quick());
    process.kill(pool.pids()[0]!, "SIGKILL");
    await expect(pool.run(quick())).resolves.toBeInstanceOf(Uint8Array);
    await pool.close();
  });

  test("ends idle renderers and starts again", async () => {
    const pool = createPool({ ...options, idleLimit: 50 });
    await pool.run(quick());
    await until(() => pool.pids().length === 0);
    await expect(pool.run(quick())).resolves.toBeInstanceOf(Uint8Array);
    await pool.close();
  });

  test("finishes running work when it closes, and refuses waiting work", async () => {
    const pool = createPool(options);
    const running = pool.run(quick());
    const waiting = pool.run(quick());
    waiting.catch(() => {});
    await pool.close();
    await expect(running).resolves.toBeInstanceOf(Uint8Array);
    await expect(waiting).rejects.toMatchObject({ code: "unavailable" });
    await expect(pool.run(quick())).rejects.toMatchObject({ code: "unavailable" });
  });
});
