import type { Numbers } from "./numbers.server.ts";

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** A week of photos: how many, by whom, on which jobs, and what is missing. */
export function WeekNumbers({ total, people, jobs, quiet, lists }: Numbers) {
  return (
    <section className="photo-week" aria-labelledby="photo-week">
      <h2 id="photo-week">This week</h2>
      <dl>
        <div>
          <dt>{counted(total, "photo", "photos")}</dt>
          <dd>
            {people.length === 0
              ? "None since Monday."
              : people.map(({ name, count }) => `${name} ${count.toLocaleString("en-US")}`).join(", ")}
          </dd>
        </div>
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
            <dt>{counted(quiet.count, "active job", "active jobs")} without new photos for a week</dt>
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
    </section>
  );
}
