import { clearSynced } from "./clear-device.ts";
import { isFieldPath, SHELL, TAKE_OVER } from "./paths.ts";
import { listenForPushes } from "./show-pushes.ts";
import { PIECES } from "#platform/newer/load-newer.ts";
import { SIGNED_OUT } from "#ui/scripts/field-worker.ts";

// Caches the field app on the device. Each version has its own cache, used only when it is complete and
// every file matches the hash from the build, so neither a broken connection nor a captive portal's page
// gets in. It never touches unsent work; at sign-out it deletes what the server has.

interface Extended extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Asked extends Extended {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  addEventListener(name: "install" | "activate", hear: (event: Extended) => void): void;
  addEventListener(name: "fetch", hear: (event: Asked) => void): void;
  addEventListener(name: "message", hear: (event: MessageEvent & Extended) => void): void;
}
interface Kept {
  readonly url: string;
  readonly integrity: string;
  /**
   * Name of a chunk of platform/newer, cached only where this browser lacks what it provides, or "pdf",
   * cached on first use.
   */
  readonly piece?: string;
}
declare const __PRECACHE__: { readonly version: string; readonly files: readonly Kept[] };

const worker: Scope = globalThis as typeof globalThis & Scope;
const { version, files } = __PRECACHE__;
const OURS = "field-";
const NAME = OURS + version;

/**
 * Fetches missing files. Files from an earlier attempt stay, so that a bad connection gets there in steps.
 */
async function fill(): Promise<void> {
  const cache = await caches.open(NAME);
  const missing = new Set(PIECES.filter((piece) => piece.isMissing()).map(({ name }) => name as string));
  const needed = files.filter(({ piece }) => piece === undefined || missing.has(piece));
  await Promise.all(
    needed.map(async (file) => {
      if (!(await cache.match(file.url))) await keepFile(cache, file);
    }),
  );
  await cache.put(SHELL, await fetchShell());
}

/**
 * Caches a file of this version.
 * @throws Error when it can't be fetched or differs from the build
 */
async function keepFile(cache: Cache, { url, integrity }: Kept): Promise<void> {
  // A chunk's name contains its hash, so the previous version may have it.
  const answer =
    (await caches.match(url)) ?? (await fetch(url, { integrity, cache: "no-cache", redirect: "error" }));
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  await cache.put(url, answer);
}

/** Fetches the document and checks that it is this version's. */
async function fetchShell(): Promise<Response> {
  const answer = await fetch(SHELL, { cache: "no-cache", redirect: "error", credentials: "omit" });
  const html = await answer.text();
  if (!answer.ok || !html.includes(`<meta name="field-version" content="${version}">`))
    throw new Error("not the document of this version");
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  // A reused nonce is worthless; the cached document has no script that needs it.
  headers.set(
    "Content-Security-Policy",
    (headers.get("Content-Security-Policy") ?? "").replaceAll(/ 'nonce-[^']*'/g, ""),
  );
  return new Response(html, { headers });
}

/** Deletes versions that no open page can need: all but this one and the previous one. */
async function forgetOld(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== NAME);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** From the cache, else from the server. */
async function answer(request: Request, key: Request | string): Promise<Response> {
  const own = await caches.open(NAME);
  // What reads PDFs, or a chunk for a feature that a page lacks and the worker has: cached on first use.
  const left =
    typeof key === "string"
      ? undefined
      : files.find(({ url, piece }) => piece !== undefined && new URL(key.url).pathname === url);
  if (left && !(await own.match(left.url))) await keepFile(own, left).catch(() => undefined);
  return (
    (await own.match(key, { ignoreVary: true })) ??
    (await caches.match(key, { ignoreVary: true })) ??
    (await fetch(request))
  );
}

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([forgetOld(), worker.clients.claim()])),
);
worker.addEventListener("message", (event) => {
  if (event.data === TAKE_OVER) void worker.skipWaiting();
  if (event.data === SIGNED_OUT) event.waitUntil(clearSynced());
});
listenForPushes();
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" ? isFieldPath(pathname) : pathname.startsWith("/field/assets/"))
    event.respondWith(answer(request, request.mode === "navigate" ? SHELL : request));
});
