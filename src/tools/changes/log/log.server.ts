import { getBusiness, letterheadOf } from "#ground/businesses/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { findJob, type JobRow, zoneOfJob } from "#trade/jobs/public.server.ts";
import { contactOf } from "#trade/reports/public.server.ts";
import { documentColors } from "#platform/drawing/document-colors.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formatAmount } from "#platform/money/money.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { type Contract, contractOf } from "../rules/contract.ts";
import { changeOf, formatDays } from "../rules/change.ts";
import { formatChange } from "../rules/sheet.ts";
import { numberOf, type State, STATE_RULES } from "../rules/states.ts";
import { bookedOf, changesOfJob } from "../stored/changes.server.ts";

const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";

/** One line of a job's change log. */
export interface LogLine {
  readonly number: string;
  /** "2026-11-28": when it was approved or sent, or else found. */
  readonly date: string;
  readonly what: string;
  readonly cents: number;
  readonly days: number;
  readonly state: State;
  /** The contract sum after it, in the order of approval; null unless it counts or nobody entered the sum. */
  readonly sum: number | null;
}

/** A job's change log. */
export interface ChangeLog {
  readonly job: JobRow;
  readonly contract: Contract;
  /** Approved ones in the order of approval, then the rest in the order of their numbers. */
  readonly lines: readonly LogLine[];
}

/**
 * The order of approval is that of the numbers, which are given one after the other: two approvals in one
 * moment may have begun in another order.
 */
const byNumber = (
  { co: one }: { readonly co: string | null },
  { co: other }: { readonly co: string | null },
) => (one ?? "").localeCompare(other ?? "", "en-US", { numeric: true });

/** The change log of a job: every change but deleted ones. @throws AppError not_found */
export async function changeLogOf(ctx: AccountContext, jobId: string): Promise<ChangeLog> {
  const job = isId(jobId) ? await findJob(ctx, jobId) : null;
  if (!job) throw new AppError("not_found", "That job doesn’t exist.");
  const zone = await zoneOfJob(ctx, job);
  const rows = await changesOfJob(ctx, jobId);
  const records = await findStoredRecords(
    ctx,
    rows.map(({ id }) => id),
  );
  const written = new Map(records.map(({ id, fields }) => [id, shownFields(fields)]));
  const shown = rows.flatMap((row) => {
    const values = written.get(row.id);
    if (!values || values["removed"] === true) return [];
    // Why declined work is done anyway, or isn't.
    const note = ["unpaid", "dropped"].includes(row.state) ? row.decisions.at(-1)?.note : "";
    return [{ row, title: [changeOf(values).title, note].filter(Boolean).join(": ") }];
  });
  const contract = contractOf(
    { cents: job.contractCents, finish: job.finishesOn },
    shown.map(({ row }) => bookedOf(row)),
  );
  const counts = ({ row }: (typeof shown)[number]) => row.state === "approved";
  const approved = shown.filter(counts).toSorted((one, other) => byNumber(one.row, other.row));
  let sum = job.contractCents;
  const lines = [...approved, ...shown.filter((one) => !counts(one))].map((one): LogLine => {
    const { row, title } = one;
    const isSent = row.cents !== null;
    const cents = row.cents ?? row.writtenCents;
    if (counts(one) && sum !== null) sum += cents;
    const at = row.approvedAt ?? row.sentAt ?? row.createdAt;
    return {
      ...{ number: numberOf(row)!, what: title, cents, state: row.state },
      date: at.toZonedDateTimeISO(zone).toPlainDate().toString(),
      days: isSent ? row.days : row.writtenDays,
      sum: counts(one) ? sum : null,
    };
  });
  return { job, contract, lines };
}

/** What the change log says on paper: everything but the look of the business's letterhead. */
export async function paperOfLog(ctx: AccountContext, { job, contract, lines }: ChangeLog) {
  const business = await getBusiness(ctx);
  const { currency } = business;
  const money = (cents: number) => formatAmount(cents, currency);
  const day = (of: string) => dayWords(Temporal.PlainDate.from(of));
  const sender = business.name ?? "Plumbline";
  const today = ctx.now.toZonedDateTimeISO(await zoneOfJob(ctx, job)).toPlainDate();
  const open = lines.filter(({ state }) => STATE_RULES[state].isAtRisk);
  const fact = (name: string, value: string | null) => (value === null ? [] : [{ name, value }]);
  return {
    business,
    createdAt: ctx.now,
    data: {
      title: `Change log: ${job.name}`,
      description: `All changes of ${job.name} as of ${dayWords(today)}.`,
      ...{ author: sender, sender, contact: contactOf(business) },
      running: `Change log, ${job.name}`,
      facts: [
        ...fact("Project", [job.name, job.address].filter(Boolean).join(", ")),
        ...fact("As of", dayWords(today)),
        ...fact("Original contract sum", contract.original === null ? null : money(contract.original)),
        ...fact("Approved changes", formatChange(contract.net, currency)),
        ...fact("Contract sum now", contract.sum === null ? null : money(contract.sum)),
        ...fact("Completion now", contract.completion === null ? null : day(contract.completion)),
        ...fact(
          "Not approved yet",
          open.length === 0
            ? null
            : formatChange(
                open.reduce((all, { cents }) => all + cents, 0),
                currency,
              ),
        ),
      ],
      names: ["Number", "Date", "What", "Status", "Days", "Amount", "Contract sum"],
      rows: lines.map(({ number, date, what, state, days, cents, sum }) => [
        ...[number, day(date), what, STATE_RULES[state].label, days === 0 ? "" : formatDays(days)],
        ...[formatChange(cents, currency), sum === null ? "" : money(sum)],
      ]),
      words: { none: "No changes yet.", page: "Page", of: "of" },
    },
  };
}

/** The change log as a PDF. Drawing takes a moment, so no transaction may be open. */
export async function drawLog({
  business,
  createdAt,
  data,
}: Awaited<ReturnType<typeof paperOfLog>>): Promise<Uint8Array> {
  const { colour, logo } = await letterheadOf(business);
  return renderPdf({
    template: "tools/changes/log/log.typ",
    createdAt,
    data: {
      ...data,
      accent: documentColors(colour, DEFAULT_COLOR).accent,
      logo: logo ? LOGO : null,
    },
    files: logo ? { [LOGO]: logo } : {},
  });
}

const inUnits = (cents: number): string => (cents / 100).toFixed(2);

/** The change log as rows of a spreadsheet, with its headings. @param currency ISO 4217 */
export const logRows = ({ lines }: ChangeLog, currency: string): readonly (readonly string[])[] => [
  ["Number", "Date", "What", "Status", "Days", `Amount, ${currency}`, `Contract sum, ${currency}`],
  ...lines.map(({ number, date, what, state, days, cents, sum }) => [
    ...[number, date, what, STATE_RULES[state].label, String(days), inUnits(cents)],
    sum === null ? "" : inUnits(sum),
  ]),
];
