import { useEffect, useState } from "react";
import type { OpenDue } from "./open-due.server.ts";

/**
 * One line on a job's page: what the person must do there. Nothing without a signal, because only the server
 * knows.
 */
export function DueLine({ job }: { job: string }) {
  const [due, setDue] = useState<readonly OpenDue[]>([]);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const found = navigator.onLine ? await fetchDue(job) : [];
      if (!isGone) setDue(found);
    };
    const lookAgain = () => void look();
    lookAgain();
    addEventListener("online", lookAgain);
    return () => {
      isGone = true;
      removeEventListener("online", lookAgain);
    };
  }, [job]);
  if (due.length === 0) return null;
  return (
    <p className="job-due" role="status">
      Due:{" "}
      {due.map(({ key, title, path }, at) => (
        <span key={key}>
          {at > 0 ? ", " : ""}
          <a className="text-link" href={path}>
            {title}
          </a>
        </span>
      ))}
    </p>
  );
}

async function fetchDue(job: string): Promise<readonly OpenDue[]> {
  try {
    const answer = await fetch(`/account/due?job=${job}`, {
      redirect: "manual",
      headers: { Accept: "application/json" },
    });
    const found: unknown = answer.ok ? await answer.json() : null;
    // A captive portal may answer anything.
    return Array.isArray(found) ? (found as OpenDue[]) : [];
  } catch {
    return [];
  }
}
