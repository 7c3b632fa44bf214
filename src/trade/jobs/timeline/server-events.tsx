import type { ReactNode } from "react";
import type { ShownRecord } from "#ground/sync/public.tsx";
import { HAPPENED, type Happened } from "./event-kinds.ts";
import { isStatus, STATUS_WORDS } from "../rules.ts";
import type { Entry, Source } from "./source.ts";

/**
 * The one name of a change of status, by the command that made it: the job tells of its newest, its history
 * of all.
 */
export const statusId = (command: string): string => `status ${command}`;

/** What one line says. */
interface Line {
  readonly title: string;
  readonly body?: ReactNode;
  /** Nobody did it by hand, whoever set it up. */
  readonly isByItself?: boolean;
}

const words = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const Words = ({ value }: { value: unknown }) =>
  words(value) ? <p className="job-note">{words(value)}</p> : null;

/** Leads to where all of it stands: a page of the office, which needs a signal. */
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

function daysOf({ from, to }: Happened): string {
  if (!words(from) || !words(to)) return "";
  return from === to
    ? ` of ${formatDay(words(from))}`
    : ` of ${formatDay(words(from))} to ${formatDay(words(to))}`;
}

const TheReport = ({ report }: Happened) =>
  words(report) ? <More href={`/account/reports/${words(report)}`}>The report</More> : null;

const TheLinks = ({ job, title }: { job: string | null; title: unknown }) => (
  <>
    <Words value={title} />
    {job ? <More href={`/account/shares?job=${job}`}>Its links, and who was there</More> : null}
  </>
);

const answered = (did: string) => (said: Happened) => {
  const { signature, name, document, reason } = said;
  return {
    title: `${words(document) || "A document"} ${did}${words(name) ? ` by ${words(name)}` : ""}`,
    body: (
      <>
        <Words value={reason} />
        {words(signature) ? (
          <More href={`/account/signatures/${words(signature)}`}>The signature</More>
        ) : null}
      </>
    ),
  };
};

/**
 * How each of them is said. What a newer server tells in words that this page does not know, it leaves out.
 */
const LINES: Readonly<Record<string, (said: Happened, job: string | null) => Line>> = {
  "reports.made": (said) => ({
    title: `${said["schedule"] ? "Scheduled report" : "Report"}${daysOf(said)} made`,
    isByItself: Boolean(said["schedule"]),
    body: <TheReport {...said} />,
  }),
  "reports.sent": (said) => ({
    title: typeof said["times"] === "number" ? `Report mailed to ${said["times"]} people` : "Report mailed",
    body: <TheReport {...said} />,
  }),
  "reports.shared": (said) => ({ title: "Report shared by link", body: <TheReport {...said} /> }),
  "shares.made": ({ title }, job) => ({
    title: "Another link made",
    body: <TheLinks job={job} title={title} />,
  }),
  "shares.closed": ({ title }, job) => ({ title: "Link closed", body: <TheLinks job={job} title={title} /> }),
  "shares.reopened": ({ title }, job) => ({
    title: "Link opened again",
    body: <TheLinks job={job} title={title} />,
  }),
  "signatures.signed": answered("signed"),
  "signatures.declined": answered("declined"),
  "history.correction": ({ corrects, text }) => ({
    title: typeof corrects === "number" ? `Entry ${corrects} corrected` : "Correction",
    body: <Words value={text} />,
  }),
  "evidence.sealed": ({ words: why }) => ({ title: "History sealed", body: <Words value={why} /> }),
  "evidence.erased": ({ rule }) => ({ title: "Erased for somebody who asked", body: <Words value={rule} /> }),
};

function entryOf(
  record: ShownRecord,
  lineOf: (said: Happened) => (Line & { readonly id?: string }) | null,
): Entry[] {
  const value = record.fields["happened"]?.values[0];
  const line = value && lineOf(value.value as unknown as Happened);
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
  entriesOf: (record) => entryOf(record, (said) => LINES[said.is]?.(said, record.job) ?? null),
});

/**
 * What a job's history tells besides what devices wrote, as far as whoever looks may know it: read only, and
 * here without a signal too.
 */
export const serverEventSources: readonly Source[] = [
  {
    kind: HAPPENED.status,
    tool: "Job",
    entriesOf: (record) =>
      entryOf(record, ({ status, command }) =>
        isStatus(status) ? { title: STATUS_WORDS[status], id: statusId(words(command)) } : null,
      ),
  },
  source(HAPPENED.reports, "Reports"),
  source(HAPPENED.shares, "Sharing"),
  source(HAPPENED.signatures, "Signatures"),
  source(HAPPENED.history, "History"),
];
