import { useState } from "react";
import { Link, useParams } from "react-router";
import { nameOf } from "#trade/fieldwork/public.ts";
import { Conflicts, EntryMarks, RefusedChanges, useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { dayWords, moment } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { planPath } from "../paths.ts";
import type { Language } from "../rules/text.ts";
import { PdfLink } from "../signing/pdf-link.tsx";
import { People } from "../signing/people.tsx";
import { OwnPhones } from "../signing/qr.tsx";
import { SignBar } from "../signing/sign-bar.tsx";
import { LanguageSwitch } from "../talks/words.tsx";
import { useToday } from "../talks/use-talks.ts";
import { useBegin } from "./begin.ts";
import { ChangeList } from "./change-list.tsx";
import { PlanText } from "./plan-text.tsx";
import { authorOf, changesOf, type Plan, planTitle } from "./plan.ts";
import { linesOf } from "./text.ts";
import { type ShownPlan, useMayChange, usePlan } from "./sheet.tsx";

/** A plan for the day: its steps, what changed, who was there, and their signatures. */
export default function PlanScreen({ me }: { me: ToolUser }) {
  const id = useParams()["planId"]!;
  return (
    <ToolPage me={me} title="Plan for the day">
      <OnePlan key={id} id={id} />
    </ToolPage>
  );
}

export function NoSuchPlan() {
  const { job } = useScreen();
  return (
    <p>
      This plan isn’t on this phone.{" "}
      <Link className="text-link" to={planPath(job)}>
        All plans of this job
      </Link>
    </p>
  );
}

function OnePlan({ id }: { id: string }) {
  const shown = usePlan(id);
  if (shown === undefined) return null;
  return shown?.plan.current ? <Shown shown={shown} current={shown.plan.current} /> : <NoSuchPlan />;
}

function Shown({ shown, current }: { shown: ShownPlan; current: NonNullable<Plan["current"]> }) {
  const { record, plan, state, isComplete } = shown;
  const { job, people } = useScreen();
  const [language, setLanguage] = useState<Language>("en");
  const hasSpanish = linesOf(current.text).some(({ es }) => es !== "");
  return (
    <>
      <p className="mb-4">
        <Link className="text-link" to={planPath(job)}>
          All plans of this job
        </Link>
      </p>
      <p className="talk-head">
        {plan.number ? <b>{plan.number}</b> : null}
        <span>
          {[
            ...(plan.date ? [dayWords(Temporal.PlainDate.from(plan.date))] : []),
            ...(plan.leader ? [`led by ${plan.leader}`] : []),
          ].join(", ")}
        </span>
        <StateMark state={isComplete ? "done" : "now"}>{state}</StateMark>
        <EntryMarks record={record} />
      </p>
      <Conflicts record={record} people={people} />
      <RefusedChanges record={record} />
      {hasSpanish ? <LanguageSwitch language={language} choose={setLanguage} /> : null}
      <h2 className="mt-4 text-3xl wrap-anywhere" lang={language}>
        {planTitle(plan, language)}
      </h2>
      <Meanwhile shown={shown} />
      <Changes shown={shown} />
      <PlanText text={current.text} language={language} />
      <ChangeIt shown={shown} />
      <OwnPhones sheet={shown} />
      <PdfLink record={record} href={`/account/safety/${record.id}/plan.pdf`} />
      <People sheet={shown} />
      <SignBar sheet={shown} />
    </>
  );
}

/** Two phones changed the plan without a signal: nobody’s words are lost, and somebody looks at both. */
function Meanwhile({ shown: { record, plan, path } }: { shown: ShownPlan }) {
  const { zone, people } = useScreen();
  const mayChange = useMayChange(record);
  return plan.others.map((other) => (
    <section key={other.version} className="panel mt-4" aria-label="Changed on two phones">
      <p className="max-w-measure">
        <b>Changed on two phones.</b> {nameOf(authorOf(record.fields, other.version), people, "")} also
        changed this plan, {moment(Temporal.Instant.from(other.at), zone).words}. The later change holds.{" "}
        {mayChange ? (
          <>
            Compare them, then <Link to={`${path}/change`}>change the plan</Link> so that it has both.
          </>
        ) : null}
      </p>
      <details className="fold mt-2">
        <summary>What the plan says now, compared with theirs</summary>
        {plan.current ? <ChangeList from={other} to={plan.current} language="en" /> : null}
      </details>
    </section>
  ));
}

/** Why people sign again. */
function Changes({ shown: { record, plan } }: { shown: ShownPlan }) {
  const { zone, people } = useScreen();
  const changes = changesOf(plan);
  if (changes.length === 0) return null;
  return (
    <section className="mt-4" aria-labelledby="plan-changes">
      <h3 id="plan-changes" className="text-xl">
        Changed on site
      </h3>
      <ul>
        {changes.map((one) => {
          const from = plan.revisions.find(({ version }) => version === one.base[0]);
          return (
            <li key={one.version} className="mt-2">
              <details className="fold">
                <summary>
                  {moment(Temporal.Instant.from(one.at), zone).words},{" "}
                  {nameOf(authorOf(record.fields, one.version), people, "")}: {one.why}
                </summary>
                {from ? <ChangeList from={from} to={{ ...one, why: "" }} language="en" /> : null}
              </details>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function ChangeIt({ shown: { record, plan, path } }: { shown: ShownPlan }) {
  const today = useToday();
  const begin = useBegin();
  const mayChange = useMayChange(record);
  if (!plan.current) return null;
  const { text } = plan.current;
  // The day before is still changed by a crew that works past midnight.
  const isOver = plan.date < today.subtract({ days: 1 }).toString();
  return (
    <div className="talk-acts">
      {mayChange && !isOver ? (
        <Link className="button" data-kind="plain" to={`${path}/change`}>
          Something changed
        </Link>
      ) : null}
      {plan.date < today.toString() ? (
        <Button type="button" kind="plain" onClick={() => void begin(text)}>
          Start today’s plan from this one
        </Button>
      ) : null}
    </div>
  );
}
