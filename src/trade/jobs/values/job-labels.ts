import { moneyWords } from "#platform/money/money.ts";
import { STATUS_WORDS } from "../rules.ts";
import {
  dateTyped,
  type KindWords,
  momentTyped,
  oneOf,
  personNamed,
  PHOTO_WORDS,
  placeSaid,
  typedWords,
  yesOrNo,
} from "./labels.ts";

/** What the fields of jobs and of their notes are called, and their values. */
export const jobWords: readonly KindWords[] = [
  {
    kind: "jobs.job",
    fields: {
      name: typedWords("Name"),
      address: typedWords("Address"),
      position: placeSaid("Position"),
      leadId: {
        label: "Client",
        say: (_, { beside }) => {
          const name = beside("clientName");
          return typeof name === "string" ? name : "One of your clients";
        },
        none: "No client linked",
      },
      clientName: typedWords("Client’s name"),
      clientPhone: typedWords("Client’s phone"),
      clientEmail: typedWords("Client’s email"),
      status: oneOf("Status", STATUS_WORDS),
      startsOn: dateTyped("Start"),
      finishesOn: dateTyped("Finish"),
      contractCents: {
        label: "Contract sum",
        say: (value, { currency }) => (typeof value === "number" ? moneyWords(value, currency) : null),
      },
      zone: {
        label: "Time zone",
        say: (value) => (typeof value === "string" ? value.replaceAll("_", " ") : null),
      },
      "team.*": yesOrNo(
        ({ people, rest }) => `Team: ${personNamed(people, rest)}`,
        "On the job",
        "Not on the job",
      ),
    },
  },
  {
    kind: "jobs.note",
    fields: {
      text: typedWords("Note"),
      occurredAt: momentTyped("When it happened"),
      place: placeSaid("Where it was"),
      "photos.*": PHOTO_WORDS,
    },
  },
];
