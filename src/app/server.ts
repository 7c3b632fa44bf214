// Long because it is one list: every door that a request passes, in order.
import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { MOST_BYTES, refuseCall } from "#faces/api/body-limit.ts";
import { captureForm } from "#trade/leads/capture/post-form.server.ts";
import { answerUpload, UPLOADS_PATH } from "#ground/media/uploads.server.ts";
import { isDrawnForVisitor } from "#faces/site/tools/access.server.ts";
import { closeLiveStreams } from "#ground/sync/public.server.ts";
import type { Settings } from "#platform/config/settings.server.ts";
import type { SiteDetails } from "#platform/config/site-file.server.ts";
import { newId } from "#platform/db/ids.ts";
import { reportInternalErrors } from "#platform/http/answers.server.ts";
import {
  type CanonicalPaths,
  createCanonicalPaths,
  patternsOf,
} from "#platform/http/routing/canonical-path.server.ts";
import { createAddressReader } from "#platform/http/request/client-address.server.ts";
import { compressed } from "#platform/http/static/compressed.server.ts";
import {
  clientAddressContext,
  directLoopbackContext,
  nonceContext,
  requestIdContext,
} from "#platform/http/contexts.ts";
import { contentSecurityPolicy, securityHeaders } from "#platform/http/headers.server.ts";
import { answerToOptions, isOwnRequest, originsOf } from "#platform/http/request/same-origin.server.ts";
import { networkOf } from "#platform/http/limits/limits.server.ts";
import { createNarrowHandler } from "#platform/http/routing/narrow-routes.server.ts";
import { createQuickForms } from "#platform/http/routing/quick-forms.server.ts";
import { createRawEndpoints } from "#platform/http/routing/raw-endpoints.server.ts";
import { fillSlots, type Slots, slotsOf, viewerOf } from "#platform/http/static/slots.server.ts";
import { loadStaticFiles, type StaticFiles } from "#platform/http/static/static-files.server.ts";
import { CLIENT_LEFT, clientHasLeft, withStorageStatus } from "#platform/http/client-left.server.ts";
import { htmlOf } from "#platform/http/whole-page.server.ts";
import { refuseWhileReading, withinLimit } from "#platform/http/request/body-limit.server.ts";
import { type Log, loggableError } from "#platform/log/log.server.ts";
import { metricsText, observeRequest } from "#platform/metrics/metrics.server.ts";
import { systemClock } from "#platform/time/clock.ts";
import { moved } from "./pages/prerendered.ts";

/**
 * Paths that accept unsafe requests from other origins: one-click unsubscribe, signed webhooks, programs
 * with a key, and the form of a personal page, which a business embeds in its own site. None of them uses
 * the session.
 */
const OPEN_TO_OTHERS = /^\/(?:u\/|w\/|api\/inbound\/|api\/forms\/|api\/v1\/|p\/[^/]+$)/;
/** Besides HTML: feeds, sitemaps, and loader data in the framework's script format. */
const HOLDS_SLOTS = /^text\/x-script|xml\b/;
const FORM_BYTES = 1024 * 1024;
/**
 * Forms with a picture. The limit is somewhat above the allowed size, so that the page can show the error
 * beside the field.
 */
const PICTURE_FORM = /^\/account\/settings\/look(?:\.data)?$/;
const PICTURE_FORM_BYTES = 12 * 1024 * 1024;
/**
 * A list of leads, a file from another product, files of a person, pictures of the page, and manuals. Their
 * screens read the body in chunks and enforce the limit when there is no Content-Length.
 */
const FILE_FORM =
  /^\/account\/(?:imports|leads\/import|leads\/[\w-]+\/files|settings\/page|closeouts\/[\w-]+\/manuals\/new)(?:\.data)?$/;
/** The limit its form shows, plus room for the form around the file. */
const FILE_FORM_BYTES = 50 * 1024 * 1024 + 64 * 1024;
/** A database that crashed is back within seconds. */
const RETRY_AFTER_SECONDS = "5";
const API = "/api/v1/";
const TOO_LARGE_LIST =
  "That file is larger than 50 MB. Nothing was saved. Split it and import the parts one at a time.\n";
const TOO_LARGE_FILES =
  "Those files are larger than 50 MB together. Nothing was saved. Go back, and send fewer files at a time.\n";
/** Mail servers accept less. Of more than 25 MB only the text is stored. */
const INBOUND_MAIL_BYTES = 64 * 1024 * 1024;

/** Forms answered before the framework: one line per feature. */
const quickForms = [captureForm];

/** Routes that read bodies of any size in chunks, before limits and framework: one line per feature. */
const rawDoors = [{ under: UPLOADS_PATH, answer: answerUpload }];

/** The web process's view of its readiness. */
export interface Readiness {
  /** Names of what is missing; empty when ready. */
  missing(): Promise<readonly string[]>;
}

