import { zoneOf } from "#ground/businesses/public.server.ts";
import { goesAt, listDeleted, listSavedDrips } from "#trade/drips/public.server.ts";
import { listPages } from "#trade/leads/public.server.ts";
import { describeTrigger, type Family, playsOf, sequencesOverview } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { sortRows } from "#platform/http/list-sort.ts";
import { dayOf, moment } from "#platform/time/format.ts";
import { type FollowUpSort, NEWEST } from "./sort.ts";

const SORTED_BY = {
  published: ({ latest }: Family) => latest.createdAt.epochMilliseconds,
  name: ({ latest }: Family) => latest.name,
  people: ({ people }: Family) => people,
  next: ({ next, state }: Family) => (state === "paused" ? null : (next?.epochMilliseconds ?? null)),
  last: ({ last }: Family) => last?.epochMilliseconds ?? null,
};

/**
 * Every follow-up of the account: drafts, what the drip maker made, published ones, and ready-made ones.
 * @param sort order of the published ones
 */
export async function listFollowUps(ctx: AccountContext, sort: FollowUpSort = NEWEST) {
  const [zone, pages] = [await zoneOf(ctx), await listPages(ctx)];
  const { families, drafts } = await sequencesOverview(ctx);
  const [drips, deleted] = [await listSavedDrips(ctx), await listDeleted(ctx)];
  const titles = new Map(pages.map(({ id, offer }) => [id, offer.title]));
  const made = new Set(drips.map(({ id }) => id));
  const isOver = ({ state }: Family) => state === "ended" || state === "finishing";
  // The drip that a published follow-up came from; drafts made from one have its id.
  const source = ({ latest, ids }: Family) =>
    [latest.dripId, ...ids].find((id) => id !== null && made.has(id)) ?? null;
  const thrownAway = new Set(deleted.map(({ id }) => id));
  const used = new Set([
    ...drafts.map(({ id }) => id),
    ...families.filter((family) => !isOver(family)).map(source),
  ]);
  return {
    drafts: [
      ...drafts
        .filter(({ id }) => !thrownAway.has(id))
        .map(({ id, name, steps, trigger, updatedAt }) => ({
          id,
          name: name.trim() || "No name yet",
          steps: steps.length,
          starts: describeTrigger(trigger, titles.get(trigger.pageId) ?? null),
          changed: dayOf(updatedAt, zone),
          read: made.has(id) ? `/account/drips/${id}` : null,
        })),
      ...drips
        .filter(({ id }) => !used.has(id))
        .map(({ id, title, text, createdAt, updatedAt }) => ({
          id,
          name: title,
          steps: text.emails.length + text.scripts.length,
          starts: "Not chosen yet",
          changed: dayOf(updatedAt ?? createdAt, zone),
          read: `/account/drips/${id}`,
        })),
    ],
    families: sortRows(families, sort, SORTED_BY).map((family) => {
      const { id, latest, people, next, last, state, standing, hasDraft } = family;
      const { trigger, pageId } = latest;
      const from = source(family);
      return {
        id,
        name: latest.name,
        starts: describeTrigger(
          {
            kind: trigger.kind,
            pageId: pageId ?? "",
            what: trigger.kind === "event" ? trigger.what : "",
            on: trigger.kind === "date" ? trigger.on : "",
          },
          titles.get(pageId ?? "") ?? null,
        ),
        people,
        next: next && state !== "paused" ? moment(next, zone) : null,
        last: last ? dayOf(last, zone) : null,
        state,
        standing,
        hasDraft,
        read: from ? `/account/drips/${from}` : null,
      };
    }),
    ready: (await playsOf(ctx)).map(({ id, name, does }) => ({
      id,
      name,
      does,
      isAdded: families.some((family) => family.latest.play === id && !isOver(family)),
    })),
    deleted: deleted.map(({ id, title, deletedAt }) => ({
      id,
      title,
      goes: dayOf(goesAt(deletedAt!), zone),
    })),
  };
}
