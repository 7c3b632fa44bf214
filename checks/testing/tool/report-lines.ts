import { photosShown, type Describer } from "#trade/jobs/public.server.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { deliveryOf, deliveryLine, STATE_WORDS } from "./rules.ts";

/** Report lines for deliveries: each one's state, and when it was last changed. */
export const deliveryDescribers: readonly Describer[] = [
  {
    kind: "deliveries.delivery",
    tell(record) {
      const state = record.fields["state"]?.values[0];
      if (!state) return [];
      const delivery = deliveryOf(shownFields(record.fields));
      const photos = photosShown(record).map((sha256) => ({ sha256, caption: delivery.what }));
      return [
        {
          at: state.at,
          by: state.by,
          title: `${STATE_WORDS[delivery.state]}: ${deliveryLine(delivery)}`,
          lines: [],
          photos,
        },
      ];
    },
  },
];
