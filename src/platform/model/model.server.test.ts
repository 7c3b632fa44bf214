import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { hasModel, ModelFailure, startPatience, useModel, writeObject, writeText } from "./model.server.ts";
import { type ChatServer, startChatServer } from "./testing/chat-server.ts";

const schema = z.object({ title: z.string().min(3).max(40), points: z.array(z.string()).min(2) });
const GOOD = { title: "Five leaks", points: ["one", "two"] };
const SECRET_WORDS = "the brief that nobody may read in a log";

let server: ChatServer;
const logged: object[] = [];
const printed = vi.spyOn(process.stderr, "write");
const log = { warn: (fields: object, message: string) => void logged.push({ ...fields, message }) };

beforeEach(async () => {
  server = await startChatServer();
  logged.length = 0;
  printed.mockClear();
  use();
});
afterEach(async () => {
  useModel(undefined, log);
  await server.stop();
});

const use = (patience?: number, key = server.key) =>
  useModel({ baseUrl: server.url, apiKey: key, model: "stand-in" }, log, patience);
const write = (more: { abort?: AbortSignal } = {}) =>
  writeObject({
    schema,
    name: "leaflet",
    instructions: "You write leaflets.",
    prompt: SECRET_WORDS,
    patience: startPatience(more.abort ?? new AbortController().signal),
  });
const failure = async (more = {}) =>
  write(more).then(
    () => expect.unreachable("it gave an answer"),
    (error: unknown) => error as ModelFailure,
  );

describe("a good answer", () => {
  test.each([
    ["in pieces", { text: JSON.stringify(GOOD), pieces: 7 }],
    ["in one piece, from a server that does not stream", { whole: JSON.stringify(GOOD) }],
    [
      "with words and a fence around it",
      { text: `Here you are:\n\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\`` },
    ],
  ])("%s", async (_name, reply) => {
    server.answer(() => reply);
    expect(await write()).toEqual(GOOD);
    const [{ headers, body } = expect.unreachable()] = server.requests;
    expect(headers.authorization).toBe(`Bearer ${server.key}`);
    expect(body).toMatchObject({
      model: "stand-in",
      stream: true,
      response_format: { type: "json_schema", json_schema: { strict: true, name: "leaflet" } },
    });
    expect(body.messages).toEqual([
      { role: "system", content: "You write leaflets." },
      { role: "user", content: SECRET_WORDS },
    ]);
    expect(logged).toEqual([]);
  });

  test("sends no rule that strict schemas don't support, and still checks it", async () => {
    server.answer(() => ({ text: JSON.stringify({ ...GOOD, title: "x".repeat(41) }) }));
    const { trouble, problems } = await failure();
    expect(JSON.stringify(server.requests[0]!.body.response_format)).not.toMatch(/m(?:in|ax)Length|\$schema/);
    expect(server.requests[0]!.body.response_format!.json_schema!.schema).toMatchObject({
      additionalProperties: false,
      required: ["title", "points"],
    });
    expect([trouble, problems]).toEqual(["unfit", [expect.stringMatching(/^title: /)]]);
  });
});

const writeFreely = (
  read: (text: string) => string = (text) => text,
  arriving: (text: string) => void = () => {},
) =>
  writeText(
    {
      ...{ instructions: "You write leaflets.", prompt: SECRET_WORDS },
      patience: startPatience(new AbortController().signal),
    },
    read,
    arriving,
  );

describe("a text", () => {
  test.each([
    ["in pieces", { text: "Five leaks,\n\nand then one more.", pieces: 7 }],
    ["in one piece, from a server that does not stream", { whole: "Five leaks,\n\nand then one more." }],
  ])("%s, without a format", async (_name, reply) => {
    server.answer(() => reply);
    expect(await writeFreely()).toBe("Five leaks,\n\nand then one more.");
    expect(server.requests[0]!.body.response_format).toBeUndefined();
    expect(server.requests[0]!.body.messages).toEqual([
      { role: "system", content: "You write leaflets." },
      { role: "user", content: SECRET_WORDS },
    ]);
    expect(logged).toEqual([]);
  });

  test("is shown while it arrives", async () => {
    const seen: string[] = [];
    const text = "Five leaks and a few more of them, one after another.";
    server.answer(() => ({ text, pieces: 10, pause: 120 }));
    await writeFreely(undefined, (soFar) => void seen.push(soFar));
    expect(seen.length).toBeGreaterThan(1);
    for (const part of seen) expect(text.startsWith(part)).toBe(true);
    expect(seen[0]).not.toEqual(seen.at(-1));
  });

  test.each([
    ["unfit", "that can't be read", { text: "I would rather not." }],
    ["unfit", "without an end", { endless: "content" }],
    ["away", "whose connection breaks", { text: "Five leaks and a few more of them", cutAfter: 4 }],
    ["slow", "that doesn't come", "silent"],
  ] as const)("is %s if it is one %s", async (trouble, _name, reply) => {
    use(trouble === "slow" ? 300 : 5000);
    server.answer(() => reply);
    const error = await writeFreely(() => {
      throw new ModelFailure("unfit", { problems: ["No title."] });
    }).then(
      () => expect.unreachable("it gave a text"),
      (thrown: unknown) => thrown as ModelFailure,
    );
    expect(error.trouble).toBe(trouble);
    expect(logged).toEqual([{ message: "the model gave no text", trouble, status: undefined }]);
    expect(`${String(error.stack)}${JSON.stringify(error.cause)}`).not.toContain("Five leaks");
  });
});

