import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { versionsOf } from "#ground/writing/public.server.ts";
import { KINDS, TYPED, visitorOf } from "../testing/generators.ts";

// Another version by the built-in writer, for guides and for drips.

const clock = testClock("2026-11-20T09:00:00Z");
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestInstallation(clock);
});
afterAll(async () => {
  await closeRenderers();
  await database.drop();
});

describe.each(Object.entries(KINDS))("%s", (_name, kind) => {
  const { path, visit, make, tokenOf, wordsOf } = visitorOf(kind);

  describe("another version by the built-in writer", () => {
    test("is another text under another address; the first one stays", async () => {
      const first = await make();
      const second = await visit(first, { intent: "another" });
      expect(second.status).toBe(303);
      expect(second.location).not.toBe(first);
      expect(second.cookie).toContain(`${kind.cookie}=${tokenOf(second.location)};`);
      const [one, two] = [await visit(first), await visit(second.location)];
      expect(one.html).toContain(wordsOf(1));
      expect(two.html).toContain(wordsOf(2));
      expect(two.html).not.toContain(wordsOf(1));
      expect(two.html).toContain("This is version 2");
      expect(two.html).not.toContain("language model");
    });

    test("begins again with the first after the last", async () => {
      const last = versionsOf(kind.write(1));
      let at = await make();
      for (let n = 2; n <= last; n++) at = (await visit(at, { intent: "another" })).location;
      expect((await visit(at)).html).toContain(`This is version ${last}, the last one.`);
      at = (await visit(at, { intent: "another" })).location;
      const { html } = await visit(at);
      expect(html).not.toContain("This is version");
      expect(html).toContain(wordsOf(1));
    });

    test("what is kept is the version that was looked at last, by whoever made it", async () => {
      const first = await make();
      const second = (await visit(first, { intent: "another" })).location;
      const mine = { cookie: `${kind.cookie}=${tokenOf(second)}` };
      expect((await visit(first, undefined, mine)).cookie).toContain(`${kind.cookie}=${tokenOf(first)};`);
      expect((await visit(second, undefined, mine)).cookie).toBeNull();
      // A person who was sent the address keeps their own draft.
      const theirs = { cookie: `${kind.cookie}=${tokenOf(await make({ ...TYPED, name: "Dana Ruiz" }))}` };
      expect((await visit(first, undefined, theirs)).cookie).toBeNull();
      expect((await visit(first)).cookie).toBeNull();
    });

    test("counts with the others of an address, and says when", async () => {
      const address = "203.0.113.9";
      const first = await make(TYPED, { address });
      for (let n = 2; n <= 30; n++)
        expect((await visit(first, { intent: "another" }, { address })).status).toBe(303);
      const refused = await visit(first, { intent: "another" }, { address });
      expect(refused.status).toBe(429);
      expect(Number(refused.retry)).toBeGreaterThan(0);
      expect(refused.html).toContain(wordsOf(1));
      expect(refused.html).toMatch(/This one is still here\. Please try again in \d+ minutes/);
      clock.advance({ minutes: 11 });
    });

    test.each(["", "x", "a".repeat(24), "../../x"])("of the token “%s” there is none", async (token) => {
      expect((await visit(`${path}?made=${token}`, { intent: "another" })).status).toBe(404);
      expect((await visit(`${path}?made=${token}`, { intent: "use", which: "model" })).status).toBe(404);
    });

    test("is nothing that a form without an address can ask for", async () => {
      expect((await visit(path, { intent: "another" })).status).toBe(404);
    });
  });

  test("somebody who wrote in Spanish is told in one line that we answer in English", async () => {
    const at = await make({
      ...TYPED,
      product: "reparación de techos y goteras para casas",
      goal: "más clientes",
    });
    expect((await visit(at)).html).toContain(
      "What you typed looks like Spanish. We only write in English, so this is in English.",
    );
    expect((await visit(await make())).html).not.toContain("looks like");
  });
});
