import type { Tool } from "#trade/jobs/public.tsx";
import { lastWritten } from "#trade/fieldwork/public.ts";
import {
  EntryContent,
  formatPlace,
  formatTyped,
  formatTypedDate,
  oneOf,
  PHOTO_LABELS,
} from "#trade/fieldwork/public.tsx";
import { DELIVERY, deliveryLine, deliveryOf, deliveryTitle, STATE_LABELS } from "./rules.ts";

/** Deliveries, as browsers know them. */
export const deliveriesTool: Tool = {
  word: "deliveries",
  label: "Deliveries",
  icon: "document",
  screens: [
    { path: "", load: () => import("./screen.tsx") },
    { path: ":deliveryId", load: () => import("./delivery.tsx") },
  ],
  glance: () => import("./glance.ts"),
  sources: [
    {
      kind: DELIVERY,
      tool: "Deliveries",
      pathOf: ({ job, id }) => `/account/job/${job}/deliveries/${id}`,
      entriesOf(record) {
        const last = lastWritten(record.fields);
        const delivery = deliveryOf(record.values);
        const body = <EntryContent record={record} label={deliveryLine(delivery)} stay />;
        const title = deliveryTitle(delivery);
        return last ? [{ id: record.id, at: last.at, author: last.author, title, body, record }] : [];
      },
    },
  ],
  labels: [
    {
      kind: DELIVERY,
      name: "Delivery",
      pageOf: (job) => `/account/job/${job}/deliveries`,
      fields: {
        what: formatTyped("What came"),
        count: { label: "How many", say: (value) => (typeof value === "number" ? String(value) : null) },
        state: oneOf("Status", STATE_LABELS),
        day: formatTypedDate("Day"),
        "photos.*": PHOTO_LABELS,
        place: formatPlace("Where it was"),
        leadId: { label: "Ordered by", say: () => "One of your clients", none: "No client" },
      },
    },
  ],
};
