import { useEffect, useState } from "react";
import { registerFieldWorker } from "#ui/scripts/field-worker.ts";
import { Button } from "#ui/button.tsx";
import { TAKE_OVER } from "./paths.ts";

/** How often an open screen checks for a new version, in milliseconds. */
const LOOK_EVERY_MS = 60 * 60 * 1000;

/**
 * Announces that a new version is complete on the device. Nothing reloads until the person asks, so they
 * don't lose what they are typing.
 */
export function UpdateNotice() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    let looked = Date.now();
    let known: ServiceWorkerRegistration | undefined;
    const show = () => setWaiting(navigator.serviceWorker.controller ? (known?.waiting ?? null) : null);
    const look = () => {
      if (document.visibilityState !== "visible" || Date.now() - looked < LOOK_EVERY_MS) return;
      looked = Date.now();
      // Without a signal there can be no new version.
      known?.update().catch(() => undefined);
    };
    void registerFieldWorker().then((registration) => {
      known = registration;
      if (!registration) return;
      show();
      registration.addEventListener("updatefound", () =>
        registration.installing?.addEventListener("statechange", show),
      );
    });
    addEventListener("visibilitychange", look);
    return () => removeEventListener("visibilitychange", look);
  }, []);
  if (!waiting) return null;
  const takeOver = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin, its own
    waiting.postMessage(TAKE_OVER);
  };
  return (
    <p className="field-update" role="status">
      A new version is ready.{" "}
      <Button type="button" kind="quiet" size="small" onClick={takeOver}>
        Update now
      </Button>
    </p>
  );
}
