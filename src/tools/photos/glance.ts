import { countOf, type Glance, lineFor } from "#trade/jobs/public.ts";
import { factsOf, isListed, PHOTO } from "./rules/photo.ts";
import { missingOf, SHOTS, shotListOf } from "./rules/shots.ts";

/** Shots that are still missing, and how many photos every tool took. */
const glance: Glance = {
  kinds: [PHOTO, SHOTS],
  glanceOf(of, { photos, isGuest }) {
    const facts = of(PHOTO).map(({ values }) => factsOf(values));
    const missing = of(SHOTS).flatMap(({ id, values }) => {
      const list = shotListOf(values);
      return list.isDone ? [] : missingOf(list, id, facts);
    }).length;
    const unlisted = new Set(facts.flatMap((one) => (isListed(one) ? [] : one.sha256)));
    const count = [...(photos ?? [])].filter((one) => !unlisted.has(one)).length;
    return [
      ...lineFor(missing, (many) => `${countOf(many, "shot")} missing`, {
        ...(isGuest ? {} : { needs: "now" as const }),
        path: "photos/shots",
      }),
      ...(photos === null ? [] : [{ text: count === 0 ? "No photos yet" : countOf(count, "photo") }]),
    ];
  },
};
export default glance;
