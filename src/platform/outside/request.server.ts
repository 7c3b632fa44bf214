import { type ClientRequest, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP } from "node:net";
import { type Resolved, Unreachable } from "./outside.server.ts";

/**
 * Begins a request to a URL from a user. The name is resolved and checked once, and only that address is
 * connected to, so DNS rebinding gains nothing.
 * @throws Unreachable for a forbidden address
 */
export async function requestOutside(
  url: URL,
  options: {
    readonly method: "GET" | "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    readonly resolve: (host: string) => Promise<Resolved>;
  },
): Promise<ClientRequest> {
  const { method, headers, signal, resolve } = options;
  const name = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const { address, isPublic } = await resolve(name);
  const isSecure = url.protocol === "https:";
  if (!isSecure && isPublic) throw new Unreachable("EPLAIN");
  return (isSecure ? secureRequest : plainRequest)({
    host: address,
    // The certificate is for the name, not for the IP address.
    ...(isSecure && !isIP(name) ? { servername: name } : {}),
    port: url.port || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    method,
    agent: false,
    signal,
    headers: { ...headers, Host: url.host, Connection: "close" },
  });
}

/**
 * Runs `work` with a limit for everything it does.
 * @throws Error with code ETIMEDOUT
 */
export async function withinTime<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const cut = new AbortController();
  const timer = setTimeout(() => {
    limit.reject(Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" }));
    cut.abort();
  }, timeoutMs);
  try {
    return await Promise.race([work(cut.signal), limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
