import {
  formatIfPresent,
  formatPlace,
  formatTyped,
  formatTypedDate,
  type KindLabels,
  PHOTO_LABELS,
} from "#trade/fieldwork/public.tsx";
import { formatAmountOf, formatHours, hoursOf, TICKET, ticketOf } from "./ticket.ts";

/** The fields of tickets, for conflicts, changes and what was refused. */
export const ticketLabels: KindLabels = {
  kind: TICKET,
  name: "Ticket",
  pageOf: (job) => `/account/job/${job}/changes`,
  fields: {
    change: { label: "Change", say: () => "A change of this job" },
    day: formatTypedDate("Day"),
    work: formatTyped("What was done"),
    place: formatPlace("Where it was"),
    "photos.*": PHOTO_LABELS,
    "lines.*": {
      label: "People, material, or equipment",
      none: "Removed",
      say: (value) =>
        formatIfPresent(
          ticketOf({ "lines.x": value }).lines[0],
          (line) => `${line.text}, ${formatAmountOf(line)}`,
        ),
    },
    copyTo: formatTyped("Copy goes to"),
    copied: {
      label: "Signed copy",
      none: "Not sent yet",
      say: (copied) =>
        formatIfPresent(ticketOf({ copied }).copied, ({ to, is, words }) =>
          is === "unsent" ? words : to ? `Emailed to ${to}` : "Emailed to the owners",
        ),
    },
    leadId: { label: "Client", say: () => "One of your clients", none: "No client" },
    signed: {
      label: "Signed",
      say: (signed) =>
        formatIfPresent(ticketOf({ signed }).signed, ({ lines }) => `For ${formatHours(hoursOf(lines))}`),
    },
    signer: {
      label: "Signed by",
      say: (signer) => formatIfPresent(ticketOf({ signer }).signer, ({ name }) => name),
    },
  },
};
