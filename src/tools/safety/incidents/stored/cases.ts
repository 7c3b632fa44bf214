import type { ReportedCase } from "../forms/ita-cases.ts";
import { type ReportClock, reportClock, reportStanding, type SevereKind, momentOf } from "../rules/clocks.ts";
import { expectDays } from "../rules/days.ts";
import { privacyOf } from "../rules/privacy.ts";
import { decide } from "../rules/recordable.ts";
import { workRelated } from "../rules/work-related.ts";
import type { Answer } from "../rules/truth.ts";
import { describeParts } from "../rules/body.ts";
import type { Completion } from "./completion.ts";
import type { Injury } from "./injury.ts";

/** A recordable injury, as OSHA’s forms want it, and the record it is from. */
export interface StoredCase extends ReportedCase {
  readonly jobId: string;
  /** Whether the day count is final: closed, or no spell runs. */
  readonly isRunning: boolean;
  /** Address, physician and clinic of form 301. */
  readonly form: Injury["form"];
  readonly zone: string;
  readonly completion: Completion | null;
}

const yesNo = (text: string): boolean | null => (text === "yes" ? true : text === "no" ? false : null);

/**
 * A record as a case of the log; null unless it is decided to be recordable.
 * @param today "2027-01-15", where the business is: days that run are counted to it
 */
export function caseOf(
  { id, jobId, completion }: Pick<StoredCase, "id" | "jobId" | "completion">,
  injury: Injury,
  today: string,
): StoredCase | null {
  const { decision, classification } = decide(injury.answers);
  if (decision !== "recordable" || classification === null || injury.date === "") return null;
  const { form } = injury;
  const days = expectDays(injury.days, today);
  const what = [injury.injury, describeParts(injury.parts)].filter(Boolean).join(", ");
  return {
    ...{ id, jobId, number: injury.number ?? "", date: injury.date, outcome: classification },
    ...{ type: injury.type ?? 1, daysAway: days.away, daysRestricted: days.restricted },
    ...{ name: injury.name, title: injury.title, where: form.logWhere || injury.where },
    ...{ what: form.logWhat || what, isPrivate: privacyOf(injury.privacy).hidesName },
    ...{ born: form.born || null, hired: form.hired || null },
    sex: form.sex === "M" || form.sex === "F" ? form.sex : null,
    ...{ inEmergencyRoom: yesNo(form.inEmergencyRoom), overnight: yesNo(form.overnight) },
    ...{ startedWork: form.startedWork || null, time: injury.time, isTimeUnknown: injury.time === null },
    ...{ before: injury.before, happened: injury.what, injury: what, object: form.object },
    ...{ died: form.died || null, isRunning: days.isRunning && injury.closedAt === null, form },
    ...{ zone: injury.zone, completion },
  };
}

/** Whether too little is known to say if it goes on the log. */
export const isUndecided = ({ answers }: Injury): boolean => decide(answers).decision === "not enough known";

const toAnswer = (truth: boolean | null): Answer => (truth === null ? "unknown" : truth ? "yes" : "no");

/** A clock to OSHA of an injury, and how it stands. */
export interface Clock extends ReportClock {
  readonly kind: SevereKind;
  readonly standing: ReturnType<typeof reportStanding>;
}

/** When it happened, if anybody knows. */
const happenedAt = ({ date, time, zone }: Injury): Temporal.Instant | null =>
  date === "" || time === null ? null : momentOf(date, time, zone);

/** The clocks of the severe outcomes of an injury. */
export function clocksOf(injury: Injury, now: Temporal.Instant): Clock[] {
  const reported = Object.values(injury.reports).map(({ at }) => Temporal.Instant.from(at));
  const instantOf = (text: string | null) => (text === null ? null : Temporal.Instant.from(text));
  const { answers } = injury;
  // It was reported on a job, so until somebody says otherwise the call is due.
  const { holds } = workRelated(answers.place === "unknown" ? { ...answers, place: "work" } : answers);
  return injury.severe.map(({ kind, outcomeAt, knownAt }) => {
    const own = injury.reports[kind];
    const clock = reportClock({
      ...{ kind, incidentAt: happenedAt(injury), outcomeAt: Temporal.Instant.from(outcomeAt) },
      ...{ knownAt: Temporal.Instant.from(knownAt), workRelated: toAnswer(holds) },
      ...{ workRelatedKnownAt: instantOf(injury.workRelatedKnownAt), ...injury.roads },
      ...{ reportedBefore: own === undefined && reported.length > 0, zone: injury.zone },
    });
    return { kind, ...clock, standing: reportStanding(clock, now, instantOf(own?.at ?? null)) };
  });
}