export interface WebOptions {
  readonly settings: Settings;
  readonly publicUrl: string;
  readonly site: SiteDetails;
  readonly log: Log;
  readonly readiness: Readiness;
  /** The built screens; a function during development, when they change. */
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  /** `build/client`, or undefined during development. */
  readonly clientFolder: string | undefined;
  /** Vite's own handler during development. */
  readonly development?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** A worker answers health and metrics only. */
  readonly screens: boolean;
}

export interface WebServer {
  readonly port: number;
  /** Stops accepting connections and waits up to 10 seconds for pending answers. */
  stop(): Promise<void>;
}

/** Starts the web process: health, static pages from memory, then the screens. */
export async function startWeb(options: WebOptions): Promise<WebServer> {
  const { settings, log } = options;
  const https = options.publicUrl.startsWith("https:");
  const { publicUrl, site } = options;
  const thisYear = () => systemClock.now().toZonedDateTimeISO("UTC").year;

  let year = thisYear();
  let slots = slotsOf({ year, publicUrl, site });
  let files: StaticFiles | undefined;
  const load = () => {
    year = thisYear();
    slots = slotsOf({ year, publicUrl, site });
    if (options.clientFolder && options.screens)
      files = loadStaticFiles(options.clientFolder, { slots, https });
  };
  load();
  const newYear = setInterval(() => {
    if (thisYear() === year) return;
    try {
      load();
    } catch (error) {
      log.error({ error: loggableError(error) }, "pages not renewed");
    }
  }, 60_000).unref();

  reportInternalErrors((cause) => log.error({ error: loggableError(cause) }, "unexpected error"));
  const pages = (files?.paths ?? []).filter((one) => !/\.\w+$/.test(one));
  const app = buildApp(options, () => slots, https, pages);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const addresses = createAddressReader(settings.TRUST_PROXY);
  const takeQuickly = createQuickForms(options.screens ? quickForms : [], {
    https,
    ownOrigins: originsOf(options.publicUrl),
    networkOf: ({ socket, headers }) => {
      const forwarded = headers["x-forwarded-for"]?.toString();
      return addresses.isDirectLoopback(socket.remoteAddress, forwarded)
        ? undefined
        : networkOf(addresses.read(socket.remoteAddress, forwarded));
    },
    answered: (line) => log.info(line, "request"),
  });

  const answerRaw = createRawEndpoints(options.screens ? rawDoors : [], {
    https,
    publicUrl,
    ownOrigins: originsOf(publicUrl),
    answered: (line) => log.info(line, "request"),
  });

  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      const drawn = isDrawnForVisitor((request.url ?? "/").split("?", 1)[0]!, request.headers.cookie);
      if (!drawn && files?.serve(request, response)) return;
      if (answerRaw(request, response)) return;
      if (options.development) options.development(request, response, () => void listener(request, response));
      else if (!takeQuickly(request, response, () => void listener(request, response)))
        void listener(request, response);
    },
  );
  await listen(server, settings.PORT, settings.HOST);

  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : settings.PORT,
    async stop() {
      clearInterval(newYear);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      closeLiveStreams();
      // A browser keeps its connection open after the last answer, so idle connections are closed here.
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      const limit = setTimeout(() => server.closeAllConnections(), 10_000);
      await closed;
      for (const timer of [idle, limit]) clearTimeout(timer);
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE")
        reject(
          new Error(
            `Port ${port} on ${host} is already in use. Set PORT to another one, or stop the program that uses it.`,
          ),
        );
      else if (error.code === "EACCES")
        reject(
          new Error(
            `Port ${port} on ${host} cannot be opened by this user. Set PORT to a number above 1023.`,
          ),
        );
      else if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
        reject(
          new Error(
            "The setting HOST is not valid: it accepts an address of this machine, such as 127.0.0.1 or 0.0.0.0.",
          ),
        );
      else reject(error);
    });
    server.listen(port, host, resolve);
  });
}

interface Environment {
  Bindings: { incoming: IncomingMessage };
  Variables: { requestId: string };
}

