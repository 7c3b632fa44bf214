import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { usePush } from "./push-button.tsx";

const LATER = "notifications later";

/** On Today, once the first lead came: offers notifications on this device, until the person decides. */
export function PushOffer({ userId, pushKey }: { userId: string; pushKey: string }) {
  const { state, problem, isBusy, turnOn } = usePush({ userId, pushKey });
  const [isPutOff, setPutOff] = useState(false);
  const [isDone, setDone] = useState(false);
  if (isDone && state === "on")
    return (
      <StatusLine kind="done">
        This device shows notifications now. <a href="/account/settings/notifications">Choose which</a>
      </StatusLine>
    );
  if (state !== "ask" || isPutOff || localStorage.getItem(LATER) !== null) return null;
  const later = () => {
    localStorage.setItem(LATER, "yes");
    setPutOff(true);
  };
  return (
    <section className="panel push-offer" aria-label="Notifications">
      <p className="max-w-measure">
        <b>Hear of the next lead right away.</b> Your phone or computer can show you a notification within
        seconds, even when this page is closed.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button aria-disabled={isBusy} onClick={() => void turnOn().then(() => setDone(true))}>
          {isBusy ? "Turning on..." : "Turn on notifications"}
        </Button>
        <Button kind="plain" onClick={later}>
          Not now
        </Button>
      </div>
      <StatusLine kind="error">{problem}</StatusLine>
    </section>
  );
}
