// Puts the field app on the device as soon as somebody is signed in, so that its screens open without a signal, also those never opened before.

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string };
}

/** The policy of our pages takes the address of a script only from one that is named; where there are no such policies, as it is. */
const address = (path: string): string => {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  return policies ? policies.createPolicy("field-worker", { createScriptURL: (only) => only }).createScriptURL(path) : path;
};

/** Registers the worker of the field app. Without one (plain HTTP, a private window) screens work while there is a signal. */
export async function registerFieldWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!("serviceWorker" in navigator)) return undefined;
  try {
    return await navigator.serviceWorker.register(address("/account/field-worker.js"), { scope: "/account/", updateViaCache: "none" });
  } catch {
    // No signal, or a server that is being updated: the next page tries again.
    return undefined;
  }
}

/** How much of this device's work the server does not hold, as field screens last wrote it down. */
export const UNSENT = "field-unsent";
/** Who works on this device, see `features/field/who.ts`. */
const ME = "field-me";

/** Whether a form is the way out, and the person was not told yet that work waits here. */
export function guardSignOut(): void {
  addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || new URL(form.action).pathname !== "/logout") return;
      if (localStorage.getItem(UNSENT) && form.dataset["told"] === undefined) {
        event.preventDefault();
        event.stopImmediatePropagation();
        location.assign("/account/jobs/recover");
      } else localStorage.removeItem(ME);
    },
    { capture: true },
  );
}
