/**
 * A client's jobs and their status. Plain links: job pages belong to the field app, which also opens
 * without a signal.
 */
export function LeadJobs({ jobs }: { jobs: readonly { id: string; name: string; status: string }[] }) {
  return (
    <ul className="grid gap-1">
      {jobs.map(({ id, name, status }) => (
        <li key={id}>
          <a className="text-link wrap-anywhere" href={`/account/job/${id}`}>
            {name}
          </a>{" "}
          <span className="text-pencil">{status}</span>
        </li>
      ))}
    </ul>
  );
}
