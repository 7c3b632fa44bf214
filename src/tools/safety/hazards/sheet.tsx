import { type ShownRecord, useRecord, useRecords, useStore } from "#ground/sync/public.tsx";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { planPath } from "../paths.ts";
import { type Attendee, type Sign, standingOf } from "../rules/talk.ts";
import type { Sheet } from "../signing/sheet.ts";
import { useSigns } from "../signing/use-signs.ts";
import { useTalks } from "../talks/use-talks.ts";
import { ChangeList } from "./change-list.tsx";
import { PlanText } from "./plan-text.tsx";
import { describePlan, isPlanSigned, PLAN, type Plan, planOf, planTitle } from "./plan.ts";

export interface ShownPlan extends Sheet {
  readonly plan: Plan;
}

/** A plan as people sign it. @param signs of the job */
function planSheet(job: string, record: ShownRecord, signs: readonly Sign[]): ShownPlan {
  const plan = planOf(record.values);
  const own = signs.filter((sign) => sign.talk === record.id);
  const standing = standingOf(record.id, plan, own);
  const last = own.toSorted((one, other) => (one.at < other.at ? -1 : 1)).at(-1);
  return {
    ...{ record, plan, roll: plan, signs: own, standing, noun: "plan", path: planPath(job, record.id) },
    ...{ state: describePlan(plan, standing), isComplete: isPlanSigned(standing) },
    language: last?.language ?? "en",
    titleOf: (language) => planTitle(plan, language),
    text: (language) => (plan.current ? <PlanText text={plan.current.text} language={language} /> : null),
    changes(outdated, language) {
      const version = outdated.toSorted((one, other) => (one.at < other.at ? -1 : 1)).at(-1)?.version;
      const from = plan.revisions.find((revision) => revision.version === version);
      return from && plan.current ? <ChangeList from={from} to={plan.current} language={language} /> : null;
    },
  };
}

/** The plans of the job on this device, the newest first; undefined until loaded. */
export function usePlans(): readonly ShownPlan[] | undefined {
  const { job } = useScreen();
  const records = useRecords(PLAN, job);
  const signs = useSigns();
  if (!records || !signs) return undefined;
  const ofPlan = Map.groupBy(signs, ({ talk }) => talk);
  return records
    .map((record) => planSheet(job, record, ofPlan.get(record.id) ?? []))
    .filter(({ plan }) => plan.current !== null)
    .toSorted((one, other) =>
      `${other.plan.date} ${other.record.id}`.localeCompare(`${one.plan.date} ${one.record.id}`),
    );
}

/** A plan of this device by id; null if it isn’t here, undefined until loaded. */
export function usePlan(id: string): ShownPlan | null | undefined {
  const { job } = useScreen();
  const record = useRecord(PLAN, id);
  const signs = useSigns();
  if (record === undefined || !signs) return undefined;
  return record === null || planOf(record.values).current === null ? null : planSheet(job, record, signs);
}

/** Whether this person may change a plan: guests only their own. */
export function useMayChange({ fields }: ShownRecord): boolean {
  const { isOwnBusiness } = useScreen();
  const { user } = useStore().who;
  return isOwnBusiness || firstWritten(fields)?.author === user;
}

/** Who was at the last talk or plan of this job: they are expected again. */
export function useLastCrew(): readonly Attendee[] {
  const [talk, plan] = [useTalks()?.[0], usePlans()?.[0]];
  if (!talk || !plan) return (talk ?? plan)?.roll.people ?? [];
  const isTalk =
    talk.talk.date === plan.plan.date ? talk.record.id > plan.record.id : talk.talk.date > plan.plan.date;
  return (isTalk ? talk : plan).roll.people;
}
