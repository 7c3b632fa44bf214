import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Json, ShownRecord } from "#ground/sync/public.tsx";
import { useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { dragList } from "#ui/drag-list.ts";
import type { BaseLine } from "../rules.ts";
import { placesAfterMove } from "./reorder.ts";

/** Where the form of a line stands. */
export interface LineSpot {
  readonly place: number;
  /** Closes it; undefined for a new line. */
  readonly done?: () => void;
  /** More buttons. */
  readonly beside?: ReactNode;
}

/**
 * Lines of a record, each opening a form, and a form for the next. They are moved by hand, by keys and by
 * buttons, and removed with an undo.
 */
export function LineList<Line extends Pick<BaseLine, "id" | "place" | "text">>({
  record,
  lines,
  isFrozen,
  heading,
  row,
  form,
}: {
  record: ShownRecord;
  lines: readonly Line[];
  /** Whether nothing can change any more. */
  isFrozen: boolean;
  /** Above a line. @param before the line above it */
  heading: (line: Line, before: Line | undefined) => ReactNode;
  row: (line: Line) => ReactNode;
  /** @param line undefined for the form of the next one, which is the last of the list */
  form: (line: Line | undefined, spot: LineSpot) => ReactNode;
}) {
  const { job, tell } = useScreen();
  const { write, line: failed } = useWrite();
  const [open, setOpen] = useState<string>();
  const set = (sets: Readonly<Record<string, Json>>) =>
    write({ kind: record.kind, record: record.id, job, sets });
  const valueOf = ({ id }: Line) => record.values[`lines.${id}`] as Readonly<Record<string, Json>>;
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
    const before = valueOf(line);
    if (await set({ [`lines.${line.id}`]: null }))
      tell.done("Line removed.", async () => void (await set({ [`lines.${line.id}`]: { ...before } })));
  };
  const next = Math.max(0, ...lines.map(({ place }) => place)) + 1;
  return (
    <>
      <ul className="estimate-lines" ref={list}>
        {lines.map((line, at) => (
          <li key={line.id} data-item="">
            {heading(line, lines[at - 1])}
            {open === line.id && !isFrozen ? (
              form(line, {
                place: line.place,
                done: () => setOpen(undefined),
                beside: (
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
                ),
              })
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
                  {row(line)}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {failed}
      {isFrozen || open !== undefined ? null : form(undefined, { place: next })}
    </>
  );
}
