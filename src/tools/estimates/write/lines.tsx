import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Json, newLocalId, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { useLabels, useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import type { KitLine } from "#trade/prices/public.ts";
import { KitBox } from "#trade/prices/public.tsx";
import { formatAmount, formatMoney } from "#platform/money/money.ts";
import { Button } from "#ui/button.tsx";
import { dragList } from "#ui/drag-list.ts";
import { shownQuantity } from "../rules/changes.ts";
import { ESTIMATE, type Estimate, type Line, type LineValue, MOST_LINES } from "../rules/estimate.ts";
import { lineShotsOf } from "../rules/photos.ts";
import { lineCents } from "../rules/totals.ts";
import { PriceLines } from "../templates/price-lines.tsx";
import { LinePhotos, SmallPhotos } from "./line-photos.tsx";
import { LineForm } from "./line-form.tsx";
import { placesAfterMove } from "./reorder.ts";

const kitLine = ({ text, quantity, unit, cents, cost, isTaxable }: Line): KitLine => ({
  ...{ text, quantity, unit, cents, cost, isTaxable },
});

const valueOf = ({ id: _id, ...value }: Line): LineValue => value;

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
  const { job, tell } = useScreen();
  const { currency } = useLabels();
  const store = useStore();
  const { write, line: failed } = useWrite();
  const [open, setOpen] = useState<string>();
  const { lines, options } = estimate;
  const set = (sets: Readonly<Record<string, Json>>) =>
    write({ kind: ESTIMATE, record: record.id, job, sets });
  const move = (from: number, to: number) => {
    if (to < 0 || to >= lines.length) return;
    const places = placesAfterMove(lines, from, to);
    const moved = lines.flatMap((line) => {
      const place = places.get(line.id);
      return place === undefined ? [] : [[`lines.${line.id}`, { ...valueOf(line), place }] as const];
    });
    void set(Object.fromEntries(moved));
  };
  const list = useRef<HTMLUListElement>(null);
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  useEffect(
    () => (list.current ? dragList(list.current, ({ from, to }) => latest.current(from, to)) : undefined),
    [],
  );
  const moveByKeys = (event: KeyboardEvent, at: number) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(at, at + (event.key === "ArrowUp" ? -1 : 1));
  };
  const remove = async (line: Line) => {
    setOpen(undefined);
    if (await set({ [`lines.${line.id}`]: null }))
      tell.done(
        "Line removed.",
        async () => void (await set({ [`lines.${line.id}`]: { ...valueOf(line) } })),
      );
  };
  const addKit = async (added: readonly KitLine[]) => {
    if (lines.length + added.length > MOST_LINES)
      throw new Error(`An estimate has ${MOST_LINES} lines at most. Put the rest on another one.`);
    const plain = { section: "", isOptional: false, option: 0 };
    const sets = Object.fromEntries(
      added.map((line, at) => [`lines.${newLocalId()}`, { ...line, ...plain, place: next + at }]),
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
  const next = Math.max(0, ...lines.map(({ place }) => place)) + 1;
  return (
    <>
      {isFrozen ? null : <PriceLines record={record} lines={lines} />}
      <ul className="estimate-lines" ref={list}>
        {lines.map((line, at) => (
          <li key={line.id} data-item="">
            {line.section !== "" && line.section !== lines[at - 1]?.section ? <h2>{line.section}</h2> : null}
            {open === line.id && !isFrozen ? (
              <>
                <LinePhotos record={record} line={line} />
                <LineForm
                  record={record}
                  line={line}
                  place={line.place}
                  options={options}
                  done={() => setOpen(undefined)}
                  beside={
                    <>
                      <Button type="button" kind="quiet" onClick={() => void remove(line)}>
                        Remove
                      </Button>
                      <Button type="button" kind="quiet" onClick={() => move(at, at - 1)} disabled={at === 0}>
                        Move up
                      </Button>
                      <Button
                        type="button"
                        kind="quiet"
                        onClick={() => move(at, at + 1)}
                        disabled={at === lines.length - 1}
                      >
                        Move down
                      </Button>
                    </>
                  }
                />
              </>
            ) : (
              <div className="estimate-row-written">
                {isFrozen || lines.length < 2 ? null : (
                  <Button
                    type="button"
                    kind="quiet"
                    size="small"
                    className="drag-handle"
                    data-handle={line.id}
                    aria-label={`Move ${line.text}`}
                    title="Drag, or press Alt and the arrow keys"
                    onKeyDown={(event) => moveByKeys(event, at)}
                  >
                    <span aria-hidden="true">⠿</span>
                  </Button>
                )}
                <button
                  type="button"
                  className="estimate-line"
                  disabled={isFrozen}
                  onClick={() => setOpen(line.id)}
                >
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
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {failed}
      {isFrozen || open !== undefined ? null : (
        <>
          <LineForm record={record} place={next} options={options} />
          <KitBox add={addKit} sources={kitSources} />
        </>
      )}
    </>
  );
}
