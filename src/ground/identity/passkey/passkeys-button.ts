// For pages without client React: `<div data-passkey="sign-in" data-passkey-host="…" hidden>` containing a
// button and a `.status-line`. Shown only if the browser supports passkeys. If one was used before, the
// browser also offers it in the address field.

import {
  canUsePasskeys,
  type PasskeyOutcome,
  signWithPasskey,
  wasPasskeyUsedHere,
} from "./passkeys-browser.ts";

/** Challenges expire after five minutes, so one waiting in autofill is renewed before that. */
const RENEW_MS = 240_000;

for (const box of document.querySelectorAll<HTMLElement>("[data-passkey]")) {
  const { passkey, passkeyHost = "" } = box.dataset;
  const button = box.querySelector("button");
  const line = box.querySelector<HTMLElement>(".status-line");
  if (!button || !line || !canUsePasskeys(passkeyHost)) continue;
  const next = new URLSearchParams(location.search).get("next");
  let waiting: AbortController | undefined;
  let offered: Promise<PasskeyOutcome> | undefined;
  const show = (outcome: PasskeyOutcome): void => {
    if ("to" in outcome) location.assign(outcome.to);
    else setStatus("error" in outcome ? outcome.error : "", "error");
  };
  const setStatus = (words: string, kind: string): void => {
    [line.textContent, line.dataset["kind"]] = [words, kind];
  };

  const sign = async (): Promise<void> => {
    if (button.hasAttribute("aria-busy")) return;
    for (const name of ["aria-busy", "aria-disabled"]) button.setAttribute(name, "true");
    setStatus("Waiting for your device...", "info");
    // Browsers allow one request at a time. A just-answered autofill request is enough.
    waiting?.abort();
    const earlier = await offered;
    const outcome =
      earlier && "to" in earlier
        ? earlier
        : await signWithPasskey(passkey === "confirm" ? "confirm" : "sign-in", next);
    for (const name of ["aria-busy", "aria-disabled"]) button.removeAttribute(name);
    show(outcome);
  };

  const offer = async (field: Element): Promise<void> => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return;
    field.setAttribute("autocomplete", "username webauthn");
    const controller = (waiting = new AbortController());
    const renewal = setTimeout(() => {
      controller.abort();
      // A hidden page makes no requests.
      if (!document.hidden) void offer(field);
    }, RENEW_MS);
    offered = signWithPasskey("sign-in", next, { mediation: "conditional", signal: controller.signal });
    const outcome = await offered;
    clearTimeout(renewal);
    // The person didn't ask for this, so it fails silently.
    if (!controller.signal.aborted && !("error" in outcome && !outcome.answered)) show(outcome);
  };

  box.hidden = false;
  button.addEventListener("click", () => void sign());
  const address = document.querySelector('main [autocomplete="username"]:not([hidden])');
  if (passkey === "sign-in" && address && wasPasskeyUsedHere()) void offer(address).catch(() => {});
}
