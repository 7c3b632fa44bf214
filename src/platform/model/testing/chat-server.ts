import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

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

export type ChatReply =
  /** The text in chunks, as `chat.completion.chunk` events ended by [DONE]. */
  | { readonly text: string; readonly pieces?: number; readonly pause?: number; readonly finish?: string }
  /** The text in one `chat.completion`, as from servers without streaming. */
  | { readonly whole: string }
  /** An error in OpenAI's format. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message?: string;
    }
  /** Any body, with status 200. */
  | { readonly body: string; readonly type: string }
  /** This many of ten chunks of the text, then the connection breaks. */
  | { readonly text: string; readonly cutAfter: number }
  /** Endless chunks: of the output, or of the model's reasoning before it. */
  | { readonly endless: "content" | "reasoning_content" }
  /** Never responds. */
  | "silent";

/** A stand-in for a server with OpenAI's chat completions API, on loopback. */
export interface ChatServer {
  /** With /v1, as in OPENAI_BASE_URL. */
  readonly url: string;
  readonly key: string;
  readonly requests: readonly ChatRequest[];
  /** Number of responses that the client aborted. */
  givenUp(): number;
  /** Sets how to answer requests from now on; async functions delay the response. */
  answer(how: (request: ChatRequest, count: number) => ChatReply | Promise<ChatReply>): void;
  stop(): Promise<void>;
}

const KEY = "sk-stand-in-7f3a";

/**
 * Starts the server. Refuses a wrong key like the real one.
 * @param formats the response formats it supports; others get a 400
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
