import {
  formatIfPresent,
  formatPlace,
  formatTyped,
  type KindLabels,
  PHOTO_LABELS,
} from "#trade/fieldwork/public.tsx";
import { formatDays } from "../rules/change.ts";
import { describeRequestAnswer, formatCost, REQUEST, requestOf } from "./request.ts";

/** The fields of what guests ask for. */
export const requestLabels: KindLabels = {
  kind: REQUEST,
  name: "Request for extra work",
  pageOf: (job) => `/account/job/${job}/changes`,
  fields: {
    title: formatTyped("Title"),
    description: formatTyped("What changes"),
    cents: { label: "Price", say: (cents, { currency }) => formatCost(requestOf({ cents }).cents, currency) },
    days: { label: "Days", say: (days) => formatDays(requestOf({ days }).days), none: "No change" },
    place: formatPlace("Place"),
    "photos.*": PHOTO_LABELS,
    from: { label: "Began with", say: () => "A photo or an entry" },
    answer: {
      label: "Answer",
      none: "None yet",
      say: (answer) => formatIfPresent(requestOf({ answer }).answer, describeRequestAnswer),
    },
  },
};
