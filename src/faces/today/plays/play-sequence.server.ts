import {
  createSequence,
  insideOf,
  retireSequence,
  sequencesOfPlays,
  stepsOfPlay,
} from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { playOf, voiceOf } from "./voice.server.ts";

/** Makes a sequence from a play, or finds the existing one. */
export async function ensurePlaySequence(ctx: AccountContext, id: string): Promise<string> {
  const play = playOf(id);
  const used = (await sequencesOfPlays(ctx)).get(play.id);
  if (used) return used.id;
  const steps = stepsOfPlay(play, await voiceOf(ctx));
  return createSequence(ctx, { name: play.name, trigger: { kind: "manual" }, steps }, play.id);
}

/** Retires a play's sequence if no one is enrolled. @returns whether it did */
export async function retirePlaySequence(ctx: AccountContext, id: string): Promise<boolean> {
  const used = (await sequencesOfPlays(ctx)).get(id);
  if (!used || (await insideOf(ctx, used.id)) > 0) return false;
  await retireSequence(ctx, used.id);
  return true;
}
