import { memo, useRef, useState } from "react";
import { Link } from "react-router";
import { type Json, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { formatTaken, nameOf, PHOTO_FIELD } from "#trade/fieldwork/public.ts";
import {
  Conflicts,
  DictatedText,
  EntryActButtons,
  EntryMarks,
  Photos,
  Shutter,
  useObjectUrl,
  useOnline,
  useRoll,
  useSavedPicture,
  useScreen,
  useWrite,
} from "#trade/fieldwork/public.tsx";
import { issueOf, STATE_LABELS } from "#trade/issues/public.ts";
import { issueActs, useIssuesHome } from "#trade/issues/public.tsx";
import { Button } from "#ui/button.tsx";
import { ANSWER, answerOf, NOT_GIVEN } from "../rules/answers.ts";
import { answerId } from "../rules/ids.ts";
import { type Item, LONGEST } from "../rules/items.ts";
import { neededBy, progressOf, type Row } from "../rules/run.ts";
import { ActionLine, useActionOf } from "./action.tsx";
import { AnswerControl } from "./controls.tsx";

/** One item of a run, with its answer, note and photos. Rendered again only when its own record changes. */
export const CheckItem = memo(function CheckItem({
  row,
  run,
  record,
  issue,
  place,
  isSafety,
  isOpen,
}: {
  row: Row;
  run: string;
  record: ShownRecord | undefined;
  /** The issue that began with it. */
  issue: ShownRecord | undefined;
  /** Of the run. */
  place: string | null;
  /** Whether the run is of a safety list. */
  isSafety: boolean;
  /** Whether answers may change. */
  isOpen: boolean;
}) {
  const { job, people, zone } = useScreen();
  const { write, line } = useWrite();
  const [isMore, setMore] = useState(false);
  const { item, key } = row;
  const given = { ...(record ? answerOf(record.values) : NOT_GIVEN), hasIssue: issue !== undefined };
  const progress = progressOf(row, given);
  const need = progress === "failed" ? neededBy(row, given) : null;
  const target = { kind: ANSWER, record: record?.id ?? answerId(run, key), job };
  const actions = useActionOf(isSafety, row, { answer: target.record, issue, where: whereOf(place, row) });
  const set = async (sets: Readonly<Record<string, Json>>) =>
    (await write({ ...target, sets: { run, item: key, ...sets } })) && (await actions.follow(sets));
  if (item.kind === "note")
    return (
      <li className="check" data-progress="note">
        <p className="max-w-measure">{item.text}</p>
        <ItemPicture item={item} />
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
      <ItemPicture item={item} />
      <AnswerControl
        item={item}
        labelledBy={`item-${key}`}
        value={given.value}
        isOpen={isOpen}
        set={(answer) => set({ answer: answer as Json })}
      />
      {given.note ? <p className="check-note">{given.note}</p> : null}
      {record && hadPhotos(record) ? (
        <Photos shots={given.shots} note={record} label={`Photos of ${item.text}`} stay={!isOpen} />
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
      {issue && actions.isOwn ? <ActionLine issue={issue} /> : issue ? <IssueLink issue={issue} /> : null}
      {progress === "failed" && record ? (
        <EntryActButtons
          begun={issue ? [...issueActs, ...actions.acts] : []}
          record={record}
          shots={given.shots}
          // Said as it is: “no paper-faced drywall” alone reads as if all were well.
          words={given.note ?? `Failed: ${item.text}`}
          item={key}
          where={whereOf(place, row)}
          label={item.text}
        />
      ) : null}
      {isMore && isOpen ? <More note={given.note} target={target} run={run} item={key} set={set} /> : null}
    </li>
  );
});

/** The picture of an instruction, on this device too once it was seen. */
function ItemPicture({ item: { picture, text } }: { item: Item }) {
  return picture === null ? null : <ShownPicture sha256={picture} text={text} />;
}

function ShownPicture({ sha256, text }: { sha256: string; text: string }) {
  const { job } = useScreen();
  const picture = useSavedPicture(job, sha256);
  const isOnline = useOnline();
  const address = useObjectUrl(picture ?? undefined);
  if (address) return <img className="check-picture" src={address} alt={`How it’s done: ${text}`} />;
  return (
    <p className="field-hint" role="status">
      {picture !== null
        ? "Opening the picture…"
        : isOnline
          ? "The picture hasn’t arrived yet. It comes once the device that added it has a signal."
          : "The picture isn’t on this device yet. It comes with a signal."}
    </p>
  );
}

/** Whether it has photos, or had some: one that was just removed can be restored. */
const hadPhotos = ({ values }: ShownRecord): boolean =>
  Object.keys(values).some((field) => field.startsWith(PHOTO_FIELD));

/** The place on the job, in words. */
const whereOf = (place: string | null, { unit }: Row): string =>
  [place, unit?.name].filter(Boolean).join(", ");

/** "PL-001, ready for review", to the issue that began with an item. */
function IssueLink({ issue: { id, values } }: { issue: ShownRecord }) {
  const { job } = useScreen();
  const { number, state } = issueOf(values);
  return (
    <Link className="text-link job-way justify-self-start" to={useIssuesHome().path(job, id)}>
      {number ?? "Issue"}: {STATE_LABELS[state]}
    </Link>
  );
}

/** "Pass by Ana, 2:10 PM". */
function Marked({ record }: { record: ShownRecord }) {
  const { people, zone } = useScreen();
  const { who } = useStore();
  const [now] = useState(() => Date.now());
  const last = record.fields["answer"]?.values[0];
  if (!last || last.value === null) return null;
  return (
    <span className="job-who">
      by {nameOf(last.author, people, who.user)}, {formatTaken(last, zone, now)}
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
  const saved = useRef(note);
  const save = (typed: string) => {
    const words = typed.trim() || null;
    if (words === saved.current) return;
    saved.current = words;
    void set({ note: words });
  };
  return (
    <div className="check-more">
      <Shutter roll={roll} isBeside isPhotosOnly />
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get("note");
          save(typeof typed === "string" ? typed : "");
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
          // Typed, then "Finish" pressed: what they typed counts.
          onBlur={({ target }) => save(target.value)}
        />
        <Button type="submit" kind="plain" size="small">
          Save note
        </Button>
      </form>
    </div>
  );
}
