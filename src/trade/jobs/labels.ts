import { formatMoney } from "#platform/money/money.ts";
import { STATUS_WORDS } from "./rules.ts";
import {
  formatTypedDate,
  type KindLabels,
  formatMoment,
  oneOf,
  formatPerson,
  PHOTO_LABELS,
  formatPlace,
  formatTyped,
  yesOrNo,
} from "#trade/fieldwork/public.tsx";

export const jobLabels: readonly KindLabels[] = [
  {
    kind: "jobs.job",
    name: "Job",
    fields: {
      name: formatTyped("Name"),
      address: formatTyped("Address"),
      position: formatPlace("Location"),
      leadId: {
        label: "Client",
        say: (_, { beside }) => {
          const name = beside("clientName");
          return typeof name === "string" ? name : "One of your clients";
        },
        none: "No client linked",
      },
      clientName: formatTyped("Client’s name"),
      clientPhone: formatTyped("Client’s phone"),
      clientEmail: formatTyped("Client’s email"),
      status: oneOf("Status", STATUS_WORDS),
      startsOn: formatTypedDate("Start"),
      finishesOn: formatTypedDate("Finish"),
      contractCents: {
        label: "Contract sum",
        say: (value, { currency }) => (typeof value === "number" ? formatMoney(value, currency) : null),
      },
      zone: {
        label: "Time zone",
        say: (value) => (typeof value === "string" ? value.replaceAll("_", " ") : null),
      },
      "team.*": yesOrNo(
        ({ people, rest }) => `Team: ${formatPerson(people, rest)}`,
        "On the job",
        "Not on the job",
      ),
    },
  },
  {
    kind: "jobs.note",
    name: "Note",
    fields: {
      text: formatTyped("Note"),
      occurredAt: formatMoment("When it happened"),
      place: formatPlace("Where it was"),
      "photos.*": PHOTO_LABELS,
    },
  },
];
