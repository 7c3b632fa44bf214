import { createServer, type IncomingHttpHeaders, type Server } from "node:http";

export interface Told {
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/**
 * A stand-in for an analytics service, made from its documentation: accepts and refuses what the service
 * does.
 */
export interface SinkServer {
  readonly url: string;
  readonly told: Told[];
  /** Requests that the service would have refused, with the reason. */
  readonly refused: string[];
  /** How many complete requests arrived, answered or not. */
  arrived(): number;
  close(): Promise<void>;
}

interface Fields {
  readonly [name: string]: unknown;
}

const isText = (value: unknown) => typeof value === "string" && value !== "";
const isUrl = (value: unknown) => typeof value === "string" && URL.canParse(value);

const KINDS = {
  // https://plausible.io/docs/events-api: requires name, url, domain, and the browser's own user agent; 202
  // Accepted.
  plausible: {
    path: "/api/event",
    status: 202,
    wrong: ({ headers }: Told, body: Fields) =>
      !headers["user-agent"] || !isText(body["name"]) || !isUrl(body["url"]) || !isText(body["domain"])
        ? "a required field is missing"
        : "",
  },
  // https://docs.umami.is/docs/api/sending-stats: type is event; ignored without a proper user agent.
  umami: {
    path: "/api/send",
    status: 200,
    wrong: ({ headers }: Told, body: Fields) => {
      const payload = (body["payload"] ?? {}) as Fields;
      return body["type"] !== "event" ||
        !isText(payload["website"]) ||
        !isText(payload["hostname"]) ||
        !isText(payload["url"])
        ? "a required field is missing"
        : /^node$/.test(headers["user-agent"] ?? "node")
          ? "no proper user agent"
          : "";
    },
  },
  // https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events: two query parameters, client_id, events.
  ga4: {
    path: "/mp/collect",
    status: 204,
    wrong: ({ query }: Told, body: Fields) =>
      !query.get("measurement_id") ||
      !query.get("api_secret") ||
      !isText(body["client_id"]) ||
      !Array.isArray(body["events"])
        ? "a required field is missing"
        : "",
  },
} as const;

/** Starts a stand-in. `dead` accepts connections and never answers. */
export async function startSink(
  kind: keyof typeof KINDS,
  options: { dead?: boolean } = {},
): Promise<SinkServer> {
  const { path, status, wrong } = KINDS[kind];
  const told: Told[] = [];
  const refused: string[] = [];
  let arrived = 0;
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      arrived++;
      if (options.dead) return;
      const url = new URL(request.url ?? "/", "http://sink");
      const body = JSON.parse(text) as Fields;
      const one: Told = { headers: request.headers, query: url.searchParams, body };
      const why =
        request.method !== "POST" || url.pathname !== path
          ? `${request.method} ${url.pathname} is not ${path}`
          : !request.headers["content-type"]?.startsWith("application/json")
            ? "not JSON"
            : wrong(one, body);
      if (why) refused.push(why);
      else told.push(one);
      response.writeHead(why ? 400 : status).end();
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    told,
    refused,
    arrived: () => arrived,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    }),
  );
}
