import { useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";

/**
 * Opens the share sheet of a phone. Shows nothing where the browser can't share files. The picture is fetched
 * before the tap, because a browser opens the sheet only right after one.
 */
export function ShareButton({ address, name }: { address: string; name: string }) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!("canShare" in navigator)) return;
    const leaving = new AbortController();
    void (async () => {
      try {
        const answer = await fetch(address, { signal: leaving.signal });
        const picture = new File([await answer.blob()], name, { type: "image/jpeg" });
        if (answer.ok && navigator.canShare({ files: [picture] })) setFile(picture);
      } catch {
        // The picture above says what is wrong; it can still be downloaded later.
      }
    })();
    return () => leaving.abort();
  }, [address, name]);
  if (!file) return null;
  const share = async () => {
    setProblem(null);
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      // People close the sheet.
      if (!(error instanceof DOMException && error.name === "AbortError"))
        setProblem("Your browser couldn’t share the picture. Download it instead.");
    }
  };
  return (
    <>
      <Button type="button" onClick={() => void share()}>
        Share
      </Button>
      <StatusLine kind="error">{problem}</StatusLine>
    </>
  );
}
