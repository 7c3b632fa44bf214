// For pages without a framework: `<div data-passkey="sign-in" data-passkey-host="…" hidden>` with a button
// and a `.status-line` in it. It shows itself where the browser can, and only there. Where a passkey was used
// before, the browser also offers it beside the address.

import {
  canUsePasskeys,
  type PasskeyOutcome,
  signWithPasskey,
  wasPasskeyUsedHere,
} from "./passkeys-browser.ts";

/** A question lives five minutes; one that waits beside a field is renewed before that. */
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
    else say("error" in outcome ? outcome.error : "", "error");
  };
  const say = (words: string, kind: string): void => {
    [line.textContent, line.dataset["kind"]] = [words, kind];
  };

  const sign = async (): Promise<void> => {
    if (button.hasAttribute("aria-busy")) return;
    for (const name of ["aria-busy", "aria-disabled"]) button.setAttribute(name, "true");
    say("Waiting for your device...", "info");
    // The browser has one such question at a time; one that was answered a moment ago is enough.
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
    const asked = (waiting = new AbortController());
    const renewal = setTimeout(() => {
      asked.abort();
      // A page that nobody looks at asks for nothing.
      if (!document.hidden) void offer(field);
    }, RENEW_MS);
    offered = signWithPasskey("sign-in", next, { mediation: "conditional", signal: asked.signal });
    const outcome = await offered;
    clearTimeout(renewal);
    // What nobody has asked for fails without a word.
    if (!asked.signal.aborted && !("error" in outcome && !outcome.answered)) show(outcome);
  };

  box.hidden = false;
  button.addEventListener("click", () => void sign());
  const address = document.querySelector('main [autocomplete="username"]:not([hidden])');
  if (passkey === "sign-in" && address && wasPasskeyUsedHere()) void offer(address).catch(() => {});
}
