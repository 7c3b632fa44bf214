import { afterAll, expect, test } from "vitest";
import { magnetBriefSchema, writeMagnet } from "#features/writing/public.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { renderMagnet } from "./report.ts";

afterAll(closeRenderers);

const PRODUCTS = ["roofs", "kitchen remodels", "decks", "wiring", "structural letters", "solar panels", "bookkeeping"];
const TOPICS = [
  "",
  "costs",
  "warning signs",
  "10 mistakes",
  "10 questions to ask",
  "the process, step by step",
  "maintenance",
  "how to choose the right crew for a job of this size",
];

test("every trade and angle gives 4 to 8 pages", { timeout: 300_000 }, async () => {
  const wrong: string[] = [];
  for (const product of PRODUCTS)
    for (const topic of TOPICS) {
      const brief = magnetBriefSchema.parse({
        name: "Maria Lopez",
        email: "maria@example.com",
        company: "Lopez & Daughters",
        product,
        topic,
      });
      const text = writeMagnet(brief, { seed: "1" });
      const pdf = await renderMagnet(text, { businessName: "Lopez & Daughters", createdAt: Temporal.Instant.from("2026-11-20T09:00:00Z") });
      const pages = Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(Buffer.from(pdf).toString("latin1"))?.[1]);
      if (!(pages >= 4 && pages <= 8)) wrong.push(`${product}, ${topic}: ${pages} pages`);
    }
  expect(wrong).toEqual([]);
});
