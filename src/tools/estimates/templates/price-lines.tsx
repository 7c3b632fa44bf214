import type { ShownRecord } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import { DraftForm, type Outcome, useFormDraft, useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { readMoney } from "#platform/money/money.ts";
import { Field } from "#ui/field.tsx";
import { shownQuantity } from "../rules/changes.ts";
import { ESTIMATE, type Line } from "../rules/estimate.ts";

/** One form for the prices of all lines that a template brought without one. */
export function PriceLines({ record, lines }: { record: ShownRecord; lines: readonly Line[] }) {
  const unpriced = lines.filter(({ needsPrice }) => needsPrice);
  return unpriced.length === 0 ? null : <PriceForm record={record} lines={unpriced} />;
}

function PriceForm({
  record: { id: record, fields },
  lines,
}: {
  record: ShownRecord;
  lines: readonly Line[];
}) {
  const { job } = useScreen();
  const { write, line: failed } = useWrite();
  const draft = useFormDraft({
    ...{ of: `estimate ${record} prices`, job, kind: ESTIMATE, title: "prices", record, saw: fields },
    href: `/account/job/${job}/estimates/${record}`,
  });
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const typed = lines.map((line) => ({ line, cents: readMoney(fieldText(new FormData(form), line.id)) }));
    const wrong = typed.filter(({ cents }) => cents === undefined);
    if (wrong.length > 0)
      return {
        faults: Object.fromEntries(
          wrong.map(({ line }) => [line.id, "Enter an amount, such as 85 or 1,250.50."]),
        ),
      };
    const sets = Object.fromEntries(
      typed.flatMap(({ line: { id, needsPrice: _needsPrice, ...value }, cents }) =>
        cents === null || cents === undefined ? [] : [[`lines.${id}`, { ...value, cents }] as const],
      ),
    );
    if (Object.keys(sets).length === 0) return { faults: { [lines[0]!.id]: "Enter a price. 0 is fine." } };
    if (await write({ kind: ESTIMATE, record, job, sets, draft: await draft.settled() })) draft.next(record);
    return undefined;
  };
  return (
    <section className="estimate-prices" aria-labelledby="prices">
      <h2 id="prices">
        {lines.length === 1 ? "One line needs a price" : `${lines.length} lines need a price`}
      </h2>
      <p className="estimate-quiet">Next time, a line with the same words has the price you enter here.</p>
      {failed}
      <DraftForm draft={draft} submit={submit} save="Save prices" kind="chalk" className="estimate-line-form">
        {(errorOf) =>
          lines.map((line) => (
            <Field
              key={line.id}
              name={line.id}
              id={`price-${line.id}`}
              label={line.text}
              hint={shownQuantity(line) ? `${shownQuantity(line)}, price for one` : "Price for all of it"}
              unmarked
              inputMode="decimal"
              autoComplete="off"
              error={errorOf(line.id)}
            />
          ))
        }
      </DraftForm>
    </section>
  );
}
