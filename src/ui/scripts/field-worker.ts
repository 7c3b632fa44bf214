// Installs the field app on the device after sign-in, so that its screens open without a signal, even those
// never opened before.

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/**
 * Our content policy accepts a script's address only from a named policy; without such policies the plain
 * string is used.
 */
const address = (path: string): string => {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  return policies
    ? policies.createPolicy("field-worker", { createScriptURL: (only) => only }).createScriptURL(path)
    : path;
};

/**
 * Registers the field app's worker. Without one (plain HTTP, a private window) screens still work while
 * there is a signal.
 */
export async function registerFieldWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!("serviceWorker" in navigator)) return undefined;
  try {
    return await navigator.serviceWorker.register(address("/account/field-worker.js"), {
      scope: "/account/",
      updateViaCache: "none",
    });
  } catch {
    // No signal, or the server is being updated: the next page tries again.
    return undefined;
  }
}

const UNSENT = "field-unsent";
/** The storage key under which field screens count a person's unsent work in a business. */
export const unsentKey = (account: string, user: string): string => `${UNSENT} ${account} ${user}`;
/** The person on this device, see `faces/field/current-user.ts`. */
const ME = "field-me";
/** The page's message to the worker at sign-out: delete from this device what the server has. */
export const SIGNED_OUT = "signed out";

/** Prefix of the keys under which field screens store unsaved input. */
export const DRAFT = "draft ";

/** Whether this person has unsent work, in any business of theirs. */
function isUnsent(): boolean {
  const user = /"user":"([^"]+)"/.exec(localStorage.getItem(ME) ?? "")?.[1];
  return Object.keys(localStorage).some(
    (key) => key.startsWith(UNSENT) && (user === undefined || key.endsWith(` ${user}`)),
  );
}

/**
 * Blocks sign-out while there is unsent work that the person hasn't been warned about, and deletes what
 * the server has when they leave.
 */
export function guardSignOut(): void {
  addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || new URL(form.action).pathname !== "/logout") return;
      if (isUnsent() && form.dataset["told"] === undefined) {
        event.preventDefault();
        event.stopImmediatePropagation();
        location.assign("/account/jobs/recover");
      } else {
        for (const key of [ME, ...Object.keys(localStorage).filter((one) => one.startsWith(DRAFT))])
          localStorage.removeItem(key);
        navigator.serviceWorker?.controller?.postMessage(SIGNED_OUT);
      }
    },
    { capture: true },
  );
}