describe("a server that supports fewer formats", () => {
  test.each([
    [["text", "json_object"], ["json_schema", "json_object"], ["json_object"]],
    [["text"], ["json_schema", "json_object", undefined], [undefined]],
  ])("of %o is asked in a supported way, and right away the next time", async (formats, first, next) => {
    await server.stop();
    server = await startChatServer(formats);
    use();
    server.answer(() => ({ text: JSON.stringify(GOOD) }));
    expect(await write()).toEqual(GOOD);
    expect(server.requests.map(({ body }) => body.response_format?.type)).toEqual(first);
    const systemPrompt = server.requests.at(-1)!.body.messages[0]!.content;
    expect(systemPrompt).toContain("JSON Schema");
    expect(systemPrompt).toContain('"points"');
    await write();
    expect(server.requests.slice(first.length).map(({ body }) => body.response_format?.type)).toEqual(next);
    expect(logged).toEqual([]);
    expect(printed).not.toHaveBeenCalled();
  });
});

describe("no answer", () => {
  test.each([
    ["refused", "a key that is wrong", () => use(undefined, "sk-wrong"), { text: "{}" }, { status: 401 }],
    [
      "away",
      "a model that the server does not have",
      () => {},
      { status: 404, message: SECRET_WORDS },
      { status: 404 },
    ],
    [
      "busy",
      "a limit that ends after our patience",
      () => use(1500),
      { status: 429, headers: { "Retry-After": "20" } },
      { status: 429 },
    ],
    ["slow", "a server that hangs", () => use(300), "silent", {}],
    [
      "slow",
      "a stream that never ends in time",
      () => use(300),
      { text: JSON.stringify(GOOD), pieces: 10, pause: 100 },
      {},
    ],
    [
      "away",
      "garbage in the stream",
      () => {},
      { body: "data: {{{\n\ndata: [DONE]\n\n", type: "text/event-stream" },
      {},
    ],
    ["unfit", "prose", () => {}, { text: "I would rather write a poem." }, {}],
    [
      "unfit",
      "half of an object",
      () => {},
      { text: JSON.stringify(GOOD).slice(0, 20), finish: "length" },
      {},
    ],
    ["unfit", "an object of another shape", () => {}, { text: '{"title":7}' }, {}],
    ["unfit", "an answer without an end", () => {}, { endless: "content" }, {}],
    ["unfit", "thoughts without an end", () => use(5000), { endless: "reasoning_content" }, {}],
    ["away", "a page of something else", () => {}, { body: "<h1>Login</h1>", type: "text/html" }, {}],
    ["away", "a connection that breaks", () => {}, { text: JSON.stringify(GOOD), cutAfter: 4 }, {}],
  ] as const)("%s: %s", async (trouble, _name, set, reply, fields) => {
    set();
    server.answer(() => reply);
    const error = await failure();
    expect(error.trouble).toBe(trouble);
    expect(logged).toEqual([{ message: "the model gave no text", trouble, status: undefined, ...fields }]);
    // The error itself ends up in logs sooner or later.
    const all = `${JSON.stringify(logged)}${String(error.stack)}${JSON.stringify(error)}${JSON.stringify(error.cause)}`;
    expect(all).not.toContain(SECRET_WORDS);
    expect(all).not.toContain(server.key);
    expect(all).not.toContain("Five leaks");
    expect(printed).not.toHaveBeenCalled();
  });

  test("a server that is down", async () => {
    await server.stop();
    use(1000);
    expect(["away", "slow"]).toContain((await failure()).trouble);
  });

  test("retries after a 500 and after a short limit, within the same deadline", async () => {
    server.answer((_request, count) =>
      count === 1 ? { status: 429, headers: { "Retry-After": "0" } } : { text: JSON.stringify(GOOD) },
    );
    expect(await write()).toEqual(GOOD);
    expect(server.requests).toHaveLength(2);
  });

  test("stops when aborted, and cancels the request", async () => {
    const abort = new AbortController();
    server.answer(() => "silent");
    const stopped = failure({ abort: abort.signal });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    abort.abort();
    expect((await stopped).trouble).toBe("stopped");
    await vi.waitFor(() => expect(server.givenUp()).toBe(1));
  });

  test("never follows the key to another address", async () => {
    const other = await startChatServer();
    server.answer(() => ({ status: 307, headers: { Location: `${other.url}/chat/completions` } }));
    use(1500);
    expect(["away", "slow"]).toContain((await failure()).trouble);
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test("no model set", async () => {
    useModel(undefined, log);
    expect(hasModel()).toBe(false);
    expect((await failure()).trouble).toBe("away");
  });
});
