/**
 * The jobs of a client, each with how far it is. Plain links: a job's page is another app's, which also opens
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