function buildApp(
  options: WebOptions,
  slots: () => Slots,
  https: boolean,
  pages: readonly string[],
): Hono<Environment> {
  const { settings, log } = options;
  const addresses = createAddressReader(settings.TRUST_PROXY);
  const ownOrigins = originsOf(options.publicUrl);
  const { build } = options;
  const render =
    typeof build === "function"
      ? createRequestHandler(build, "development")
      : createNarrowHandler(build, "production");
  const app = new Hono<Environment>();

  app.use(async (c, next) => {
    const [began, path, requestId] = [performance.now(), new URL(c.req.url).pathname, newId()];
    c.set("requestId", requestId);
    await next();
    c.res.headers.set("X-Request-Id", requestId);
    for (const [name, value] of Object.entries(securityHeaders({ https, path })))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    const milliseconds = Math.round(performance.now() - began);
    // Paths can contain tokens and slugs, so only the first segment is logged.
    const area = `/${path.split("/")[1] ?? ""}`;
    const status = clientHasLeft(c.env.incoming) ? CLIENT_LEFT : c.res.status;
    observeRequest(c.req.method, status, milliseconds);
    log.info({ requestId, method: c.req.method, area, status, milliseconds }, "request");
  });

  app.onError((error, c) => {
    if (!clientHasLeft(c.env.incoming)) log.error({ error: loggableError(error) }, "unexpected error");
    return c.text("Something went wrong on our side. Nothing was lost. Please try again.\n", 500);
  });
  app.get("/livez", (c) => c.text("ok\n"));
  app.get("/readyz", async (c) => {
    const missing = await options.readiness.missing();
    return missing.length
      ? c.text(`not ready: ${missing.join(", ")}\n`, 503, { "Retry-After": "2" })
      : c.text("ok\n");
  });
  app.get("/metrics", async (c) => {
    const { incoming } = c.env;
    const given = c.req.header("authorization")?.replace(/^Bearer /i, "");
    const local = addresses.isDirectLoopback(incoming.socket.remoteAddress, c.req.header("x-forwarded-for"));
    const allowed = settings.METRICS_TOKEN
      ? given !== undefined && sameText(given, settings.METRICS_TOKEN)
      : local;
    if (!allowed) return c.notFound();
    return c.text(await metricsText(), 200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" });
  });
  if (!options.screens) return app;

  let canonical: CanonicalPaths | undefined;
  app.use(async (c, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return answerToOptions(c.req.raw) ?? next();
    canonical ??= createCanonicalPaths(
      [
        ...pages,
        ...patternsOf((typeof options.build === "function" ? await options.build() : options.build).routes),
      ],
      moved,
    );
    const { pathname, search } = new URL(c.req.url);
    const to = canonical(pathname);
    return to
      ? c.body(null, 301, { Location: `${to}${search}`, "Cache-Control": "public, max-age=3600" })
      : next();
  });
  app.use(async (c, next) => {
    if (!OPEN_TO_OTHERS.test(c.req.path) && !isOwnRequest(c.req.raw, ownOrigins))
      return c.text(
        "This form was sent from another site, so nothing was changed. Open the page here and try again.\n",
        403,
      );
    return next();
  });
  const tooLarge = (path: string) =>
    path.startsWith(API)
      ? refuseCall()
      : new Response(
          /^\/account\/(?:leads\/import|imports)/.test(path)
            ? TOO_LARGE_LIST
            : FILE_FORM.test(path)
              ? TOO_LARGE_FILES
              : "That’s more than we can accept. Nothing was saved.\n",
          {
            status: 413,
            headers: { "Content-Type": "text/plain; charset=utf-8" },
          },
        );
  app.use(async (c, next) => {
    const within = await withinLimit(c.req.raw, mostBytes(c.req.path), FILE_FORM.test(c.req.path));
    if (!within) return refuseWhileReading(c.req.raw, tooLarge(c.req.path));
    c.req.raw = within;
    return next();
  });

  app.all("*", async (c) => {
    const { incoming } = c.env;
    const forwarded = c.req.header("x-forwarded-for");
    const nonce = randomBytes(16).toString("base64");
    const context = new RouterContextProvider();
    context.set(nonceContext, nonce);
    context.set(requestIdContext, c.get("requestId"));
    context.set(clientAddressContext, addresses.read(incoming.socket.remoteAddress, forwarded));
    context.set(directLoopbackContext, addresses.isDirectLoopback(incoming.socket.remoteAddress, forwarded));
    const answer = withStorageStatus(await render(c.req.raw, context), context);
    const headers = new Headers(answer.headers);
    // The framework builds redirects to canonical paths itself; all its answers are private unless a screen
    // says otherwise.
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
    // A screen's own headers replace those of an error response (see answers.server.ts), so Retry-After
    // would get lost.
    if (answer.status === 503 && !headers.has("Retry-After")) headers.set("Retry-After", RETRY_AFTER_SECONDS);
    const type = headers.get("Content-Type") ?? "";
    if (!type.startsWith("text/html")) {
      if (!HOLDS_SLOTS.test(type)) return new Response(answer.body, { status: answer.status, headers });
      headers.delete("Content-Length");
      return new Response(fillSlots(await answer.text(), slots(), "guest"), {
        status: answer.status,
        headers,
      });
    }
    headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
    headers.append("Vary", "Accept-Encoding, Cookie, Sec-GPC");
    const html = fillSlots(
      await htmlOf(answer),
      slots(),
      viewerOf(c.req.header("cookie")),
      c.req.header("sec-gpc") === "1",
    );
    const bytes = await compressed(html, c.req.header("accept-encoding"), headers);
    return new Response(bytes, { status: answer.status, headers });
  });
  return app;
}

function mostBytes(path: string): number {
  if (path === "/api/inbound/mail") return INBOUND_MAIL_BYTES;
  if (path.startsWith(API)) return MOST_BYTES;
  if (FILE_FORM.test(path)) return FILE_FORM_BYTES;
  return PICTURE_FORM.test(path) ? PICTURE_FORM_BYTES : FORM_BYTES;
}

function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
