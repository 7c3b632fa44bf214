import { useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";

/** How often an open page asks whether anything happened. The answer is one short line. */
const EVERY_MS = 5000;

/**
 * Keeps the page as it is: asks now and then whether something happened, and only then reads the page again.
 * While something is being sent, or nobody looks, it waits. What is typed, what is open and where the focus
 * stands stay as they are, for React changes what differs alone.
 * @param of the address that answers with a word which is another one when something happened
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
      // Busy: what is being sent reads the page again by itself, and the next look sees whether that was all.
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
 * @returns nothing when the network is away or somebody signed out elsewhere: the page stays, and the next
 * look may do better
 */
async function ask(address: string): Promise<string | undefined> {
  try {
    // "manual" and not "error": whoever signed out elsewhere is sent to the login, and that is no failure for
    // the browser to report.
    const answer = await fetch(address, { headers: { Accept: "text/plain" }, redirect: "manual" });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}
