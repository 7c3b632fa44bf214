import { shownFields } from "#ground/sync/public.server.ts";
import { defineProjection } from "#ground/worklist/public.server.ts";
import { deliveryLine, deliveryOf, STATE_WORDS } from "./rules.ts";

/** Lists each delivery with a day over all jobs. Called once per process, with the kind. */
export function defineDeliveryItems(): void {
  defineProjection({
    kind: "deliveries.delivery",
    itemOf({ fields }) {
      const delivery = deliveryOf(shownFields(fields));
      const { day, state, what, photo } = delivery;
      if (day === null) return null;
      return {
        date: day,
        title: deliveryLine(delivery),
        type: state,
        state,
        photos: photo === null ? [] : [photo],
        texts: [what, STATE_WORDS[state]],
      };
    },
  });
}
