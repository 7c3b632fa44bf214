import sharp from "sharp";
import { expect, it } from "vitest";
import { copyPhoto, drawPhoto, readPhoto } from "./photo.server.ts";

it("only the photos being decoded are in memory, however many wait", async () => {
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#248" } })
    .jpeg()
    .toBuffer();
  let [fetched, done, maxInMemory] = [0, 0, 0];
  const fetch = () => {
    maxInMemory = Math.max(maxInMemory, ++fetched - done);
    return Promise.resolve(bytes);
  };
  const now = Temporal.Instant.from("2026-11-24T12:00:00Z");
  const works = Array.from({ length: 6 }, () => [
    readPhoto(fetch, "jpeg", now),
    drawPhoto(fetch, "jpeg", { thumb: 100 }),
    copyPhoto(fetch, "jpeg"),
  ]).flat();
  await Promise.all(works.map((work) => work.finally(() => done++)));
  expect(fetched).toBe(18);
  expect(maxInMemory).toBeLessThanOrEqual(3);
});
