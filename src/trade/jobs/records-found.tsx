import { useEffect, useState } from "react";
import { Link } from "react-router";
import { useStore } from "#ground/sync/public.tsx";
import { formatTaken } from "#trade/fieldwork/public.ts";
import { useOnline } from "#trade/fieldwork/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { foldedWords } from "#platform/names/folded.ts";
import { Section } from "#ui/layout.tsx";
import type { Job } from "./rules.ts";
import { isFoundBy, textsOf } from "./timeline/find.ts";
import type { Source } from "./timeline/source.ts";

/** How long typing must pause, in milliseconds: a phone may have thousands of records. */
const PAUSE_MS = 250;
const SHORTEST = 2;
const MOST = 20;

function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

/** Records of every tool that have the words, on all jobs that this device has, with or without a signal. */
export function RecordsFound({
  typed,
  sources,
  jobs,
}: {
  typed: string;
  sources: readonly Source[];
  jobs: readonly Job[];
}) {
  const store = useStore();
  const isOnline = useOnline();
  const asked = usePaused(typed).trim();
  const found = useLive(async () => {
    const words = foldedWords(asked);
    if (asked.length < SHORTEST || words.length === 0) return null;
    const all = await Promise.all(
      // The job itself is in the list above.
      sources
        .filter(({ kind }) => kind !== "jobs.job")
        .map(async (source) =>
          (await store.recordsOf(source.kind, null)).flatMap((record) =>
            source
              .entriesOf(record)
              .slice(0, 1)
              .filter((entry) => isFoundBy([...textsOf(entry), source.tool], words))
              .map((entry) => ({ ...entry, source })),
          ),
        ),
    );
    // Of two tools with the same record, the first has it.
    const unique = new Map(
      all
        .flat()
        .toReversed()
        .map((entry) => [entry.record.id, entry]),
    );
    const newest = [...unique.values()].toSorted((one, other) => other.at - one.at);
    return { entries: newest.slice(0, MOST), now: Date.now() };
  }, [store, sources, asked]);
  if (!found) return null;
  const nameOf = new Map(jobs.map(({ id, name }) => [id, name]));
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const shown = found.entries.filter(({ record }) => record.job !== null && nameOf.has(record.job));
  return (
    <Section
      title="In your jobs"
      id="in-jobs"
      action={
        isOnline ? (
          <a className="text-link" href={`/account/search?q=${encodeURIComponent(asked)}`}>
            Search everything
          </a>
        ) : null
      }
    >
      {shown.length === 0 ? (
        <p role="status">Nothing matches “{asked}” in the jobs that this device has opened.</p>
      ) : (
        <ul className="jobs records-found">
          {shown.map(({ source, record, title, at }) => (
            <li key={record.id}>
              <Link
                className="job-row"
                data-item=""
                to={source.pathOf?.(record) ?? `/account/job/${record.job}`}
              >
                <span className="records-found-title">{title}</span>
                <span className="text-pencil">{source.tool}</span>
                <span className="job-place">
                  {nameOf.get(record.job!)} · {formatTaken({ at }, zone, found.now)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
