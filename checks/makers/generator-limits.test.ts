import { describe, expect, test } from "vitest";
import { BRIEF_LIMITS, DRIP_LIMITS } from "#ground/writing/public.tsx";
import { KINDS, visitorOf } from "../testing/generators.ts";

// The form states the server's length limits before anyone types.

describe.each([
  ["magnet", BRIEF_LIMITS],
  ["drip", DRIP_LIMITS],
] as const)("the form of the %s", (kind, limits) => {
  test("states its limit beside every field that is typed into", async () => {
    const { html } = await visitorOf(KINDS[kind]).visit(KINDS[kind].path);
    const typed = [...html.matchAll(/<(?:input|textarea)[^>]* name="(\w+)"/g)].map(
      ([, name]) => name as keyof typeof limits,
    );
    expect(typed.length).toBeGreaterThanOrEqual(8);
    for (const name of typed) {
      const control = new RegExp(`<(?:input|textarea)[^>]* name="${name}"[^>]*>`).exec(html)![0];
      const hints = /aria-describedby="([^"]+)"/.exec(control)?.[1]?.split(" ") ?? [];
      const said = hints.map((id) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1] ?? "").join(" ");
      expect(said, name).toContain(`Up to ${limits[name]} characters`);
    }
  });
});
