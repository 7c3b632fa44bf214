import type { TextHealth } from "#platform/sms/health.server.ts";
import { Bars, formatNumber } from "#ui/bars.tsx";
import { Section } from "#ui/layout.tsx";
import { Table } from "#ui/table.tsx";
import { failureBars, labeledStates } from "./outcomes.ts";

export interface ShownTexts extends Pick<TextHealth, "states" | "byHand" | "failures"> {
  /** The state of the text that is due first, in words. */
  readonly waiting: string;
}

const STATES = labeledStates("a reply, STOP, hours, a suspension");

const FAILURES: Readonly<Record<string, string>> = {
  bad_number: "The number can’t be texted",
  opted_out: "The carrier says they opted out",
  refused: "The text service refused it",
  undelivered: "The carrier didn’t deliver it",
  gave_up: "The text service didn’t accept it for three days",
};

/** Text messages of all accounts, in numbers. */
export function SentTexts({ texts, days }: { texts: ShownTexts; days: number }) {
  const { states, byHand, failures, waiting } = texts;
  const of = (state: string) => states.find((one) => one.state === state)?.count ?? 0;
  const rows = [
    ...STATES.map(({ state, label }) => ({ label, count: of(state) })),
    { label: "Left for owners to text themselves", count: byHand },
  ];
  return (
    <Section title="Texts" id="texts">
      <Table
        keep
        caption={`Texts in the last ${days} days by status`}
        rows={rows}
        rowKey={(one) => one.label}
        columns={[
          { label: "Status", cell: (one) => one.label },
          { label: "Texts", figures: true, cell: (one) => formatNumber(one.count) },
        ]}
      />
      <p className="mt-4 mb-8 max-w-measure text-pencil">
        Waiting longest: {waiting}. A business without a text service sends its texts from its own phone.
      </p>
      {failures.length ? (
        <Bars
          caption="Failed texts by reason"
          head={["Reason", "Texts"]}
          bars={failureBars(failures, FAILURES)}
        />
      ) : null}
    </Section>
  );
}
