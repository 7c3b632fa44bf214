import { getBusiness } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { getSequence, listSequences } from "../live.server.ts";
import { fillPlaceholders, type MatterFills } from "../message/placeholders.ts";
import type { Step } from "../plan/planner.ts";
import { stepsOfPlay, type Voice } from "../plays/fill-play.ts";
import { ensurePlay, playsOf } from "../plays/plays.server.ts";

// The ready-made follow-ups of a tool, which one checkbox turns on when something is first sent to a client.

const readyPlays = async (ctx: AccountContext, ids: readonly string[]) =>
  (await playsOf(ctx)).filter(({ id }) => ids.includes(id));

/** Those that this business has had on. */
const sequencesMade = async (ctx: AccountContext, ids: readonly string[]) =>
  (await listSequences(ctx)).filter(({ play }) => play !== null && ids.includes(play));

/**
 * Turns on a tool's ready-made follow-ups. If one of them is on, the business turned the others off, and they
 * stay off.
 * @param ids of `content/plays`
 */
export async function turnOnPlays(ctx: AccountContext, ids: readonly string[], voice: Voice): Promise<void> {
  if ((await sequencesMade(ctx, ids)).some(({ retiredAt }) => retiredAt === null)) return;
  for (const play of await readyPlays(ctx, ids)) await ensurePlay(ctx, play, voice);
}

/** What a tool offers to follow up. */
export interface Offered {
  /** Of `content/plays`. */
  readonly plays: readonly string[];
  readonly voice: Voice;
  /** What its sender chose last; null before it was sent. */
  readonly last: boolean | null;
  readonly client: { readonly name: string; readonly leadId: string | null } | null;
  /** Fills the emails' blanks. */
  readonly matter: Partial<MatterFills>;
}

/** The choice in the form that sends something: whether it's on, and what would go out. */
export async function offerFollowUp(
  ctx: AccountContext,
  { plays: ids, voice, last, client, matter }: Offered,
) {
  const [all, plays, business] = [
    await sequencesMade(ctx, ids),
    await readyPlays(ctx, ids),
    await getBusiness(ctx),
  ];
  const live = all.filter(({ retiredAt }) => retiredAt === null);
  const fills = {
    firstName: greetingName(client?.name ?? ""),
    business: business.name ?? "",
    matter,
  };
  const shown = [];
  for (const play of plays) {
    const used = live.find((one) => one.play === play.id);
    if (live.length > 0 && !used) continue;
    const steps: readonly Step[] = used ? (await getSequence(ctx, used.id)).steps : stepsOfPlay(play, voice);
    shown.push({
      id: play.id,
      name: used?.name ?? play.name,
      when: play.when,
      edit: used ? `/account/sequences/${used.id}` : null,
      mails: steps.flatMap((step) =>
        step.kind === "mail"
          ? [{ subject: fillPlaceholders(step.subject, fills), body: fillPlaceholders(step.body, fills) }]
          : [],
      ),
    });
  }
  const isFirst = all.length === 0;
  return {
    isPossible: client?.leadId != null,
    isOn: isFirst || (live.length > 0 && (last ?? true)),
    isFirst,
    needsAddress: business.postalAddress === null,
    shown,
  };
}

export type FollowUpOffer = Awaited<ReturnType<typeof offerFollowUp>>;
