import { useState } from "react";
import { Link } from "react-router";
import { useRecord } from "#ground/sync/public.tsx";
import { EntryMarks, useScreen, useWorkSince } from "#trade/fieldwork/public.tsx";
import { jobOf, ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { dayWords } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { FindInLibrary } from "../library/find.tsx";
import { planPath } from "../paths.ts";
import { useToday } from "../talks/use-talks.ts";
import { SafetyWays } from "../ways.tsx";
import { useBegin } from "./begin.ts";
import { jhas, suggestJhas } from "./library.ts";
import { changesOf, planTitle } from "./plan.ts";
import { type ShownPlan, usePlans } from "./sheet.tsx";

/** Shown before somebody asks for all. */
const FIRST = 10;
const MOST_SUGGESTED = 3;

/** The plans for the day of a job: today’s, and what one can start from. */
export default function Plans({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Hazards before work">
      <SafetyWays here="hazards" />
      <PlanLists />
    </ToolPage>
  );
}

function PlanLists() {
  const plans = usePlans();
  const { job } = useScreen();
  const today = useToday().toString();
  if (!plans) return null;
  const current = plans.filter(({ plan }) => plan.date >= today);
  const earlier = plans.filter(({ plan }) => plan.date < today);
  return (
    <>
      {current.length > 0 ? (
        <section aria-labelledby="plans-today" className="mb-8">
          <h2 id="plans-today" className="text-2xl">
            Today’s plan
          </h2>
          <PlanList plans={current} />
        </section>
      ) : (
        <>
          <p className="mb-6 max-w-measure">
            Go over the work before it starts: each step, what can go wrong, and what you do about it. The
            crew signs, and signs again when something changes. It works without a signal.
          </p>
          {earlier[0] ? <FromLast last={earlier[0]} /> : null}
        </>
      )}
      <ForToday />
      <FindInLibrary
        library={jhas}
        title="Job hazard analyses"
        noun="JHA"
        about="Steps, hazards and controls by task. Start the day’s plan from one, then change it for your site."
        pathOf={({ slug }) => planPath(job, `read/${slug}`)}
      />
      <p className="mt-4">
        <Link className="text-link" to={planPath(job, "new")}>
          Write a plan from scratch
        </Link>
      </p>
      {earlier.length > 0 ? (
        <section aria-labelledby="plans-earlier" className="mt-8">
          <h2 id="plans-earlier" className="text-2xl">
            Earlier plans
          </h2>
          <PlanList plans={earlier} />
        </section>
      ) : null}
    </>
  );
}

/** Most days are like the one before. */
function FromLast({ last: { plan } }: { last: ShownPlan }) {
  const begin = useBegin();
  if (!plan.current) return null;
  const { text } = plan.current;
  return (
    <section className="talk-suggested mb-6" aria-labelledby="plan-last">
      <p className="label">The last plan, {dayWords(Temporal.PlainDate.from(plan.date))}</p>
      <h2 id="plan-last" className="text-2xl wrap-anywhere">
        {planTitle(plan)}
      </h2>
      <div className="talk-acts">
        <Button type="button" kind="signal" size="large" onClick={() => void begin(text)}>
          Start today’s plan from it
        </Button>
      </div>
    </section>
  );
}

/** JHAs that the log or the job’s name speaks for. */
function ForToday() {
  const { job } = useScreen();
  const work = useWorkSince(useToday().subtract({ days: 1 }).toString());
  const { name } = jobOf(job, useRecord("jobs.job", job)?.values ?? {});
  const found = suggestJhas(jhas, [name, ...work.map(({ what }) => what)]).slice(0, MOST_SUGGESTED);
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="plans-work" className="mt-8">
      <h2 id="plans-work" className="text-2xl">
        For this work
      </h2>
      <ul className="talk-list">
        {found.map(({ jha, word }) => (
          <li key={jha.slug}>
            <Link to={planPath(job, `read/${jha.slug}`)}>
              <b>{jha.text.title.en}</b>
              <span>The job or its log mentions “{word}”</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PlanList({ plans }: { plans: readonly ShownPlan[] }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? plans : plans.slice(0, FIRST);
  return (
    <>
      <ul className="talk-list">
        {shown.map(({ record, plan, path, state }) => (
          <li key={record.id}>
            <Link to={path}>
              <b>{planTitle(plan)}</b>
              <span>
                {[
                  ...(plan.number ? [plan.number] : []),
                  ...(plan.date ? [dayWords(Temporal.PlainDate.from(plan.date))] : []),
                  ...[`led by ${plan.leader}`, state],
                  ...(changesOf(plan).length > 0 ? ["changed on site"] : []),
                ].join(", ")}
              </span>
            </Link>
            <EntryMarks record={record} />
          </li>
        ))}
      </ul>
      {shown.length < plans.length ? (
        <Button type="button" kind="quiet" onClick={() => setAll(true)}>
          Show all {plans.length} plans
        </Button>
      ) : null}
    </>
  );
}
