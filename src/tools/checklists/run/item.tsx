import { memo, useState } from "react";
import { type Json, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { nameOf, shotsOf } from "#trade/fieldwork/public.ts";
import {
  Conflicts,
  DictatedText,
  EntryActButtons,
  EntryMarks,
  Photos,
  Shutter,
  useRoll,
  useScreen,
  useWrite,
} from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { ANSWER, answerOf, NOT_GIVEN } from "../rules/answers.ts";
import { answerId } from "../rules/ids.ts";
import { LONGEST } from "../rules/items.ts";
import { neededBy, progressOf, type Row } from "../rules/run.ts";
import { AnswerControl } from "./controls.tsx";

/** One item of a run, with its answer, note and photos. Rendered again only when its own record changes. */
export const CheckItem = memo(function CheckItem({
  row,
  run,
  record,
  isOpen,
}: {
  row: Row;
  run: string;
  record: ShownRecord | undefined;
  /** Whether answers may change. */
  isOpen: boolean;
}) {
  const { job, people, zone } = useScreen();
  const { write, line } = useWrite();
  const [isMore, setMore] = useState(false);
  const { item, key } = row;
  const given = record ? answerOf(record.values) : NOT_GIVEN;
  const progress = progressOf(row, given);
  const need = progress === "failed" ? neededBy(row, given) : null;
  const target = { kind: ANSWER, record: answerId(run, key), job };
  const set = (sets: Readonly<Record<string, Json>>) =>
    write({ ...target, sets: { run, item: key, ...sets } });
  if (item.kind === "note")
    return (
      <li className="check" data-progress="note">
        <p className="max-w-measure">{item.text}</p>
        {item.why ? <p className="field-hint">{item.why}</p> : null}
      </li>
    );
  const wantsPhotos = item.kind === "photos" || item.photos > 0;
  return (
    <li className="check" data-progress={progress} data-item={key}>
      <div className="check-words">
        <p id={`item-${key}`}>{item.text}</p>
        {item.why || item.code ? (
          <details className="check-why">
            <summary>{item.why ? "Why" : "Code"}</summary>
            <p>{[item.why, item.code].filter(Boolean).join(" ")}</p>
          </details>
        ) : null}
      </div>
      <AnswerControl
        item={item}
        labelledBy={`item-${key}`}
        value={given.value}
        isOpen={isOpen}
        set={(answer) => set({ answer })}
      />
      {given.note ? <p className="check-note">{given.note}</p> : null}
      {record ? (
        <Photos
          shots={shotsOf(record.values)}
          note={record}
          label={`Photos of ${item.text}`}
          stay={!isOpen}
        />
      ) : null}
      <p className="check-foot">
        {record ? <Marked record={record} /> : null}
        {record ? <EntryMarks record={record} /> : null}
        {isOpen ? (
          <Button
            type="button"
            kind="quiet"
            size="small"
            aria-expanded={isMore}
            onClick={() => setMore(!isMore)}
          >
            {isMore ? "Close" : "Note or photo"}
            <span className="sr-only">: {item.text}</span>
          </Button>
        ) : null}
      </p>
      {need ? <p className="check-need">Needs {need} before you finish.</p> : null}
      {wantsPhotos && given.shots.length < item.photos && !need ? (
        <p className="field-hint">{item.photos === 1 ? "Needs a photo." : `Needs ${item.photos} photos.`}</p>
      ) : null}
      {line}
      {record ? (
        <Conflicts
          record={record}
          people={people}
          zone={zone}
          heading="h3"
          locked={isOpen ? null : "The checklist is approved."}
        />
      ) : null}
      {progress === "failed" && record ? (
        <EntryActButtons
          record={record}
          shots={given.shots}
          words={given.note ?? item.text}
          item={key}
          label={item.text}
        />
      ) : null}
      {isMore && isOpen ? <More note={given.note} target={target} run={run} item={key} set={set} /> : null}
    </li>
  );
});

/** "Pass by Ana, 2:10 PM". */
function Marked({ record }: { record: ShownRecord }) {
  const { people, zone } = useScreen();
  const { who } = useStore();
  const last = record.fields["answer"]?.values[0];
  if (!last || last.value === null) return null;
  const time = new Date(last.at).toLocaleString("en-US", {
    ...{ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
    timeZone: zone,
  });
  return (
    <span className="job-who">
      by {nameOf(last.author, people, who.user)}, {time}
    </span>
  );
}

function More({
  note,
  target,
  run,
  item,
  set,
}: {
  note: string | null;
  target: { readonly kind: string; readonly record: string };
  run: string;
  item: string;
  set: (sets: Readonly<Record<string, Json>>) => Promise<boolean>;
}) {
  const roll = useRoll({
    ...target,
    first: () => ({ run, item }),
    isOne: true,
    isOfAnyDay: true,
  });
  return (
    <div className="check-more">
      <Shutter roll={roll} isBeside isPhotosOnly />
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get("note");
          void set({ note: (typeof typed === "string" && typed.trim()) || null });
        }}
      >
        <DictatedText
          id={`note-${item}`}
          name="note"
          label="Note"
          unmarked
          rows={3}
          maxLength={LONGEST.note}
          defaultValue={note ?? ""}
        />
        <Button type="submit" kind="plain" size="small">
          Save note
        </Button>
      </form>
    </div>
  );
}
