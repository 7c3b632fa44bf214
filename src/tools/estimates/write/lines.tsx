import { useMemo } from "react";
import { newLocalId, type ShownRecord, useRecords, useStore } from "#ground/sync/public.tsx";
import { useLabels, useScreen } from "#trade/fieldwork/public.tsx";
import { type Known, LineList, type LineTarget } from "#trade/lines/public.tsx";
import type { KitLine } from "#trade/prices/public.ts";
import { KitBox } from "#trade/prices/public.tsx";
import { formatAmount, formatMoney, moneyInputValue } from "#platform/money/money.ts";
import { shownQuantity } from "#trade/lines/public.ts";
import { ESTIMATE, type Estimate, type Line, linesOf, MOST_LINES } from "../rules/estimate.ts";
import { lineShotsOf } from "../rules/photos.ts";
import { lineCents } from "../rules/totals.ts";
import { PriceLines } from "../templates/price-lines.tsx";
import { LinePhotos, SmallPhotos } from "./line-photos.tsx";
import { EstimateLineForm, readLine } from "./line-form.tsx";
import { OtherWork } from "./other-work.tsx";

const kitLine = ({ text, quantity, unit, cents, cost, isTaxable }: Line): KitLine => ({
  ...{ text, quantity, unit, cents, cost, isTaxable },
});

/** Lines of every estimate on this device, the last used first, one for each text. */
function useKnownLines(): readonly Known[] {
  const records = useRecords(ESTIMATE, null);
  return useMemo(() => {
    const lines = (records ?? [])
      .flatMap(({ values }) => linesOf(values))
      .filter(({ needsPrice }) => !needsPrice)
      .toReversed();
    return [
      ...new Map(lines.toReversed().map((line) => [line.text.toLowerCase(), line])).values(),
    ].toReversed();
  }, [records]);
}

/** The lines of an estimate, each opening a form, and a form for the next. */
export function Lines({
  record,
  estimate,
  isFrozen,
}: {
  record: ShownRecord;
  estimate: Estimate;
  isFrozen: boolean;
}) {
  const { job } = useScreen();
  const { currency } = useLabels();
  const store = useStore();
  const known = useKnownLines();
  const { lines, options } = estimate;
  const target: LineTarget = {
    ...{ record, known, of: `estimate ${record.id}`, title: "estimate line" },
    href: `/account/job/${job}/estimates/${record.id}`,
    price: { label: "Unit price", mayBeCredit: false },
    fill: ({ cents, cost }) => ({ price: moneyInputValue(cents), cost: moneyInputValue(cost) }),
    read: readLine,
  };
  const addKit = async (added: readonly KitLine[], place: number) => {
    if (lines.length + added.length > MOST_LINES)
      throw new Error(`An estimate has ${MOST_LINES} lines at most. Put the rest on another one.`);
    const plain = { section: "", isOptional: false, option: 0 };
    const sets = Object.fromEntries(
      added.map((line, at) => [`lines.${newLocalId()}`, { ...line, ...plain, place: place + at }]),
    );
    const head = { kind: ESTIMATE, record: record.id, job };
    await store.write({ ...head, sets });
    return () =>
      store.write({ ...head, sets: Object.fromEntries(Object.keys(sets).map((id) => [id, null])) });
  };
  const shots = Map.groupBy(lineShotsOf(record.values), ({ line }) => line);
  const kitSources = [
    { name: estimate.title, lines: lines.map(kitLine) },
    ...[...Map.groupBy(lines, ({ section }) => section)].flatMap(([name, some]) =>
      name === "" ? [] : [{ name, lines: some.map(kitLine) }],
    ),
  ];
  return (
    <>
      {isFrozen ? null : <PriceLines record={record} lines={lines} />}
      <LineList
        record={record}
        lines={lines}
        isFrozen={isFrozen}
        heading={({ section }, before) =>
          section !== "" && section !== before?.section ? <h2>{section}</h2> : null
        }
        row={(line) => (
          <>
            <span>
              {line.text}
              <span className="estimate-quiet">
                {[
                  line.needsPrice || shownQuantity(line) === ""
                    ? shownQuantity(line)
                    : `${shownQuantity(line)} × ${formatMoney(line.cents, currency)}`,
                  line.isOptional ? "optional" : "",
                  options[line.option - 1] ?? "",
                  line.isTaxable ? "taxed" : "",
                ]
                  .filter(Boolean)
                  .join(", ")}
              </span>
              <SmallPhotos shots={shots.get(line.id) ?? []} />
            </span>
            {line.needsPrice ? (
              <span className="estimate-unpriced">Needs a price</span>
            ) : (
              <span className="estimate-amount">{formatAmount(lineCents(line), currency)}</span>
            )}
          </>
        )}
        form={(line, spot) => (
          <>
            {line ? <LinePhotos record={record} line={line} /> : null}
            <EstimateLineForm target={target} line={line} spot={spot} options={options} />
            {line ? null : (
              <>
                <OtherWork add={(added) => addKit(added, spot.place)} />
                <KitBox add={(added) => addKit(added, spot.place)} sources={kitSources} />
              </>
            )}
          </>
        )}
      />
    </>
  );
}
