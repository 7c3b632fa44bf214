import { now } from "#platform/db/scope.server.ts";
import { isOverTryLimit } from "../capture/limits.server.ts";
import { isWornOut, openFor } from "../form/shown-mark.server.ts";
import { createNetworkHours } from "./network-hour.server.ts";
import type { Capture } from "../form/schema.ts";
import { areEnough, QUIET_NETWORK, type Sign, signsOf } from "./spam.ts";
import { TRAP } from "../form/trap.ts";

/** How a form came: what stood in it that people don't fill, and from which network. */
export interface Sender {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Nothing for a client on this machine without a proxy between. */
  readonly network: string | undefined;
}

const hours = createNetworkHours();

/** Why a capture is to be held back for its business to look at; empty where it is not. */
export function quarantineReasons(
  { name, email, answers }: Capture,
  pageId: string,
  { fields, network }: Sender,
): readonly Sign[] {
  const message = [answers?.need, answers?.when, answers?.address].filter(Boolean).join("\n");
  const trap = fields[TRAP];
  const signs = signsOf({
    name,
    email,
    message,
    // What is no text was not typed by anybody either.
    trap: typeof trap === "string" ? trap : trap ? "filled" : "",
    openMs: openFor(fields, now()),
    isWornOut: !isOverTryLimit({ network }) && isWornOut(fields, now()),
    network: network === undefined ? QUIET_NETWORK : hours(network, { email, message, pageId }, now()),
  });
  return areEnough(signs) ? signs : [];
}
