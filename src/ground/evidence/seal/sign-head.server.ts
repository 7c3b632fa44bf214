import type { AccountContext } from "#platform/db/scope.server.ts";
import { loadStanding } from "../entries.server.ts";
import { signer } from "./keys.server.ts";
import { FORMAT } from "../rules.ts";

/**
 * A signed statement of where a job's history ended. Printed in a report, it later proves that nothing before
 * it changed.
 */
export interface SignedHead {
  readonly is: "head";
  readonly v: typeof FORMAT;
  readonly account: string;
  readonly job: string;
  readonly number: number;
  readonly hash: string;
  readonly at: string;
  readonly key: string;
  /** Ed25519 in hex over the canonical JSON of everything else. */
  readonly signature: string;
}

/**
 * Signs the current end of a job's history without changing it; null for a job without one.
 * @throws AppError unavailable if there is no key yet
 */
export async function signHead(
  ctx: AccountContext,
  job: string,
): Promise<{ head: SignedHead; sealedTo: number } | null> {
  const { number, hash, sealedTo } = await loadStanding(ctx, job);
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
