import { useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { type PushState, pushState, renew, turnPushOff, turnPushOn } from "./push-browser.ts";

interface Person {
  readonly userId: string;
  /** The installation's key. */
  readonly pushKey: string;
}

const FAILED = "That didn’t work. Check your connection and try again.";

/** Whether this browser shows notifications; null until it is known, and without script. */
export function usePush({ userId, pushKey }: Person) {
  const [state, setState] = useState<PushState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isGone = false;
    void pushState(userId).then((found) => {
      if (isGone) return;
      setState(found);
      // Without a signal the next page tries again.
      if (found === "on") renew(userId, pushKey).catch(() => undefined);
    });
    return () => {
      isGone = true;
    };
  }, [userId, pushKey]);
  const change = async (work: () => Promise<PushState>) => {
    setBusy(true);
    setProblem(null);
    try {
      setState(await work());
    } catch {
      setProblem(FAILED);
    } finally {
      setBusy(false);
    }
  };
  return {
    state,
    problem,
    isBusy,
    turnOn: () => change(() => turnPushOn(userId, pushKey)),
    turnOff: () => change(() => turnPushOff(userId).then(() => "ask" as const)),
  };
}

/** Turns notifications on and off in this browser. @param onChange called after it did */
export function PushButton({ person, onChange }: { person: Person; onChange: () => void }) {
  const { state, problem, isBusy, turnOn, turnOff } = usePush(person);
  if (state === null)
    return (
      <noscript>
        <p className="text-pencil">Notifications on this device need JavaScript.</p>
      </noscript>
    );
  if (state === "unsupported")
    return (
      <p className="max-w-measure text-pencil">
        This browser can’t show notifications here. On an iPhone or iPad, open this page in Safari, tap Share,
        then Add to Home Screen, and open it from there.
      </p>
    );
  if (state === "blocked")
    return (
      <p className="max-w-measure text-pencil">
        Notifications are blocked for this site. Allow them in your browser’s settings for this site, then
        reload this page.
      </p>
    );
  return (
    <div className="grid justify-items-start gap-2">
      {state === "on" ? (
        <>
          <p>This device shows notifications.</p>
          <Button
            kind="plain"
            size="small"
            aria-disabled={isBusy}
            onClick={() => void turnOff().then(onChange)}
          >
            {isBusy ? "Turning off..." : "Turn off on this device"}
          </Button>
        </>
      ) : (
        <Button aria-disabled={isBusy} onClick={() => void turnOn().then(onChange)}>
          {isBusy ? "Turning on..." : "Turn on for this device"}
        </Button>
      )}
      <StatusLine kind="error">{problem}</StatusLine>
    </div>
  );
}
