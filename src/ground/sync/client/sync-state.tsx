import { Button } from "#ui/button.tsx";
import { Icon, type IconName } from "#ui/icons.tsx";
import { useOpenStore, useSyncState } from "./hooks.tsx";
import { type SyncState as State, formatSyncState } from "./state.ts";

const icons: Readonly<Record<State["state"], IconName>> = {
  "all held": "check",
  sending: "clock",
  offline: "clock",
  "signed out": "person",
  "needs you": "warning",
};

const REFUSED = "/account/jobs/refused";

/** Shows the sync state; tapping it lists what waits. Links to refused changes, if any. */
export function SyncState() {
  const state = useSyncState();
  if (!state) return null;
  return (
    <div className="sync-strip">
      <details className="sync-state" data-state={state.state}>
        <summary>
          <Icon name={state.space === "full" || state.noRoom ? "warning" : icons[state.state]} />
          <span role="status">{formatSyncState(state)}</span>
        </summary>
        <Details state={state} />
      </details>
      {state.refused > 0 || state.noRoom ? (
        <a className="text-link sync-why" href={REFUSED}>
          See why
        </a>
      ) : null}
    </div>
  );
}

const toMinutes = (milliseconds: number) => Math.round(Math.abs(milliseconds) / 60_000);
/** Warn when the device clock is this far off, because times in the log would look wrong. */
const CLOCK_OFF_MINUTES = 5;

function Details({ state }: { state: State }) {
  const { syncNow } = useOpenStore();
  const reached = state.contact
    ? new Date(state.contact).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" })
    : null;
  return (
    <div className="flex flex-col gap-4 py-4">
      <p>{reached ? `Last reached the server ${reached}.` : "This device hasn’t reached the server yet."}</p>
      {state.waiting ? (
        <p>
          {state.waiting} unsent on this device
          {state.photos
            ? `, including ${state.photos} ${state.photos === 1 ? "photo or file" : "photos and files"}`
            : ""}
          . Sending is automatic.
        </p>
      ) : null}
      {state.space === "nearly full" ? (
        <p>This device is nearly full. Free up some space before you take more photos.</p>
      ) : null}
      {state.waiting && !state.isPersistent ? (
        <p>
          This browser may delete unsent work if the device runs out of space. Stay logged in until everything
          is sent.
        </p>
      ) : null}
      {toMinutes(state.skew) >= CLOCK_OFF_MINUTES ? (
        <p>
          This device’s clock is {toMinutes(state.skew)} minutes {state.skew > 0 ? "behind" : "ahead"}. We
          correct times where we can.
        </p>
      ) : null}
      {state.state === "signed out" ? <a href="/login">Log In</a> : null}
      <div>
        <Button kind="plain" size="small" onClick={syncNow}>
          Send now
        </Button>
      </div>
    </div>
  );
}
