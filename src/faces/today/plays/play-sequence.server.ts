import { voiceOf } from "#trade/magnets/public.server.ts";
import { ensurePlay, insideOf, retireSequence, sequencesOfPlays } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { playOf } from "./voice.server.ts";

/** Makes a sequence from a play, or finds the existing one. */
export async function ensurePlaySequence(ctx: AccountContext, id: string): Promise<string> {
  return ensurePlay(ctx, playOf(id), await voiceOf(ctx));
}

/** Retires a play's sequence if no one is enrolled. @returns whether it did */
export async function retirePlaySequence(ctx: AccountContext, id: string): Promise<boolean> {
  const used = (await sequencesOfPlays(ctx)).get(id);
  if (!used || (await insideOf(ctx, used.id)) > 0) return false;
  await retireSequence(ctx, used.id);
  return true;
}
