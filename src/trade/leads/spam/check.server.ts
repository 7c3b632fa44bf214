import { now } from "#platform/db/scope.server.ts";
import { isOverTryLimit } from "../capture/limits.server.ts";
import { isWornOut, openFor } from "../form/shown-mark.server.ts";
import { createNetworkHours } from "./network-hour.server.ts";
import type { Capture } from "../form/schema.ts";
import { isSpam, QUIET_NETWORK, type Sign, findSigns } from "./spam.ts";
import { TRAP } from "../form/trap.ts";

export interface Sender {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Undefined for a client on this machine without a proxy. */
  readonly network: string | undefined;
}

const hours = createNetworkHours();

/** The signs for which a capture is quarantined; empty for none. */
export function quarantineReasons(
  { name, email, answers }: Capture,
  pageId: string,
  { fields, network }: Sender,
): readonly Sign[] {
  const message = [answers?.need, answers?.when, answers?.address].filter(Boolean).join("\n");
  const trap = fields[TRAP];
  const signs = findSigns({
    name,
    email,
    message,
    // A trap value that is not text was not typed by a person either.
    trap: typeof trap === "string" ? trap : trap ? "filled" : "",
    openMs: openFor(fields, now()),
    isWornOut: !isOverTryLimit({ network }) && isWornOut(fields, now()),
    network: network === undefined ? QUIET_NETWORK : hours(network, { email, message, pageId }, now()),
  });
  return isSpam(signs) ? signs : [];
}
