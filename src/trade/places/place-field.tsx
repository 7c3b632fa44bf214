import { useWrite, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { addedPlaces, placesChange, usePlaces } from "./use-places.ts";
import { isSamePlace, LONGEST_PLACE, placeWords, refuseNames } from "./rules.ts";

/** Chips shown at once. */
const MOST_CHIPS = 8;

/** Where something is: typed, or one of the job's places with one tap. A new one can be added to them. */
export function PlaceField({
  value,
  choose,
  label = "Where",
  name = "place",
  hint,
}: {
  value: string;
  choose: (value: string) => void;
  label?: string;
  name?: string;
  hint?: string;
}) {
  const { job, isOwnBusiness } = useScreen();
  const { write, line } = useWrite();
  const places = usePlaces(job) ?? [];
  const typed = value.trim();
  const all = places.map(placeWords);
  const isKnown = all.some((words) => isSamePlace(words, typed));
  const found = isKnown ? [] : all.filter((words) => words.toLowerCase().includes(typed.toLowerCase()));
  const mayAdd = isOwnBusiness && typed !== "" && !isKnown && refuseNames(places, [typed]) === null;
  return (
    <div className="place-field">
      <Field
        {...{ name, label }}
        hint={hint ?? "A room, unit, or level."}
        autoComplete="off"
        maxLength={LONGEST_PLACE}
        value={value}
        onChange={({ target }) => choose(target.value)}
      />
      {found.length > 0 ? (
        <div className="choices" role="group" aria-label="Places of this job">
          {found.slice(0, MOST_CHIPS).map((words) => (
            <button key={words} type="button" className="choice-chip" onClick={() => choose(words)}>
              {words}
            </button>
          ))}
          {found.length > MOST_CHIPS ? (
            <p className="field-hint">{found.length - MOST_CHIPS} more: type to find one.</p>
          ) : null}
        </div>
      ) : null}
      {mayAdd ? (
        <p>
          <Button
            type="button"
            kind="quiet"
            size="small"
            onClick={() => void write(placesChange(job, addedPlaces(places, [typed], null)))}
          >
            Add “{typed}” to this job’s places
          </Button>
        </p>
      ) : null}
      {line}
    </div>
  );
}
