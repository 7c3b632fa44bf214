import type { Numbers } from "./numbers.server.ts";

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** A week of photos: how many, by whom, on which jobs, and what is missing. Folded to stay out of the way. */
export function WeekNumbers({ total, people, jobs, quiet, lists }: Numbers) {
  const open = [
    counted(total, "photo", "photos"),
    ...(quiet.count > 0 ? [`${counted(quiet.count, "job", "jobs")} without new ones`] : []),
    ...(lists.open > 0 ? [`${counted(lists.open, "shot list", "shot lists")} open`] : []),
  ];
  return (
    <details className="photo-week">
      <summary>This week: {open.join(", ")}</summary>
      <dl>
        {people.length > 0 ? (
          <div>
            <dt>By person</dt>
            <dd>{people.map(({ name, count }) => `${name} ${count.toLocaleString("en-US")}`).join(", ")}</dd>
          </div>
        ) : null}
        {jobs.length > 0 ? (
          <div>
            <dt>By job</dt>
            <dd>
              {jobs.map(({ jobId, name, count }, at) => (
                <span key={jobId}>
                  {at > 0 ? ", " : ""}
                  <a href={`/account/photos?job=${jobId}`}>{name}</a> {count.toLocaleString("en-US")}
                </span>
              ))}
            </dd>
          </div>
        ) : null}
        {quiet.count > 0 ? (
          <div>
            <dt>Active jobs without new photos for a week</dt>
            <dd>
              {quiet.jobs.map(({ jobId, name }, at) => (
                <span key={jobId}>
                  {at > 0 ? ", " : ""}
                  <a href={`/account/job/${jobId}/photos`}>{name}</a>
                </span>
              ))}
              {quiet.count > quiet.jobs.length ? `, and ${quiet.count - quiet.jobs.length} more` : ""}
            </dd>
          </div>
        ) : null}
        {lists.open + lists.done > 0 ? (
          <div>
            <dt>Shot lists of all jobs</dt>
            <dd>
              {lists.done} done, {lists.open} open
            </dd>
          </div>
        ) : null}
      </dl>
      <p>
        <a className="text-link" href="/account/photos/numbers.csv">
          Download 12 weeks by job and person (CSV)
        </a>
      </p>
    </details>
  );
}
