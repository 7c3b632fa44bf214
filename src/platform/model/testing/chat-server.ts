import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What came in: a request for a chat completion. */
export interface ChatRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly stream?: boolean;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format?: {
      readonly type: string;
      readonly json_schema?: { readonly name: string; readonly schema: object; readonly strict?: boolean };
    };
  };
}

/** What goes out. */
export type ChatReply =
  /** The text in pieces, as `chat.completion.chunk` events ended by [DONE]. */
  | { readonly text: string; readonly pieces?: number; readonly pause?: number; readonly finish?: string }
  /** The text in one `chat.completion`, as servers answer that do not stream. */
  | { readonly whole: string }
  /** An error as OpenAI words it. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message?: string;
    }
  /** A body of any kind, with status 200. */
  | { readonly body: string; readonly type: string }
  /** The text as far as this many pieces of ten, and then the connection breaks. */
  | { readonly text: string; readonly cutAfter: number }
  /** Pieces for as long as anybody takes them: of the answer, or of what the model thinks before it. */
  | { readonly endless: "content" | "reasoning_content" }
  /** Nothing is ever answered. */
  | "silent";

/** A stand-in for a server that speaks OpenAI's chat completions, on loopback. */
export interface ChatServer {
  /** With /v1, as OPENAI_BASE_URL has it. */
  readonly url: string;
  readonly key: string;
  readonly requests: readonly ChatRequest[];
  /** Requests whose answer was given up by whoever asked. */
  givenUp(): number;
  /** Decides about each request from now on; async ones hold the answer back. */
  answer(how: (request: ChatRequest, count: number) => ChatReply | Promise<ChatReply>): void;
  stop(): Promise<void>;
}

const KEY = "sk-stand-in-7f3a";

/**
 * Starts it. A wrong key is refused as the real one refuses it.
 * @param formats the response formats it knows; others are a 400
 */
export async function startChatServer(
  formats: readonly string[] = ["text", "json_object", "json_schema"],
): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  let how: Parameters<ChatServer["answer"]>[0] = () => ({ text: "{}" });
  let givenUp = 0;
  const server = createServer((incoming, response) => {
    response.on("close", () => (givenUp += Number(!response.writableFinished)));
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      if (incoming.method !== "POST" || incoming.url !== "/v1/chat/completions")
        return refuse(response, 404, "Unknown request URL.");
      if (incoming.headers.authorization !== `Bearer ${KEY}`)
        return refuse(response, 401, "Incorrect API key provided.");
      const request: ChatRequest = {
        headers: incoming.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest["body"],
      };
      requests.push(request);
      const format = request.body.response_format?.type ?? "text";
      if (!formats.includes(format))
        return refuse(response, 400, `'response_format.type' '${format}' is not supported with this model.`);
      void (async () => reply(response, request, await how(request, requests.length)))().catch(() =>
        response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    key: KEY,
    requests,
    givenUp: () => givenUp,
    answer: (next) => void (how = next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(
    JSON.stringify({ error: { message, type: "invalid_request_error", param: null, code: null } }),
  );
}

const ABOUT = { id: "chatcmpl-1", created: 1_763_600_000, model: "stand-in" };

async function reply(
  response: ServerResponse,
  { body: { stream } }: ChatRequest,
  what: ChatReply,
): Promise<void> {
  if (what === "silent") return;
  if ("endless" in what) {
    startStream(response);
    response.setMaxListeners(0);
    while (!response.destroyed) {
      if (!response.write(chunk({ [what.endless]: "x".repeat(4000) })))
        await new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
    }
    return;
  }
  if ("status" in what)
    return refuse(response, what.status, what.message ?? "The server had an error.", what.headers);
  if ("body" in what) {
    response.writeHead(200, { "Content-Type": what.type });
    return void response.end(what.body);
  }
  if ("whole" in what || !stream) {
    const content = "whole" in what ? what.whole : what.text;
    response.writeHead(200, { "Content-Type": "application/json" });
    const choice = {
      index: 0,
      message: { role: "assistant", content, refusal: null },
      logprobs: null,
      finish_reason: "stop",
    };
    return void response.end(JSON.stringify({ ...ABOUT, object: "chat.completion", choices: [choice] }));
  }
  startStream(response);
  const cut = "cutAfter" in what;
  const pieces = cut ? 10 : (what.pieces ?? 10);
  const size = Math.ceil(what.text.length / pieces);
  response.write(chunk({ role: "assistant", content: "" }));
  for (let at = 0; at < pieces && !response.destroyed; at += 1) {
    if (cut && at === what.cutAfter) return void response.destroy();
    response.write(chunk({ content: what.text.slice(at * size, (at + 1) * size) }));
    if (!cut && what.pause) await sleep(what.pause);
  }
  response.write(chunk({}, cut ? "stop" : (what.finish ?? "stop")));
  response.end("data: [DONE]\n\n");
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-cache",
  });
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ ...ABOUT, object: "chat.completion.chunk", choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })}\n\n`;
