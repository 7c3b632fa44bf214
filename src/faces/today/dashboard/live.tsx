import { useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";

/** How often an open page polls for changes, in milliseconds. The answer is one short line. */
const EVERY_MS = 5000;

/**
 * Polls for changes and reloads the page's data only after one. Pauses while a form is being sent or the
 * page is hidden. Input, open parts and focus stay, because React changes only what differs.
 * @param of an address that answers with a word that changes when something happens
 */
export function Live({ of = "/account/pulse" }: { of?: string }) {
  const revalidator = useRevalidator();
  const navigation = useNavigation();
  const latest = useRef({ revalidator, isBusy: false });
  useEffect(() => {
    latest.current = { revalidator, isBusy: navigation.state !== "idle" || revalidator.state !== "idle" };
  });
  useEffect(() => {
    let known: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const again = () => {
      clearTimeout(timer);
      if (!isGone && document.visibilityState === "visible") timer = setTimeout(() => void look(), EVERY_MS);
    };
    const look = async () => {
      const word = await ask(of);
      if (isGone) return;
      // Busy: the form reloads the page's data itself, and the next poll sees whether that was all.
      if (word !== undefined && !latest.current.isBusy) {
        if (known !== undefined && known !== word) void latest.current.revalidator.revalidate();
        known = word;
      }
      again();
    };
    const seen = () => void (document.visibilityState === "visible" ? look() : again());
    document.addEventListener("visibilitychange", seen);
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [of]);
  return null;
}

/**
 * @returns undefined when the network is down or the user signed out elsewhere: the page stays, and the
 * next poll may succeed
 */
async function ask(address: string): Promise<string | undefined> {
  try {
    // "manual" and not "error": a user who signed out elsewhere is redirected to the login, which the
    // browser shouldn't report as a failure.
    const answer = await fetch(address, { headers: { Accept: "text/plain" }, redirect: "manual" });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}
