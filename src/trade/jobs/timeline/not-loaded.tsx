import { useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { useOnline } from "#trade/fieldwork/public.tsx";

/** An empty list shouldn't be mistaken for an empty job. */
export function NotHereYet({ job }: { job: string }) {
  const store = useStore();
  const isOnline = useOnline();
  const isHere = useLive(() => store.hasFetched(job), [store, job]);
  if (isHere !== false) return null;
  return (
    <p className="panel log-waits" role="status">
      {isOnline
        ? "Loading this job’s history…"
        : "You haven’t opened this job on this device before, so others’ entries will load when you have a signal. What you write now is saved."}
    </p>
  );
}
