import { isIP } from "node:net";
import { isPublicAddress } from "#platform/outside/outside.server.ts";

/**
 * Why an address can't be used for a webhook; undefined when it can. Names are resolved at each delivery,
 * and refused then if they lead into a private network: the result today could change tomorrow.
 * @param mayReachPrivate only on an installation used from its own machine
 */
export function faultOfAddress(text: string, mayReachPrivate: boolean): string | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:"))
    return "Give a whole address, such as https://example.com/hook.";
  if (url.protocol === "http:" && !mayReachPrivate) return "Give an address that begins with https://.";
  if (url.username || url.password)
    return "Leave name and password out of the address: deliveries are signed.";
  if (url.hash) return "Leave out what follows #: it is never sent.";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isClosed = isIP(host)
    ? !isPublicAddress(host)
    : /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/.test(host) || !host.includes(".");
  if (isClosed && !mayReachPrivate)
    return "This address is not on the internet. Give one that anybody can reach.";
  return undefined;
}
