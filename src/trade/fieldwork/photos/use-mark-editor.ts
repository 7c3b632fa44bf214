import { useRef, useState } from "react";
import { newLocalId } from "#ground/sync/public.tsx";
import { describeFailure } from "../form/announce.tsx";
import {
  NO_STEPS,
  redoStep,
  stepped,
  type Steps,
  undoStep,
  withMark,
  withoutMark,
  writeMark,
} from "./marks/edit-marks.ts";
import { isDrawn, type Mark, type MarkColor, type MarkKind, MOST_MARKS, type Point } from "./marks/marks.ts";
import type { MarksOfPhoto } from "./photo-marks.ts";

export interface MarkEditor {
  /** Saved ones, and the one that is being drawn. */
  readonly marks: readonly Mark[];
  readonly tool: MarkKind;
  readonly color: MarkColor;
  /** Its handles are shown. It may be words that aren't typed yet. */
  readonly selected: Mark | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Why the last change wasn't saved. */
  readonly problem: string | null;
  choose(tool: MarkKind): void;
  /** For new marks, and the selected one. */
  paint(color: MarkColor): void;
  select(id: string | null): void;
  begin(from: Point, to: Point): Mark;
  /** Shows a mark as it is dragged; null to go back to what it was. */
  drag(mark: Mark | null): void;
  /** Saves a mark, or if nothing is typed yet, waits for its words. */
  save(mark: Mark): void;
  type(text: string): void;
  remove(): void;
  undo(): void;
  redo(): void;
}

/** What is begun on one photo. */
interface Work {
  readonly sha256: string;
  readonly marks: readonly Mark[];
  readonly steps: Steps;
  readonly selected: string | null;
  /** As it is dragged, or words that aren't typed yet. */
  readonly dragged: Mark | null;
  /** What was written from here, as JSON; anything else comes from somebody else. */
  readonly own: ReadonlySet<string>;
}

const begun = (sha256: string, marks: readonly Mark[]): Work => ({
  ...{ sha256, marks, steps: NO_STEPS, selected: null, dragged: null, own: new Set<string>() },
});

/** Each change is saved on this device right away. */
export function useMarkEditor(sha256: string, { marks: stored, save: write }: MarksOfPhoto): MarkEditor {
  const [known, setWork] = useState(() => begun(sha256, stored));
  const [tool, setTool] = useState<MarkKind>("arrow");
  const [color, setColor] = useState<MarkColor>("red");
  const [problem, setProblem] = useState<string | null>(null);
  const [seen, setSeen] = useState(stored);
  const writing = useRef(Promise.resolve());

  let work = known;
  if (work.sha256 !== sha256) work = begun(sha256, stored);
  else if (seen !== stored && !work.own.has(JSON.stringify(stored))) work = { ...work, marks: stored };
  if (seen !== stored) setSeen(stored);
  if (work !== known) setWork(work);
  const { marks, steps, selected, dragged } = work;
  const set = (more: Partial<Work>) => setWork((before) => ({ ...before, ...more }));

  const put = (next: readonly Mark[], nextSteps = stepped(steps, marks), more: Partial<Work> = {}) => {
    if (next.length > MOST_MARKS)
      return setProblem(`A photo can have at most ${MOST_MARKS} marks. Delete one first.`);
    const own = new Set([...work.own, JSON.stringify(next)]);
    set({ marks: next, steps: nextSteps, dragged: null, own, ...more });
    // In the order they were made.
    writing.current = writing.current.then(async () => {
      try {
        await write?.(next);
        setProblem(null);
      } catch (error) {
        setProblem(describeFailure(error));
      }
    });
  };
  const shown = dragged ? withMark(marks, dragged) : marks;
  const current = shown.find(({ id }) => id === selected);
  const change = (mark: Mark) => {
    if (!isDrawn(mark)) return set({ selected: mark.id, dragged: mark });
    const before = marks.find(({ id }) => id === mark.id);
    if (JSON.stringify(before) === JSON.stringify(mark)) return set({ selected: mark.id, dragged: null });
    put(withMark(marks, mark), undefined, { selected: mark.id });
  };
  const step = (to: ReturnType<typeof undoStep>) => to && put(to.marks, to.steps);
  return {
    ...{ marks: shown, tool, color, selected: current, problem },
    canUndo: steps.before.length > 0,
    canRedo: steps.after.length > 0,
    choose(next) {
      setTool(next);
      set({ selected: null, dragged: null });
    },
    paint(next) {
      setColor(next);
      if (current) change({ ...current, color: next });
    },
    select(id) {
      set({ selected: id, dragged: null });
      const found = marks.find((one) => one.id === id);
      if (found && found.kind !== "blur") setColor(found.color);
    },
    begin: (from, to) => ({ id: newLocalId(), kind: tool, color, from, to, text: "" }),
    drag: (mark) => set(mark ? { selected: mark.id, dragged: mark } : { dragged: null }),
    save: change,
    type(text) {
      if (current) change(writeMark(current, text));
    },
    remove() {
      if (current && marks.some(({ id }) => id === current.id))
        put(withoutMark(marks, current.id), undefined, { selected: null });
      else set({ selected: null, dragged: null });
    },
    undo: () => step(undoStep(steps, marks)),
    redo: () => step(redoStep(steps, marks)),
  };
}
