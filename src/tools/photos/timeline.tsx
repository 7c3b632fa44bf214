import { Link } from "react-router";
import { countShots, firstWritten, type Shot, shotsOf } from "#trade/fieldwork/public.ts";
import { Thumbnail, useScreen } from "#trade/fieldwork/public.tsx";
import type { Entry, Source } from "#trade/jobs/public.tsx";
import { factsOf, PHOTO } from "./rules/photo.ts";

/** Photos taken within this time of each other are one entry. */
const SITTING_MS = 30 * 60_000;
const MOST_SHOWN = 6;

/** Photos on a job's timeline: those that one person took in a row are one entry. */
export const photoSource: Source = {
  kind: PHOTO,
  tool: "Photos",
  pathOf: ({ job, values }) => `/account/job/${job}/photos?photo=${factsOf(values).sha256 ?? ""}`,
  entriesOf(record) {
    const { hidden, trashedAt } = factsOf(record.values);
    const [shot] = shotsOf(record.values);
    const first = firstWritten(record.fields);
    // A photo of another tool is in the entry of its own record.
    if (!shot || !first || hidden !== null || trashedAt !== null) return [];
    return [{ id: record.id, at: shot.at, author: first.author, title: "Photo", record }];
  },
  fold(entries) {
    const rows: Entry[][] = [];
    for (const entry of entries.toSorted((one, other) => one.at - other.at)) {
      const row = rows.findLast(([first]) => first!.author === entry.author);
      if (row && entry.at - row.at(-1)!.at < SITTING_MS) row.push(entry);
      else rows.push([entry]);
    }
    return rows.map((row) => {
      const shots = row.flatMap(({ record }) => shotsOf(record.values));
      const records = row.map(({ record }) => record);
      return {
        ...row[0]!,
        title: countShots(shots),
        body: <Strip shots={shots} />,
        // Versions of a single photo are settled in the roll; this says only what waits or was refused.
        record: {
          ...records[0]!,
          fields: {},
          conflicts: [],
          waiting: records.reduce((sum, { waiting }) => sum + waiting, 0),
          refused: records.flatMap(({ refused }) => refused),
        },
      };
    });
  },
};

function Strip({ shots }: { shots: readonly Shot[] }) {
  const { job } = useScreen();
  const more = shots.length - MOST_SHOWN;
  return (
    <ul className="photos">
      {shots.slice(0, MOST_SHOWN).map((shot, at) => (
        <li key={shot.sha256}>
          <Link className="photo" to={`/account/job/${job}/photos?photo=${shot.sha256}`}>
            <span className="sr-only">
              Photo {at + 1} of {shots.length}
            </span>
            <Thumbnail shot={shot} />
            {at === MOST_SHOWN - 1 && more > 0 ? <span className="photo-mark">{more} more</span> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}
