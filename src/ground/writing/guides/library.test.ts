import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { magnetBriefSchema } from "../schema.ts";
import { chooseGuide } from "./guides.server.ts";
import { guides, packLibrary } from "./library.server.ts";

const built = globalThis as { __LIBRARY__?: string | undefined };
afterEach(() => delete built.__LIBRARY__);

const BRIEFS = [
  { product: "Roofing", topic: "hail damage" },
  { product: "Roofing", topic: "do i need to replace the plywood" },
  { product: "Carbon fiber straps", topic: "bowing wall" },
  { product: "Piano lessons", topic: "scales" },
  { product: "House painting", topic: "", targetAudience: "HOA boards" },
].map((typed) => magnetBriefSchema.parse({ name: "Maria", email: "maria@example.com", ...typed }));

it("is the same as the build saved it, and finds the same guides", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "library-"));
  const file = path.join(folder, "library.json");
  await writeFile(file, packLibrary());
  vi.resetModules();
  built.__LIBRARY__ = file;
  const saved = await import("./guides.server.ts");
  const read = await import("./library.server.ts");
  expect(read.guides()).toEqual(guides());
  expect(read.guides()).not.toBe(guides());
  for (const brief of BRIEFS) {
    const { guide, others, miss } = saved.chooseGuide(brief);
    const source = chooseGuide(brief);
    expect([guide.id, miss, others.map(({ id }) => id)]).toEqual([
      ...[source.guide.id, source.miss],
      source.others.map(({ id }) => id),
    ]);
  }
  await rm(folder, { recursive: true });
});
