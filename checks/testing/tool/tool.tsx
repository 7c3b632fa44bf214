import type { Tool } from "#trade/jobs/public.tsx";
import { deliverySources } from "./timeline.tsx";
import { deliveryLabels } from "./words.ts";

/** Deliveries, as browsers know them. */
export const deliveriesTool: Tool = {
  word: "deliveries",
  label: "Deliveries",
  icon: "document",
  screens: [
    { path: "", load: () => import("./screen.tsx") },
    { path: ":deliveryId", load: () => import("./delivery.tsx") },
  ],
  sources: deliverySources,
  labels: deliveryLabels,
};
