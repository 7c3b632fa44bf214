import { type ReactNode, useRef, useState } from "react";
import type { Json } from "#ground/sync/public.tsx";
import { useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import {
  atAfterMove,
  byLevel,
  type JobPlace,
  LONGEST_PLACE,
  newNames,
  storedPlace,
  placeWords,
  refuseNames,
} from "./rules.ts";
import { readUnits } from "./units.ts";
import { addedPlaces, placesChange, usePlaces } from "./use-places.ts";

/** The places of a job, changed in place. */
export function PlacesList() {
  const { job, tell, isOwnBusiness } = useScreen();
  const { write, line } = useWrite();
  const [open, setOpen] = useState<string>();
  // A place is one value: a save right after a move, before the list shows it, would put it back.
  const moved = useRef<{ readonly key: string; readonly at: number }>(null);
  const places = usePlaces(job);
  if (!places) return null;
  const set = (sets: Readonly<Record<string, Json>>) => write(placesChange(job, sets));
  const remove = async (place: JobPlace) => {
    setOpen(undefined);
    if (await set({ [place.key]: null }))
      tell.done(`${placeWords(place)} removed.`, () => set({ [place.key]: storedPlace(place) }));
  };
  return (
    <>
      <p className="mb-4 max-w-measure">
        Checklists, issues, and photos of this job offer these places. Renaming or removing one here changes
        nothing that’s already written.
      </p>
      {line}
      {byLevel(places).map(([level, list]) => (
        <section key={level ?? ""} className="mb-6" aria-label={level ?? "No level"}>
          {level === null ? null : <h2 className="text-xl">{level}</h2>}
          <ul className="place-list">
            {list.map((place, at) => (
              <li key={place.key}>
                {open === place.key ? (
                  <EditPlace
                    place={place}
                    others={places.filter(({ key }) => key !== place.key)}
                    save={async (next) => {
                      const at = moved.current?.key === place.key ? moved.current.at : next.at;
                      if (await set({ [place.key]: storedPlace({ ...next, at }) })) setOpen(undefined);
                    }}
                  >
                    {([-1, 1] as const).map((by) => {
                      const to = atAfterMove(list, at, by);
                      return to === null ? null : (
                        <Button
                          key={by}
                          type="button"
                          kind="plain"
                          onClick={() => {
                            moved.current = { key: place.key, at: to };
                            void set({ [place.key]: storedPlace({ ...place, at: to }) });
                          }}
                        >
                          {by < 0 ? "Move up" : "Move down"}
                        </Button>
                      );
                    })}
                    <Button type="button" kind="quiet" onClick={() => void remove(place)}>
                      Remove
                    </Button>
                    <Button type="button" kind="quiet" onClick={() => setOpen(undefined)}>
                      Cancel
                    </Button>
                  </EditPlace>
                ) : isOwnBusiness ? (
                  <button
                    type="button"
                    className="place-row"
                    onClick={() => {
                      moved.current = null;
                      setOpen(place.key);
                    }}
                  >
                    <span>{place.name}</span>
                    <span className="sr-only">Edit</span>
                  </button>
                ) : (
                  <span className="place-row">{place.name}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {isOwnBusiness ? (
        <AddPlaces places={places} add={set} />
      ) : places.length === 0 ? (
        <p>This job has no places yet.</p>
      ) : null}
    </>
  );
}

function EditPlace({
  place,
  others,
  save,
  children,
}: {
  place: JobPlace;
  others: readonly JobPlace[];
  save: (next: JobPlace) => Promise<void>;
  children: ReactNode;
}) {
  const [name, setName] = useState(place.name);
  const [level, setLevel] = useState(place.level ?? "");
  const [why, setWhy] = useState<string>();
  return (
    <form
      className="place-edit"
      onSubmit={(event) => {
        event.preventDefault();
        const next = { ...place, name: name.trim(), level: level.trim() || null };
        const problem = !next.name
          ? "Type a name."
          : newNames(others, [next.name], next.level).length === 0
            ? "This job has a place of that name already."
            : undefined;
        setWhy(problem);
        if (!problem) void save(next);
      }}
    >
      <Field
        name="name"
        id="edit-name"
        label="Name"
        unmarked
        maxLength={LONGEST_PLACE}
        value={name}
        error={why}
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        name="level"
        id="edit-level"
        label="Level"
        maxLength={LONGEST_PLACE}
        value={level}
        onChange={({ target }) => setLevel(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Save</Button>
        {children}
      </div>
    </form>
  );
}

function AddPlaces({
  places,
  add,
}: {
  places: readonly JobPlace[];
  add: (sets: Readonly<Record<string, Json>>) => Promise<boolean>;
}) {
  const { tell } = useScreen();
  const [typed, setTyped] = useState("");
  const [level, setLevel] = useState("");
  const [why, setWhy] = useState<string>();
  const save = async () => {
    const on = level.trim() || null;
    const names = newNames(places, readUnits(typed), on);
    const problem = refuseNames(places, names);
    setWhy(problem ?? undefined);
    if (problem !== null || !(await add(addedPlaces(places, names, on)))) return;
    setTyped("");
    tell.done(names.length === 1 ? `${names[0]} added.` : `${names.length} places added.`);
  };
  return (
    <form
      className="place-edit"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2 className="text-xl">Add places</h2>
      <TextArea
        name="names"
        label="Rooms, units, or areas"
        hint="One per line or with commas. A range such as Unit 1–40 adds each one. You can paste a list."
        unmarked
        rows={4}
        value={typed}
        error={why}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Field
        name="level"
        label="Level"
        hint="Such as Basement or Level 2, if they’re all on one."
        maxLength={LONGEST_PLACE}
        value={level}
        onChange={({ target }) => setLevel(target.value)}
      />
      <div>
        <Button type="submit">Add</Button>
      </div>
    </form>
  );
}
