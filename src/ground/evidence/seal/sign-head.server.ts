import type { AccountContext } from "#platform/db/scope.server.ts";
import { standingOf } from "../entries.server.ts";
import { signer } from "./keys.server.ts";
import { FORMAT } from "../rules.ts";

/**
 * The installation's signed word on where a job's history stood. Printed and sent away, it shows later that
 * nothing before it was changed.
 */
export interface SignedHead {
  readonly is: "head";
  readonly v: typeof FORMAT;
  readonly account: string;
  readonly job: string;
  /** The last entry, and its hash. */
  readonly number: number;
  readonly hash: string;
  readonly at: string;
  /** Id of the key. */
  readonly key: string;
  /** Ed25519 over the canonical JSON of all else, in hex. */
  readonly signature: string;
}

/**
 * Signs where a job's history stands; nothing for a job without one. Changes nothing.
 * @throws AppError unavailable where there is no key yet
 */
export async function signHead(
  ctx: AccountContext,
  job: string,
): Promise<{ head: SignedHead; sealedTo: number } | null> {
  const { number, hash, sealedTo } = await standingOf(ctx, job);
  if (number === 0 || hash === null) return null;
  const at = ctx.now.toString({ smallestUnit: "millisecond", roundingMode: "floor" });
  return {
    head: (await signer(ctx.db))({
      is: "head" as const,
      v: FORMAT,
      account: ctx.account.id,
      job,
      number,
      hash,
      at,
    }),
    sealedTo,
  };
}
