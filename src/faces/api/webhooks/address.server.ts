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
    return "Enter a full address, such as https://example.com/hook.";
  if (url.protocol === "http:" && !mayReachPrivate) return "Enter an address that starts with https://.";
  if (url.username || url.password)
    return "Leave the username and password out of the address. Deliveries are signed.";
  if (url.hash) return "Leave out the part after #. It’s never sent.";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isClosed = isIP(host)
    ? !isPublicAddress(host)
    : /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/.test(host) || !host.includes(".");
  if (isClosed && !mayReachPrivate)
    return "This address isn’t on the public internet. Enter one we can reach.";
  return undefined;
}
