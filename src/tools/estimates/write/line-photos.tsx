import { useMemo } from "react";
import { type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { PHOTO_FIELD, type Shot } from "#trade/fieldwork/public.ts";
import {
  Photos,
  type RollTarget,
  Shutter,
  Thumbnail,
  useRoll,
  useScreen,
  useWrite,
} from "#trade/fieldwork/public.tsx";
import { ESTIMATE, type Line } from "../rules/estimate.ts";
import { type LineShot, lineShotsOf, MOST_PHOTOS, setHidden } from "../rules/photos.ts";

/**
 * The photos of a line, and the buttons to add more. Each is saved on the phone when it is taken, and
 * uploaded once there is a signal.
 */
export function LinePhotos({ record, line }: { record: ShownRecord; line: Line }) {
  const { job } = useScreen();
  const store = useStore();
  const { write, line: failed } = useWrite();
  const all = lineShotsOf(record.values);
  const shots = all.filter((shot) => shot.line === line.id);
  const [id, of] = [record.id, line.id];
  const into = useMemo(
    (): RollTarget => ({
      ...{ kind: ESTIMATE, onto: id, isOne: true, isOfAnyDay: true, first: () => ({}) },
      write: (change, files) =>
        store.write(
          {
            ...change,
            sets: (hashes, skew) => {
              const sets = typeof change.sets === "function" ? change.sets(hashes, skew) : change.sets;
              return Object.fromEntries(
                Object.entries(sets).map(([field, value]) => [
                  field,
                  field.startsWith(PHOTO_FIELD) ? { ...(value as object), line: of } : value,
                ]),
              );
            },
          },
          files,
        ),
    }),
    [store, id, of],
  );
  const roll = useRoll(into);
  const show = (shot: Shot, isShown: boolean) =>
    void write({ kind: ESTIMATE, record: id, job, sets: setHidden(record.values, shot.sha256, !isShown) });
  return (
    <section className="estimate-line-photos" aria-label={`Photos of ${line.text}`}>
      {all.length < MOST_PHOTOS ? (
        <Shutter roll={roll} isBeside isPhotosOnly />
      ) : (
        <p className="field-hint">An estimate has {MOST_PHOTOS} photos at most.</p>
      )}
      <Photos
        shots={shots}
        note={record}
        label={`Photos of ${line.text}`}
        below={(shot) => (
          <label className="estimate-shown">
            <input
              type="checkbox"
              checked={!shots.some(({ sha256, isHidden }) => sha256 === shot.sha256 && isHidden)}
              onChange={({ target }) => show(shot, target.checked)}
            />
            Client sees it
          </label>
        )}
      />
      {failed}
    </section>
  );
}

const MOST_SMALL = 4;

/** Photos of a line in the list, small. */
export function SmallPhotos({ shots }: { shots: readonly LineShot[] }) {
  return shots.length === 0 ? null : (
    <span className="estimate-thumbs">
      {shots.slice(0, MOST_SMALL).map((shot) => (
        <span key={shot.sha256} className="photo" data-hidden={shot.isHidden || undefined}>
          <Thumbnail shot={shot} />
        </span>
      ))}
      {shots.length > MOST_SMALL ? `+${shots.length - MOST_SMALL}` : null}
    </span>
  );
}
