import { performance } from "node:perf_hooks";
import { magnetBriefSchema } from "../../src/ground/writing/schema.ts";

// What the library costs a process: started with --expose-gc by e2e/prove/writer.prove.ts, in a process of
// its own, with the file of the library that a build has.

(globalThis as { __LIBRARY__?: string | undefined }).__LIBRARY__ = process.argv[2];
const { followUpOf, kindOf, objectionsOf } =
  await import("../../src/ground/writing/follow-ups/follow-ups.server.ts");
const { fillGuide } = await import("../../src/ground/writing/guides/fill-guide.ts");
const { chooseGuide } = await import("../../src/ground/writing/guides/guides.server.ts");
const { guides } = await import("../../src/ground/writing/guides/library.server.ts");

const heap = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
const brief = magnetBriefSchema.parse({
  ...{ name: "Maria", email: "maria@example.com", product: "roofs", topic: "hail damage" },
});

const before = heap();
const [began, used] = [performance.now(), process.cpuUsage()];
fillGuide(chooseGuide(brief).guide, brief);
const started = performance.now() - began;
const { user, system } = process.cpuUsage(used);
kindOf("too expensive");
const all = guides();
for (const trade of new Set(all.map((guide) => guide.trade))) {
  for (const stage of ["cold", "demo", "trial", "purchase"] as const) followUpOf(trade, stage);
  objectionsOf(trade);
}
const held = heap() - before;
process.stdout.write(JSON.stringify({ started, processor: (user + system) / 1000, held, kept: all.length }));
