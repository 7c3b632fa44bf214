import { DataList, Section } from "#ui/layout.tsx";
import { type Column, Table } from "#ui/table.tsx";
import { monthAndDay, OUTCOME_COLUMNS, TOTAL_GROUPS, TYPE_LABELS } from "../incidents/forms/columns.ts";
import type { LogRow, ratesOf, Totals } from "../incidents/forms/summary.ts";

const COLUMNS: readonly Column<LogRow>[] = [
  {
    label: "A. Case",
    isShort: true,
    cell: ({ id, number }) => (
      <a className="text-link py-2 whitespace-nowrap" href={`/account/safety/incidents/${id}`}>
        {number}
      </a>
    ),
  },
  { label: "B. Employee", cell: ({ name }) => name },
  { label: "C. Job title", cell: ({ title }) => title },
  { label: "D. Date", isShort: true, cell: (row) => monthAndDay(row) },
  { label: "E. Where", cell: ({ where }) => where },
  { label: "F. Injury or illness", cell: ({ what }) => what },
  {
    label: "G–J. Outcome",
    cell: ({ outcome }) => `${OUTCOME_COLUMNS[outcome].letter}. ${OUTCOME_COLUMNS[outcome].label}`,
  },
  { label: "K. Days away", figures: true, cell: ({ daysAway }) => daysAway ?? "" },
  { label: "L. Days restricted", figures: true, cell: ({ daysRestricted }) => daysRestricted ?? "" },
  { label: "M. Type", cell: ({ type }) => `${type}. ${TYPE_LABELS[type]}` },
];

/**
 * Form 300: a line for each recordable case.
 * @param undecided injuries of the year that nobody decided yet
 */
export const LogSection = ({
  rows,
  year,
  undecided,
}: {
  rows: readonly LogRow[];
  year: number;
  undecided: number;
}) => (
  <Section title="Form 300, the log" id="log">
    {undecided > 0 ? (
      <p className="mb-4 max-w-measure">
        <b>{undecided === 1 ? "1 injury isn’t decided yet." : `${undecided} injuries aren’t decided yet.`}</b>{" "}
        <a className="text-link" href="/account/safety/incidents">
          Decide whether it goes on the log
        </a>
        .
      </p>
    ) : null}
    {rows.length > 0 ? (
      // As wide as on paper, on a phone too: as a list, thirty cases would be a page of forty screens.
      <div className="overflow-x-auto">
        <div className="min-w-240">
          <Table
            keep
            caption={`Recordable cases of ${year}`}
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
          />
        </div>
      </div>
    ) : (
      <p className="max-w-measure">
        No recordable case in {year}. You still certify and post form 300A, with zeros.
      </p>
    )}
  </Section>
);

/**
 * Form 300A: the totals, and the rates with how they are computed.
 * @param isCounting whether the log has more days by now than were certified
 */
export const SummarySection = ({
  totals,
  rates,
  isCounting,
}: {
  totals: Totals;
  rates: ReturnType<typeof ratesOf>;
  isCounting: boolean;
}) => (
  <Section title="Form 300A, the summary" id="summary">
    <div className="grid gap-x-12 gap-y-6 md:grid-cols-3">
      {TOTAL_GROUPS.map(({ title, lines }) => (
        <div key={title}>
          <h3 className="mb-2 text-lg">{title}</h3>
          <DataList
            counts
            items={lines.map(({ letter, label, of }) => [`${letter}. ${label}`, of(totals)] as const)}
          />
        </div>
      ))}
    </div>
    {isCounting ? (
      <p className="mt-4 max-w-measure">
        Columns K and L have the days of open cases as they were certified.{" "}
        <a className="text-link" href="#certify">
          Why the log has others
        </a>
      </p>
    ) : null}
    <h3 className="mt-8 mb-2 text-lg">Rates</h3>
    {rates ? (
      <DataList
        items={[
          ["TRIR, all recordable cases", rates.trir.formula],
          ["DART, days away, restricted or transferred", rates.dart.formula],
        ]}
      />
    ) : (
      <p>Enter the hours worked to see TRIR and DART.</p>
    )}
  </Section>
);
