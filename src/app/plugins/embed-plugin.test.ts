import path from "node:path";
import { expect, it } from "vitest";
import { buildEmbed } from "./embed-plugin.ts";

it("builds one classic script of at most 10 KB that makes no markup of text", async () => {
  const script = await buildEmbed(path.resolve());
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(10 * 1024);
  expect(script).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|\bimport\b|\bexport\b|createElement\(.style/,
  );
  // Only the elements it is documented to add are left on the page.
  expect(script.startsWith("(function(){")).toBe(true);
}, 30_000);
