import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { dateAt } from "../entries/late-rules.ts";
import { formatDay } from "./photo-remarks.ts";
import { useObjectUrl } from "./use-object-url.ts";
import type { Chosen, Roll } from "./use-roll.ts";

const MOST_SHOWN = 4;

/**
 * Photos from other days aren't saved until someone decides where they belong.
 * @param here the name of the place they were chosen for, such as "Today's log"
 */
export function OtherDays({ roll, here }: { roll: Roll; here: string }) {
  const [now] = useState(() => Date.now());
  if (roll.undecided.length === 0) return null;
  const today = dateAt(now, roll.zone);
  const days = [...Map.groupBy(roll.undecided, ({ day }) => day)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return (
    <div className="flex flex-col gap-3" role="group" aria-label="Photos from other days">
      {days.map(([day, photos]) => (
        <div key={day} className="panel photo-day" role="alert">
          <ul className="photos">
            {photos.slice(0, MOST_SHOWN).map((one) => (
              <li key={`${one.file.name} ${one.file.size}`}>
                <Thumb one={one} />
              </li>
            ))}
          </ul>
          <p>{question(photos, formatDay(day, today))}</p>
          <div className="flex flex-wrap gap-2">
            <Button type="button" size="small" onClick={() => roll.decide(day, "that day")}>
              Move to {formatDay(day, today)}
            </Button>
            <Button type="button" kind="plain" size="small" onClick={() => roll.decide(day, "this day")}>
              {here}
            </Button>
            <Button type="button" kind="quiet" size="small" onClick={() => roll.decide(day, "none")}>
              Leave out
            </Button>
          </div>
        </div>
      ))}
      {days.length > 1 ? (
        <p>
          <Button
            type="button"
            kind="plain"
            size="small"
            onClick={() => days.forEach(([day]) => roll.decide(day, "that day"))}
          >
            Put each on its own day
          </Button>
        </p>
      ) : null}
    </div>
  );
}

function question(photos: readonly Chosen[], day: string): string {
  const [count, one] = [photos.length, photos.length === 1];
  if (photos.every(({ basis }) => basis === "file"))
    return one
      ? `This photo has no camera time. Its file is dated ${day}. Put it on that day?`
      : `${count} photos have no camera time. Their files are dated ${day}. Put them on that day?`;
  const doubt = photos.some(({ basis }) => basis === "zone") ? " by the camera’s clock" : "";
  return one
    ? `Taken ${day}${doubt}. Put it on that day?`
    : `${count} photos taken ${day}${doubt}. Put them on that day?`;
}

function Thumb({ one: { file } }: { one: Chosen }) {
  const address = useObjectUrl(file);
  return (
    <span className="photo">
      {address && file.type.startsWith("image/") ? (
        <img src={address} alt={file.name} onError={({ currentTarget }) => (currentTarget.hidden = true)} />
      ) : (
        <span className="photo-none">{file.name}</span>
      )}
    </span>
  );
}
