import { useOnline } from "#trade/fieldwork/public.tsx";
import type { Status } from "../rules.ts";

/** What comes after the work, on a job that is done. It needs the server, so it is shown with a signal. */
export function JobDone({ job, status }: { job: string; status: Status }) {
  const isOnline = useOnline();
  if (status !== "done" || !isOnline) return null;
  return (
    <p className="job-done">
      <span>The work is done. Next: show it, hand over the package, ask for a review.</span>
      <a className="button" href={`/account/closeouts/${job}/finish`}>
        Finish up
      </a>
    </p>
  );
}
