import type { Source } from "#trade/jobs/timeline/source.ts";
import { deliveryOf, deliveryLine, STATE_WORDS } from "./rules.ts";

/** Timeline entries for deliveries: each one's state, at its last change. */
export const deliverySources: readonly Source[] = [
  {
    kind: "deliveries.delivery",
    tool: "Deliveries",
    entriesOf(record) {
      const newest = Object.values(record.fields)
        .flatMap(({ values }) => values)
        .toSorted((a, b) => b.at - a.at)[0];
      if (!newest) return [];
      const delivery = deliveryOf(record.values);
      return [
        {
          id: record.id,
          at: newest.at,
          author: newest.author,
          title: `${STATE_WORDS[delivery.state]}: ${deliveryLine(delivery)}`,
          body: delivery.photo ? (
            <img src={`/account/media/${delivery.photo}/thumb`} alt={delivery.what} />
          ) : undefined,
          record,
        },
      ];
    },
  },
];
