import { useEffect, useState } from "react";
import { useOnline } from "#trade/fieldwork/public.tsx";

/**
 * What is scheduled, and who answered and when. Nothing without a signal, because only the server knows:
 * clients' names aren't stored with the estimate on devices, where they couldn't be erased. Asks once: give
 * it the state as its `key`.
 */
export function StatusLines({ id }: { id: string }) {
  const isOnline = useOnline();
  const [lines, setLines] = useState<readonly string[]>([]);
  useEffect(() => {
    let isGone = false;
    if (isOnline)
      void fetchLines(id).then((found) => {
        if (!isGone) setLines(found);
      });
    return () => {
      isGone = true;
    };
  }, [id, isOnline]);
  if (lines.length === 0) return null;
  return (
    <ul className="estimate-status" aria-label="What happened">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

async function fetchLines(id: string): Promise<readonly string[]> {
  try {
    const answer = await fetch(`/account/estimates/${id}/status`, {
      redirect: "manual",
      headers: { Accept: "application/json" },
    });
    const found: unknown = answer.ok ? await answer.json() : null;
    // A captive portal may answer anything.
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}
