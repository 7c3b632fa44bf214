import type { ReactNode } from "react";
import { readText } from "#ground/sync/public.ts";
import type { ShownRecord } from "#ground/sync/public.tsx";
import { SERVER_EVENT_KINDS, type ServerEvent } from "./event-kinds.ts";
import { isStatus, STATUS_WORDS } from "../rules.ts";
import type { Entry, Source } from "./source.ts";

/** The job and its history both have the newest change; the same id lets the timeline show it once. */
export const statusId = (command: string): string => `status ${command}`;

interface Line {
  readonly title: string;
  readonly body?: ReactNode;
  /** Whether a schedule did it, so it has no author. */
  readonly isByItself?: boolean;
}

const Words = ({ value }: { value: unknown }) =>
  readText(value) ? <p className="job-note">{readText(value)}</p> : null;

function More({ href, children }: { href: string; children: string }) {
  return (
    <p className="log-meta">
      <a className="text-link" href={href}>
        {children}
      </a>
    </p>
  );
}

const formatDay = (day: string) =>
  Temporal.PlainDate.from(day).toLocaleString("en-US", { month: "short", day: "numeric" });

function daysOf({ from, to }: ServerEvent): string {
  if (!readText(from) || !readText(to)) return "";
  return from === to
    ? ` for ${formatDay(readText(from))}`
    : ` for ${formatDay(readText(from))} to ${formatDay(readText(to))}`;
}

const ReportLink = ({ report }: ServerEvent) =>
  readText(report) ? <More href={`/account/reports/${readText(report)}`}>See report</More> : null;

const SharedLinks = ({ job, title }: { job: string | null; title: unknown }) => (
  <>
    <Words value={title} />
    {job ? <More href={`/account/shares?job=${job}`}>Links and who opened them</More> : null}
  </>
);

const signatureLine = (did: string) => (event: ServerEvent) => {
  const { signature, name, document, reason } = event;
  return {
    title: `${readText(document) || "A document"} ${did}${readText(name) ? ` by ${readText(name)}` : ""}`,
    body: (
      <>
        <Words value={reason} />
        {readText(signature) ? (
          <More href={`/account/signatures/${readText(signature)}`}>See signature</More>
        ) : null}
      </>
    ),
  };
};

const answerLine =
  (did: string) =>
  ({ name, document, words: said }: ServerEvent) => ({
    title: `${readText(name) || "Someone"} ${did} ${readText(document) || "a document"}`,
    body: <Words value={said} />,
  });

/** Unknown kinds, from a newer server, are left out. */
const LINES: Readonly<Record<string, (event: ServerEvent, job: string | null) => Line>> = {
  "reports.made": (event) => ({
    title: `${event["schedule"] ? "Scheduled report" : "Report"}${daysOf(event)} created`,
    isByItself: Boolean(event["schedule"]),
    body: <ReportLink {...event} />,
  }),
  "closeouts.published": ({ version }, job) => ({
    title: `Closeout package published, version ${typeof version === "number" ? version : 1}`,
    body: job ? <More href={`/account/closeouts/${job}`}>See the package</More> : null,
  }),
  "closeouts.asked": () => ({ title: "Client asked for the yearly check-up" }),
  "reports.sent": (event) => ({
    title:
      typeof event["times"] === "number"
        ? `Report emailed to ${event["times"]} ${event["times"] === 1 ? "person" : "people"}`
        : "Report emailed",
    body: <ReportLink {...event} />,
  }),
  "reports.shared": (event) => ({ title: "Report shared by link", body: <ReportLink {...event} /> }),
  "shares.made": ({ title }, job) => ({
    title: "Link created for a client",
    body: <SharedLinks job={job} title={title} />,
  }),
  "shares.closed": ({ title }, job) => ({
    title: "Link closed",
    body: <SharedLinks job={job} title={title} />,
  }),
  "shares.reopened": ({ title }, job) => ({
    title: "Link reopened",
    body: <SharedLinks job={job} title={title} />,
  }),
  "papers.shared": ({ document }, job) => ({
    title: "Shared by link",
    body: <SharedLinks job={job} title={document} />,
  }),
  "papers.viewed": ({ document }, job) => ({
    title: "Opened for the first time",
    body: <SharedLinks job={job} title={document} />,
  }),
  "signatures.signed": signatureLine("signed"),
  "signatures.declined": signatureLine("declined"),
  "papers.approved": answerLine("approved"),
  "papers.declined": answerLine("declined"),
  "papers.asked": answerLine("asked about"),
  "history.correction": ({ corrects, text }) => ({
    title: typeof corrects === "number" ? `Entry ${corrects} corrected` : "Correction",
    body: <Words value={text} />,
  }),
  "evidence.sealed": ({ words: why }) => ({ title: "History locked", body: <Words value={why} /> }),
  "evidence.erased": ({ rule }) => ({ title: "Deleted at someone’s request", body: <Words value={rule} /> }),
};

function entryOf(
  record: ShownRecord,
  lineOf: (event: ServerEvent) => (Line & { readonly id?: string }) | null,
): Entry[] {
  const value = record.fields["happened"]?.values[0];
  const line = value && lineOf(value.value as unknown as ServerEvent);
  if (!line) return [];
  const { id = record.id, title, body, isByItself } = line;
  return [
    {
      id,
      at: value.at,
      title,
      body,
      record,
      ...(isByItself || value.author === null ? {} : { author: value.author }),
    },
  ];
}

const source = (kind: string, tool: string): Source => ({
  kind,
  tool,
  entriesOf: (record) => entryOf(record, (event) => LINES[event.is]?.(event, record.job) ?? null),
});

/** The server only sends what the viewer may see. */
export const serverEventSources: readonly Source[] = [
  {
    kind: SERVER_EVENT_KINDS.status,
    tool: "Job",
    entriesOf: (record) =>
      entryOf(record, ({ status, command }) =>
        isStatus(status) ? { title: STATUS_WORDS[status], id: statusId(readText(command)) } : null,
      ),
  },
  source(SERVER_EVENT_KINDS.reports, "Reports"),
  source(SERVER_EVENT_KINDS.shares, "Sharing"),
  source(SERVER_EVENT_KINDS.signatures, "Signatures"),
  source(SERVER_EVENT_KINDS.papers, "Replies"),
  source(SERVER_EVENT_KINDS.history, "History"),
];
