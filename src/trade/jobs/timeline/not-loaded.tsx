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
        ? "Fetching what happened on this job…"
        : "What others did on this job is not on this device yet, as it was never opened here. It comes with the next signal. What you write now is kept."}
    </p>
  );
}
