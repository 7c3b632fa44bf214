import type { Tool } from "#trade/jobs/public.tsx";
import { firstWritten, lastWritten, shotsOf } from "#trade/fieldwork/public.ts";
import { Photos } from "#trade/fieldwork/public.tsx";
import { requestLabels } from "./requests/labels.ts";
import { describeRequestAnswer, REQUEST, requestOf } from "./requests/request.ts";
import { askFrom } from "./requests/start.ts";
import { startFrom } from "./start/extra-work.ts";
import { changeLabels } from "./labels.ts";
import { formatNoticeTo, givenOf, NOTICE } from "./notice/given.ts";
import { describeOutcome, WORD, wordOf } from "./word/word.ts";
import { CHANGE, changeOf } from "./rules/change.ts";
import { ticketLabels } from "./tickets/labels.ts";
import { describeTicket, TICKET, ticketOf } from "./tickets/ticket.ts";
import { pricedChanges } from "./rules/priced-work.ts";
import { isFrozen, numberOf, standingOf, STATE_RULES } from "./rules/states.ts";

/** What begins from its own records would be about itself. */
const OWN: readonly string[] = [CHANGE, TICKET, REQUEST];

/** Change orders, as browsers know them. */
export const changesTool: Tool = {
  word: "changes",
  label: "Change orders",
  icon: "edit",
  screens: [
    { path: "", load: () => import("./write/list.tsx") },
    { path: "terms", load: () => import("./write/terms.tsx") },
    { path: "requests/:requestId", load: () => import("./requests/screen.tsx") },
    { path: "tickets/:ticketId", load: () => import("./tickets/ticket-screen.tsx") },
    { path: ":changeId", load: () => import("./write/change.tsx") },
  ],
  glance: () => import("./glance.ts"),
  contract: () => import("./contract.ts"),
  sources: [
    {
      kind: CHANGE,
      tool: "Change orders",
      pathOf: ({ job, id }) => `/account/job/${job}/changes/${id}`,
      entriesOf(record) {
        const last = lastWritten(record.fields);
        const { title } = changeOf(record.values);
        const standing = standingOf(record.values);
        const number = numberOf(standing) ?? "Potential change";
        return last
          ? [
              {
                ...{ id: record.id, at: last.at, record },
                title: [number, title, STATE_RULES[standing.state].label].join(" · "),
                body: (
                  <Photos shots={shotsOf(record.values)} note={record} label={`Photos of ${title}`} stay />
                ),
                ...(last.author === null ? {} : { author: last.author }),
              },
            ]
          : [];
      },
    },
    {
      kind: TICKET,
      tool: "Change orders",
      pathOf: ({ job, id }) => `/account/job/${job}/changes/tickets/${id}`,
      entriesOf(record) {
        const last = lastWritten(record.fields);
        const ticket = ticketOf(record.values);
        return last
          ? [
              {
                ...{ id: record.id, at: last.at, record },
                title: ["Ticket", describeTicket(ticket)].join(" · "),
                body: (
                  <Photos shots={shotsOf(record.values)} note={record} label="Photos of this ticket" stay />
                ),
                ...(last.author === null ? {} : { author: last.author }),
              },
            ]
          : [];
      },
    },
    {
      kind: NOTICE,
      tool: "Change orders",
      entriesOf(record) {
        const [first, given] = [firstWritten(record.fields), givenOf(record.values)];
        return first && given
          ? [
              {
                ...{ id: record.id, at: first.at, record },
                title: "Notice of a change",
                body: <p>{formatNoticeTo(given.to)}</p>,
                ...(first.author === null ? {} : { author: first.author }),
              },
            ]
          : [];
      },
    },
    {
      kind: REQUEST,
      tool: "Change orders",
      pathOf: ({ job, id }) => `/account/job/${job}/changes/requests/${id}`,
      entriesOf(record) {
        const first = firstWritten(record.fields);
        const { title, answer } = requestOf(record.values);
        return first
          ? [
              {
                ...{ id: record.id, at: first.at, record },
                title: ["Request for extra work", title, describeRequestAnswer(answer)].join(" · "),
                body: (
                  <Photos shots={shotsOf(record.values)} note={record} label={`Photos of ${title}`} stay />
                ),
                ...(first.author === null ? {} : { author: first.author }),
              },
            ]
          : [];
      },
    },
    {
      kind: WORD,
      tool: "Change orders",
      entriesOf(record) {
        const [first, word] = [firstWritten(record.fields), wordOf(record.values)];
        return first && word
          ? [
              {
                ...{ id: record.id, at: first.at, record },
                title: `Asked ${word.asked.by} to confirm: “${word.asked.said}”`,
                body: <p>{describeOutcome(word, Temporal.Now.instant())}</p>,
                ...(first.author === null ? {} : { author: first.author }),
              },
            ]
          : [];
      },
    },
  ],
  labels: [...changeLabels, ticketLabels, requestLabels],
  extraWork: {
    kind: CHANGE,
    labelOf: (values) => [numberOf(standingOf(values)), changeOf(values).title].filter(Boolean).join(" "),
    isOpen: (values) => !isFrozen(standingOf(values).state),
  },
  pricedWork: pricedChanges,
  acts: [
    {
      label: "This is extra work",
      isFor: ({ kind }) => !OWN.includes(kind),
      start: async (store, from) => `/account/job/${from.job}/changes/${await startFrom(store, from)}`,
    },
    {
      label: "This is extra work",
      isForGuests: true,
      isFor: ({ kind }) => !OWN.includes(kind),
      start: async (store, from) => `/account/job/${from.job}/changes/requests/${await askFrom(store, from)}`,
    },
  ],
};
