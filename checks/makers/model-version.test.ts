import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { resumeWriting, stopWriting } from "#ground/writing/public.server.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { useModel } from "#platform/model/model.server.ts";
import { type ChatReply, type ChatServer, startChatServer } from "#platform/model/testing/chat-server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { KINDS, TYPED, visitorOf } from "../testing/generators.ts";

// The model's version next to the built-in one, for guides and for drips.

const clock = testClock("2026-11-20T09:00:00Z");
let database: TestDatabase;
let server: ChatServer;
beforeAll(async () => {
  database = await createTestInstallation(clock);
});
afterAll(async () => {
  await closeRenderers();
  await database.drop();
});
beforeEach(async () => {
  server = await startChatServer();
  resumeWriting();
});
afterEach(async () => {
  await stopWriting();
  useModel(undefined, { warn: () => {} });
  await server.stop();
});

describe.each(Object.entries(KINDS))("%s", (_name, kind) => {
  const { path, visit, make, tokenOf, wordsOf, listen, askAgain } = visitorOf(kind);
  const withModel = (
    reply: ChatReply | ((count: number) => ChatReply | Promise<ChatReply>),
    patience?: number,
  ) => {
    useModel({ baseUrl: server.url, apiKey: server.key, model: "stand-in" }, { warn: () => {} }, patience);
    server.answer((_request, count) => (typeof reply === "function" ? reply(count) : reply));
  };
  const good = (mark: string = kind.mark): ChatReply => ({ text: kind.answer(mark) });
  const until = (at: string, words: string) =>
    vi.waitFor(
      async () => {
        const page = await visit(at);
        expect(page.html).not.toContain("data-follow");
        expect(page.html).toContain(words);
        return page;
      },
      { timeout: 5000, interval: 50 },
    );
  const eventsOf = async (answer: Response) =>
    [...(await answer.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, event, words]) => [
      event,
      words,
    ]);

  describe("the model's version", () => {
    test("comes in the background; the built-in one is there at once, and stays until the other is chosen", async () => {
      let go = () => {};
      const held = new Promise<void>((resolve) => (go = resolve));
      withModel(() => held.then(() => good()));
      // Answered while the model is still writing.
      const at = await make();
      const waiting = await visit(at);
      expect(waiting.html).toContain(wordsOf(1));
      expect(waiting.html).toContain("AI is writing another version.");
      expect(waiting.html).toContain(`data-follow="${path}/progress/${tokenOf(at)}"`);
      expect(waiting.html).toContain(">Look again</a>");
      go();
      const ready = await until(at, "There’s another version");
      expect(ready.html).not.toContain(kind.mark);
      const other = await visit(`${at}&read=other`);
      expect(other.html).toContain(kind.mark);
      expect(other.html).toContain("Use this one");
      // The form posts to the draft's address, so that a refusal has a page to show.
      const used = await visit(at, { intent: "use", which: "model" });
      expect([used.status, used.location]).toEqual([303, at]);
      await visit(at, { intent: "use", which: "model" });
      const after = await visit(at);
      expect(after.html).toContain(kind.mark);
      expect(after.html).toContain("Our own version is still here.");
      expect((await visit(`${at}&read=other`)).html).not.toContain(kind.mark);
      await visit(at, { intent: "use", which: "ours" });
      expect((await visit(at)).html).not.toContain(kind.mark);
      expect((await visit(`${at}&read=other`)).html).toContain(kind.mark);
    });

    test("tells its owner which figures only the model gave, on the page and not in the file", async () => {
      withModel(good());
      const at = await make();
      await until(at, "There’s another version");
      const told = new RegExp(
        `Written with AI. Check these figures before you send it: [^<]*\\b${kind.known}`,
      );
      expect((await visit(at)).html).not.toContain("Check these figures");
      expect((await visit(`${at}&read=other`)).html).toMatch(told);
      await visit(at, { intent: "use", which: "model" });
      expect((await visit(at)).html).toMatch(told);
      const file = await kind.file({
        params: { format: "text", token: tokenOf(at) },
        request: new Request("http://localhost/x"),
      } as never);
      const words = await file.text();
      expect(words).toContain(kind.known);
      expect(words).not.toContain("Check these figures");
    });

    test("can be downloaded before it is chosen", async () => {
      withModel(good());
      const at = await make();
      await until(at, "There’s another version");
      const text = async (query: string) =>
        (
          await kind.file({
            params: { format: "text", token: tokenOf(at) },
            request: new Request(`http://localhost/x${query}`),
          } as never)
        ).text();
      const has = (words: string) => words.toLowerCase().includes(kind.mark.toLowerCase());
      expect(has(await text("?read=other"))).toBe(true);
      expect(has(await text(""))).toBe(false);
      expect((await visit(`${at}&read=other`)).html).toContain(`${path}/pdf/${tokenOf(at)}?read=other`);
    });

    test("tells how it comes along, and that it is ready", async () => {
      withModel({ text: kind.answer(kind.mark), pieces: 12, pause: 100 });
      const answer = await listen(tokenOf(await make()));
      expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
      const events = await eventsOf(answer);
      expect(events.length).toBeGreaterThan(3);
      expect(events.slice(0, -1).every(([event]) => event === "progress")).toBe(true);
      expect(events[0]![1]).toMatch(/^AI is writing another version: 0 of \d parts done\.$/);
      expect(events.at(-2)![1]).not.toBe(events[0]![1]);
      expect(events.at(-1)).toEqual(["ready", ""]);
    });

    test.each([
      [
        "The AI version broke our rules twice, so this version is ours.",
        (): ChatReply => ({ text: kind.bad() }),
        undefined,
      ],
      ["AI took too long, so this version is ours.", (): ChatReply => "silent", 300],
      ["AI isn’t set up correctly, so this version is ours.", (): ChatReply => ({ status: 403 }), undefined],
    ] as const)("is not there, and the page says why: %s", async (note, reply, patience) => {
      withModel(() => reply(), patience);
      const at = await make();
      const { html } = await until(at, note);
      expect(html).toContain(wordsOf(1));
      expect(html).not.toContain("Read the other version");
      expect(await eventsOf(await listen(tokenOf(at)))).toEqual([["failed", note]]);
      // There is no other version to read or choose.
      expect((await visit(`${at}&read=other`)).html).toContain(wordsOf(1));
      await visit(at, { intent: "use", which: "model" });
      expect((await visit(at)).html).toContain(wordsOf(1));
    });

    test("is asked for once per draft", async () => {
      withModel("silent");
      const at = await make();
      await vi.waitFor(() => expect(server.requests).toHaveLength(1));
      await askAgain(at);
      expect(server.requests).toHaveLength(1);
      // Another version of the brief is another draft.
      await visit(at, { intent: "another" });
      await vi.waitFor(() => expect(server.requests).toHaveLength(2));
    });

    test("that a process took with it is over after a minute", async () => {
      withModel("silent");
      const at = await make();
      // After a kill the row says "writing", but no process writes it.
      await stopWriting();
      resumeWriting();
      await withSystem(({ db }) =>
        db.execute(`update ${kind.table} set model_state = 'writing', model_note = null`),
      );
      expect((await visit(at)).html).toContain("data-follow");
      const watched = listen(tokenOf(at)).then(eventsOf);
      clock.advance({ seconds: 61 });
      const lost = "The AI version was lost when the server restarted, so this version is ours.";
      expect(await watched).toEqual([["failed", lost]]);
      expect((await visit(at)).html).toContain(lost);
    });

    test("is given up when the process stops, and whoever waits hears of it", async () => {
      withModel("silent");
      const at = await make();
      const watched = listen(tokenOf(at)).then(eventsOf);
      await vi.waitFor(() => expect(server.requests).toHaveLength(1));
      await stopWriting();
      const note = "AI was interrupted while writing, so this version is ours.";
      expect((await watched).at(-1)).toEqual(["failed", note]);
      expect((await visit(at)).html).toContain(note);
    });

    test("is written four at once; who would wait for long is told so", async () => {
      withModel("silent");
      const places: string[] = [];
      for (let n = 0; n < 13; n++) places.push(await make());
      await vi.waitFor(() => expect(server.requests).toHaveLength(4));
      expect((await visit(places[12]!)).html).toContain("AI is too busy right now, so this version is ours.");
      expect((await visit(places[11]!)).html).toContain("data-follow");
      const reader = (await listen(tokenOf(places[11]!))).body!.getReader();
      expect(new TextDecoder().decode((await reader.read()).value)).toContain(
        "once the requests ahead of it are done",
      );
      await reader.cancel();
    });

    test("is asked for ten times in ten minutes per address", async () => {
      withModel({ status: 404 });
      const address = "203.0.113.77";
      for (let n = 0; n < 10; n++) await make(TYPED, { address });
      const at = await make(TYPED, { address });
      expect((await visit(at)).html).toContain("That’s a lot of AI versions in a short time");
      expect(server.requests).toHaveLength(10);
      clock.advance({ minutes: 11 });
    });

    test.each(["", "x", "a".repeat(24)])("of the token “%s” is told nothing", async (token) => {
      expect((await listen(token)).status).toBe(404);
    });

    test("is watched no more than 120 times in ten minutes per address", async () => {
      for (let n = 0; n < 120; n++) expect((await listen("x", "203.0.113.88")).status).toBe(404);
      const refused = await listen("x", "203.0.113.88");
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      clock.advance({ minutes: 11 });
    });
  });
});
