import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { useStore } from "#ground/sync/public.tsx";
import { formatTaken, nameOf, type Person } from "#trade/fieldwork/public.ts";
import { EntryHistory, RefusedChanges, SEND_LABELS, sendState, Who } from "#trade/fieldwork/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { foldedWords } from "#platform/names/folded.ts";
import { Section } from "#ui/layout.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { isFoundBy, textsOf } from "./find.ts";
import { NotHereYet } from "./not-loaded.tsx";
import type { Entry, Source } from "./source.ts";

/** A job may have ten thousand entries. */
const PAGE_SIZE = 100;
/** With fewer entries, people see them all. */
const SEARCHED_FROM = 5;

/** What happened on a job, from every tool: filtered by tool, found by words, a page at a time. */
export function JobTimeline({
  job,
  zone,
  sources,
  people,
  line,
  isKnown,
}: {
  job: string;
  zone: string;
  sources: readonly Source[];
  people: readonly Person[];
  line: ReactNode;
  /** Then it may have more entries. */
  isKnown: boolean;
}) {
  const store = useStore();
  const [tool, setTool] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const [most, setMost] = useState(PAGE_SIZE);
  const entries = useLive(async () => {
    const found = await Promise.all(
      sources.map(async (source) => {
        const own = (await store.recordsOf(source.kind, job)).flatMap((one) => source.entriesOf(one));
        return (source.fold?.(own) ?? own).map((entry) => ({ ...entry, source }));
      }),
    );
    // Two sources may have the same entry, such as the current status. The first wins, because it knows
    // whether the change still waits to be sent.
    const unique = new Map(
      found
        .flat()
        .toReversed()
        .map((entry) => [entry.id, entry]),
    );
    return [...unique.values()].toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  }, [store, job, sources]);
  const toolsWithEntries = new Set(entries?.map(({ source }) => source.tool));
  const tools = [...new Set(sources.map((source) => source.tool))].filter(
    (one) => toolsWithEntries.has(one) || one === tool,
  );
  const words = foldedWords(typed);
  const all = (entries ?? []).filter(
    (entry) =>
      (tool === null || entry.source.tool === tool) &&
      isFoundBy(
        [
          ...textsOf(entry),
          entry.source.tool,
          entry.author ? nameOf(entry.author, people, store.who.user) : "",
        ],
        words,
      ),
  );
  const requested = useSearchParams()[0].get("draft");
  const shown = Math.max(most, all.findIndex(({ record }) => requested?.endsWith(record.id)) + 1);
  return (
    <Section title="History" id="happened" action={<Filter tools={tools} tool={tool} choose={setTool} />}>
      {(entries?.length ?? 0) > SEARCHED_FROM || typed ? (
        <input
          className="input job-search"
          type="search"
          aria-label="Search this job"
          placeholder="Search this job"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          data-search=""
          autoComplete="off"
        />
      ) : null}
      {line}
      {isKnown ? <NotHereYet job={job} /> : null}
      {entries && all.length === 0 ? (
        <p role="status">
          {typed.trim() ? `Nothing matches “${typed.trim()}”.` : tool ? "None yet." : "Nothing yet."}
        </p>
      ) : null}
      <Timeline label="History">
        {all.slice(0, shown).map((entry) => (
          <TimelineStep
            key={entry.id}
            {...stateOf(entry)}
            when={formatWhen(entry.at, zone)}
            dateTime={new Date(entry.at).toISOString()}
            title={
              <>
                {entry.title} {entry.author === undefined ? null : <Who id={entry.author} people={people} />}
              </>
            }
          >
            {entry.body}
            {entry.record.kind === "jobs.job" ? (
              // Its changes and versions are above.
              <RefusedChanges record={entry.record} />
            ) : (
              <EntryHistory
                record={entry.record}
                quiet={entry.source.quiet ?? []}
                heading="h3"
                settleAt={entry.source.settleAt?.(entry.record)}
              />
            )}
          </TimelineStep>
        ))}
      </Timeline>
      {all.length > shown ? (
        <p className="mt-4">
          <button
            type="button"
            className="button"
            data-kind="plain"
            onClick={() => setMost(shown + PAGE_SIZE)}
          >
            Show earlier
          </button>
        </p>
      ) : null}
    </Section>
  );
}

function Filter({
  tools,
  tool,
  choose,
}: {
  tools: readonly string[];
  tool: string | null;
  choose: (tool: string | null) => void;
}) {
  return (
    <div className="choices" role="group" aria-label="Show">
      {[null, ...tools].map((one) => (
        <button
          key={one ?? "all"}
          type="button"
          className="choice-chip"
          aria-pressed={tool === one}
          onClick={() => choose(one)}
        >
          {one ?? "All"}
        </button>
      ))}
    </div>
  );
}

const STEP_STATES = { refused: "stopped", waiting: "waiting", saved: "done" } as const;

function stateOf({ record }: Pick<Entry, "record">): {
  state: "done" | "waiting" | "stopped";
  stateLabel: string;
} {
  const state = sendState(record);
  return { state: STEP_STATES[state], stateLabel: SEND_LABELS[state] };
}

const formatWhen = (at: number, zone: string): string => formatTaken({ at }, zone, Date.now());
