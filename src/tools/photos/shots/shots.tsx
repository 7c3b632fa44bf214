import { useState } from "react";
import { Link } from "react-router";
import { type ShownRecord, useRecords } from "#ground/sync/public.tsx";
import { EntryMarks, Thumbnail, useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icons.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { type Facts, LONGEST } from "../rules/photo.ts";
import { missingFirst, missingOf, refuseDone, SHOTS, shotListOf, skipField } from "../rules/shots.ts";
import { AddList } from "./add-list.tsx";
import { useListed } from "./use-shots.ts";

/** What must be on file before people leave the job. */
export default function ShotsScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Shot lists">
      <Lists />
    </ToolPage>
  );
}

function Lists() {
  const { job, isOwnBusiness } = useScreen();
  const lists = useRecords(SHOTS, job);
  const listed = useListed();
  if (!lists || !listed) return null;
  return (
    <>
      <p className="mb-4">
        <Link className="text-link" to={`/account/job/${job}/photos`}>
          All photos of this job
        </Link>
      </p>
      {lists.map((record) => (
        <OneList key={record.id} record={record} listed={listed} />
      ))}
      {isOwnBusiness ? <AddList isFirst={lists.length === 0} /> : null}
    </>
  );
}

function OneList({ record, listed }: { record: ShownRecord; listed: readonly Facts[] }) {
  const { job, isOwnBusiness, tell } = useScreen();
  const { write, line } = useWrite();
  const [refused, setRefused] = useState<string>();
  const list = shotListOf(record.values);
  const missing = missingOf(list, record.id, listed);
  const target = { kind: SHOTS, record: record.id, job };
  const finish = async (isDone: boolean) => {
    const why = isDone ? refuseDone(list, missing) : null;
    setRefused(why ?? undefined);
    if (why === null && (await write({ ...target, sets: { done: isDone } })))
      tell.done(isDone ? `${list.title}: everything is on file.` : `${list.title} is open again.`);
  };
  const remove = async () => {
    if (await write({ ...target, sets: { removed: true } }))
      tell.done(`${list.title} removed. Its photos stay.`, () =>
        write({ ...target, sets: { removed: false } }),
      );
  };
  return (
    <section className="shot-list" aria-label={list.title}>
      <header className="roll-count">
        <h2 className="roll-date">{list.title}</h2>
        <p>
          {list.isDone && missing.length === 0
            ? "Done"
            : `${list.shots.length - missing.length} of ${list.shots.length}`}
        </p>
      </header>
      <EntryMarks record={record} />
      <ul className="shots">
        {missingFirst(list, missing).map((at) => (
          <Slot
            key={at}
            shot={list.shots[at]!}
            photo={listed.findLast(
              (one) =>
                one.shot?.list === record.id &&
                one.shot.shot === at &&
                one.trashedAt === null &&
                one.hidden === null,
            )}
            why={list.skips.get(at) ?? null}
            href={`/account/job/${job}/photos/camera?list=${record.id}&shot=${at}&back=shots`}
            skip={isOwnBusiness ? (why) => write({ ...target, sets: { [skipField(at)]: why } }) : undefined}
          />
        ))}
      </ul>
      <StatusLine kind="error">{refused}</StatusLine>
      {line}
      {isOwnBusiness ? (
        <div className="flex flex-wrap gap-2">
          {list.isDone ? (
            <Button type="button" kind="plain" onClick={() => void finish(false)}>
              Open it again
            </Button>
          ) : (
            <Button type="button" onClick={() => void finish(true)}>
              Done
            </Button>
          )}
          <Button type="button" kind="quiet" onClick={() => void remove()}>
            Remove list
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** A shot of a list: its photo, or an outline that opens the camera. */
function Slot({
  shot,
  photo,
  why,
  href,
  skip,
}: {
  shot: string;
  photo: Facts | undefined;
  why: string | null;
  href: string;
  skip: ((why: string | null) => Promise<boolean>) | undefined;
}) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const state = photo ? "taken" : why === null ? "missing" : "skipped";
  return (
    <li className="shot" data-state={state}>
      <Link className="photo shot-frame" to={href}>
        {photo?.sha256 ? (
          <Thumbnail shot={{ sha256: photo.sha256, type: "image/jpeg", at: 0 }} />
        ) : (
          <span className="photo-none">
            <Icon name={why === null ? "camera" : "close"} />
          </span>
        )}
        <span className="sr-only">{photo ? "Take again: " : "Take: "}</span>
        <span className="shot-words">{shot}</span>
      </Link>
      {why === null ? null : <p className="field-hint">Not here: {why}</p>}
      {!photo && skip ? (
        isAsking ? (
          <form
            className="photo-word-form"
            onSubmit={(event) => {
              event.preventDefault();
              if (typed.trim()) void skip(typed.trim()).then((isSaved) => isSaved && setAsking(false));
            }}
          >
            <Field
              name="why"
              label="Why not"
              required
              autoFocus
              maxLength={LONGEST.reason}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Button type="submit" kind="plain" size="small">
              Save
            </Button>
          </form>
        ) : (
          <Button
            type="button"
            kind="quiet"
            size="small"
            onClick={() => (why === null ? setAsking(true) : void skip(null))}
          >
            {why === null ? "Doesn’t apply" : "It does apply"}
            <span className="sr-only">: {shot}</span>
          </Button>
        )
      ) : null}
    </li>
  );
}
