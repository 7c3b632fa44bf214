// Puts the field app on the device as soon as somebody is signed in, so that its screens open without a
// signal, also those never opened before.

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/**
 * The policy of our pages takes the address of a script only from one that is named; where there are no such
 * policies, as it is.
 */
const address = (path: string): string => {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  return policies
    ? policies.createPolicy("field-worker", { createScriptURL: (only) => only }).createScriptURL(path)
    : path;
};

/**
 * Registers the worker of the field app. Without one (plain HTTP, a private window) screens work while there
 * is a signal.
 */
export async function registerFieldWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!("serviceWorker" in navigator)) return undefined;
  try {
    return await navigator.serviceWorker.register(address("/account/field-worker.js"), {
      scope: "/account/",
      updateViaCache: "none",
    });
  } catch {
    // No signal, or a server that is being updated: the next page tries again.
    return undefined;
  }
}

const UNSENT = "field-unsent";
/**
 * Under which name field screens write down how much of a person's work in a business the server does not
 * hold.
 */
export const unsentKey = (account: string, user: string): string => `${UNSENT} ${account} ${user}`;
/** Who works on this device, see `faces/field/current-user.ts`. */
const ME = "field-me";
/** What a page says to the worker when somebody signs out: it takes what the server holds off this device. */
export const SIGNED_OUT = "signed out";

/** How the names begin under which field screens keep what was typed and not saved. */
export const DRAFT = "draft ";

/** Whether anything of the person who works here waits, in any business of theirs. */
function isUnsent(): boolean {
  const user = /"user":"([^"]+)"/.exec(localStorage.getItem(ME) ?? "")?.[1];
  return Object.keys(localStorage).some(
    (key) => key.startsWith(UNSENT) && (user === undefined || key.endsWith(` ${user}`)),
  );
}

/**
 * Holds the way out while work waits here and the person was not told; takes along what the server holds when
 * they go.
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
