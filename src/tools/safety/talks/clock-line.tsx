import { Link } from "react-router";
import { useRecord } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { dayWords } from "#platform/time/format.ts";
import { CLOCK, clockId, clockOf, describeClock, nextTalkOn } from "../rules/clock.ts";
import { sinceOf } from "./since.ts";
import { talksPath } from "./start.ts";
import type { ShownTalk } from "./sheet.tsx";
import { useToday } from "./use-talks.ts";
import { jobOf } from "#trade/jobs/public.tsx";

/** How often this job has a talk, and by when the next one is due. */
export function ClockLine({ talks }: { talks: readonly ShownTalk[] }) {
  const { job, isOwnBusiness } = useScreen();
  const values = useRecord(CLOCK, clockId(job))?.values ?? {};
  const { startsOn } = jobOf(job, useRecord("jobs.job", job)?.values ?? {});
  const today = useToday().toString();
  const clock = clockOf(values);
  if (!clock && !isOwnBusiness) return null;
  const last = talks.find(({ talk }) => talk.finishedAt !== null)?.talk.date ?? null;
  const due = clock ? nextTalkOn(clock, last, sinceOf(values, startsOn) ?? today) : null;
  const words =
    due === null
      ? "No reminder for talks is set."
      : due < today
        ? `The next talk was due by ${dayWords(Temporal.PlainDate.from(due))}.`
        : due === today
          ? "A talk is due today."
          : `The next talk is due by ${dayWords(Temporal.PlainDate.from(due))}.`;
  return (
    <p className="talk-clock" data-late={due !== null && due < today ? "" : undefined}>
      <b>{words}</b> {clock ? `${describeClock(clock)}.` : ""}{" "}
      {isOwnBusiness ? (
        <Link className="text-link" to={`${talksPath(job)}/clock`}>
          {clock ? "Change" : "Set how often"}
        </Link>
      ) : null}
    </p>
  );
}
