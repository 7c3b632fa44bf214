import { Button } from "#ui/button.tsx";
import { Icon, type IconName } from "#ui/icons.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { useOpenStore, useSyncState } from "./hooks.tsx";
import { type SyncState as State, wordsOf } from "./state.ts";

const icons: Readonly<Record<State["state"], IconName>> = {
  "all held": "check",
  sending: "clock",
  offline: "clock",
  "signed out": "person",
  "needs you": "warning",
};

/** Where the work is: in words, and tapped, what waits and why. */
export function SyncState() {
  const state = useSyncState();
  if (!state) return null;
  return (
    <details className="sync-state" data-state={state.state}>
      <summary>
        <Icon name={state.space === "full" ? "warning" : icons[state.state]} />
        <span role="status">{wordsOf(state)}</span>
      </summary>
      <Details state={state} />
    </details>
  );
}

const minutesOf = (milliseconds: number) => Math.round(Math.abs(milliseconds) / 60_000);
/** A clock so far off is told: what happened would carry a time that people don't remember. */
const CLOCK_OFF_MINUTES = 5;

function Details({ state }: { state: State }) {
  const { store, syncNow } = useOpenStore();
  const refused = useLive(async () => {
    const [commands, originals] = await Promise.all([
      store.tables.outbox.where({ state: "refused" }).toArray(),
      store.tables.blobs.where({ state: "refused" }).toArray(),
    ]);
    return [
      ...commands.map(({ id, refusal }) => ({ id, why: refusal?.why })),
      ...originals.map(({ sha256, why }) => ({ id: sha256, why })),
    ];
  }, [store]);
  const reached = state.contact ? new Date(state.contact).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" }) : null;
  return (
    <div className="flex flex-col gap-4 py-4">
      <p>{reached ? `The server last answered ${reached}.` : "The server has not answered this device yet."}</p>
      {state.waiting ? (
        <p>
          {state.waiting} {state.waiting === 1 ? "waits" : "wait"} on this device, {state.photos} of them photos or files. They are sent by
          themselves.
        </p>
      ) : null}
      {state.space === "nearly full" ? <p>This device is nearly full. Free some space before you take more photos.</p> : null}
      {state.waiting && !state.isPersistent ? (
        <p>This browser may clear what waits if the device runs out of space. Stay signed in until the server holds all of it.</p>
      ) : null}
      {minutesOf(state.skew) >= CLOCK_OFF_MINUTES ? (
        <p>
          The clock of this device is {minutesOf(state.skew)} minutes {state.skew > 0 ? "behind" : "ahead"}. Times are corrected where it is
          known.
        </p>
      ) : null}
      {refused?.map(({ id, why }) => (
        <div key={id} className="flex flex-wrap items-center gap-3">
          <p>{why || "The server can’t take this."}</p>
          <Button kind="plain" size="small" onClick={() => void store.tryAgain(id)}>
            Try again
          </Button>
          <Button kind="quiet" size="small" onClick={() => void store.putAway(id)}>
            Put away
          </Button>
        </div>
      ))}
      {state.state === "signed out" ? <a href="/login">Sign in</a> : null}
      <div>
        <Button kind="plain" size="small" onClick={syncNow}>
          Send now
        </Button>
      </div>
    </div>
  );
}
