import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { EntryMarks, useScreen, useWorkSince } from "#trade/fieldwork/public.tsx";
import { jobOf, ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { useWeatherOn } from "#trade/weather/public.tsx";
import { dayWords } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { FindInLibrary } from "../library/find.tsx";
import { library } from "../library/library.ts";
import { suggestTalk, type Suggestion } from "../library/suggest.ts";
import { describeStanding, numberOf, titleOf } from "../rules/talk.ts";
import { SafetyWays } from "../ways.tsx";
import { ClockLine } from "./clock-line.tsx";
import { startTalk, talkPath, talksPath } from "./start.ts";
import type { ShownTalk } from "./sheet.tsx";
import { useOwnName, useTalks, useToday } from "./use-talks.ts";

/** Shown before somebody asks for all. */
const FIRST_GIVEN = 10;

/** The toolbox talks of a job: today’s, the library, and what was given. */
export default function Talks({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Toolbox talks">
      <SafetyWays here="talks" />
      <TalkLists />
    </ToolPage>
  );
}

function useSuggestion(talks: readonly ShownTalk[] | undefined): Suggestion | null {
  const { job } = useScreen();
  const date = useToday();
  const [reading] = useWeatherOn(job, date.toString()).readings;
  const work = useWorkSince(date.subtract({ days: 1 }).toString());
  const { name } = jobOf(job, useRecord("jobs.job", job)?.values ?? {});
  if (!talks) return null;
  return suggestTalk(library, {
    date,
    weather: reading
      ? {
          ...{ highC: reading.highC, lowC: reading.lowC, gustMs: reading.gustMs },
          ...{ rainMm: reading.rainMm, snowCm: reading.snowCm },
          codes: reading.hours.flatMap(({ code }) => code ?? []),
        }
      : null,
    work: [name, ...work.map(({ what }) => what)],
    given: talks.flatMap(({ talk }) => (talk.text ? [{ slug: talk.text.slug, date: talk.date }] : [])),
  });
}

function TalkLists() {
  const talks = useTalks();
  const suggestion = useSuggestion(talks);
  const { job } = useScreen();
  if (!talks) return null;
  const open = talks.filter(({ talk }) => talk.finishedAt === null);
  const given = talks.filter(({ talk }) => talk.finishedAt !== null);
  return (
    <>
      <ClockLine talks={talks} />
      {open.length > 0 ? (
        <section aria-labelledby="talks-open" className="mb-8">
          <h2 id="talks-open" className="text-2xl">
            Not finished
          </h2>
          <GivenTalks talks={open} job={job} />
        </section>
      ) : null}
      {suggestion ? <Suggested suggestion={suggestion} talks={talks} /> : null}
      <FindInLibrary
        library={library}
        title="All talks"
        noun="talk"
        about={`${library.length} talks, in English and Spanish. They work without a signal.`}
        pathOf={({ text }) => `${talksPath(job)}/read/${text.slug}`}
      />
      <section aria-labelledby="talks-given" className="mt-8">
        <h2 id="talks-given" className="text-2xl">
          Given at this job
        </h2>
        {given.length === 0 ? (
          <p className="max-w-measure">
            None yet. Each talk is saved here with its words, who was there, and their signatures.
          </p>
        ) : (
          <GivenTalks talks={given} job={job} />
        )}
      </section>
    </>
  );
}

function Suggested({ suggestion, talks }: { suggestion: Suggestion; talks: readonly ShownTalk[] }) {
  const { job, tell } = useScreen();
  const store = useStore();
  const navigate = useNavigate();
  const date = useToday().toString();
  const leader = useOwnName();
  const { text } = suggestion.talk;
  const start = async () => {
    try {
      const people = talks[0]?.talk.people ?? [];
      const id = await startTalk(store, { job, date, text, language: "en", leader, people });
      await navigate(talkPath(job, id));
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <section className="talk-suggested" aria-labelledby="talk-suggested">
      <p className="label">Today’s talk</p>
      <h2 id="talk-suggested" className="text-2xl">
        {text.title.en}
      </h2>
      <p className="estimate-quiet">
        <span lang="es">{text.title.es}</span>
        {suggestion.why ? ` · ${suggestion.why}` : ""}
      </p>
      <div className="talk-acts">
        <Button type="button" kind="signal" size="large" onClick={() => void start()}>
          Start this talk
        </Button>
        <Link
          className="button"
          data-kind="plain"
          data-size="large"
          to={`${talksPath(job)}/read/${text.slug}`}
        >
          Read it first
        </Link>
      </div>
    </section>
  );
}

function GivenTalks({ talks, job }: { talks: readonly ShownTalk[]; job: string }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? talks : talks.slice(0, FIRST_GIVEN);
  return (
    <>
      <ul className="talk-list">
        {shown.map(({ record, talk, standing }) => (
          <li key={record.id}>
            <Link to={talkPath(job, record.id)}>
              <b>{titleOf(talk)}</b>
              <span>
                {[
                  ...(talk.date ? [dayWords(Temporal.PlainDate.from(talk.date))] : []),
                  numberOf(talk),
                  describeStanding(talk, standing),
                ].join(", ")}
              </span>
            </Link>
            <EntryMarks record={record} />
          </li>
        ))}
      </ul>
      {shown.length < talks.length ? (
        <p className="quiet-line">
          <Button type="button" kind="quiet" onClick={() => setAll(true)}>
            Show all {talks.length} talks
          </Button>
        </p>
      ) : null}
    </>
  );
}
