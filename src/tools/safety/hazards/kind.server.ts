import { z } from "zod";
import {
  type Command,
  defineKind,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { defineProjection } from "#ground/worklist/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { refuse } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { numberWith } from "../paper/number.server.ts";
import { isOfAnother } from "../rights.server.ts";
import { LONGEST, MOST_PEOPLE } from "../rules/talk.ts";
import { name, sources, version, words } from "../schema.server.ts";
import { changesOf, MOST_REVISIONS, PLAN, planOf, planTitle, versionOfRevision } from "./plan.ts";
import { linesOf, LONGEST_LINE, MOST, refuseText } from "./text.ts";
import { planPath } from "../paths.ts";

const line = z.strictObject({ en: words(LONGEST_LINE).min(1), es: words(LONGEST_LINE) });
const hazard = z.strictObject({ hazard: line, controls: z.array(line).max(MOST.controls) });
const step = z.strictObject({ step: line, hazards: z.array(hazard).max(MOST.hazards) });

/** What devices may write of plans for the day, and how the office lists them. Called once per process. */
export function definePlans(): void {
  defineKind({
    kind: PLAN,
    scope: "job",
    fields: {
      date: z.iso.date(),
      leader: name,
      "revisions.*": z.strictObject({
        text: z.strictObject({ title: line, steps: z.array(step).max(MOST.steps), sources }),
        at: z.iso.datetime({ offset: true }),
        why: words(LONGEST.reason),
        base: z.array(version).max(MOST_REVISIONS),
      }),
      "people.*": z.strictObject({ name }).nullable(),
      "unsigned.*": words(LONGEST.reason).min(1).nullable(),
      // Only the server gives it.
      number: z.string().regex(/^PTP-\d{4}-\d{4,}$/),
    },
    onApplied: numberWith("date"),
    mayWrite: (ctx, { sets }, before) => refusePlan(ctx, sets, before),
  });
  defineProjection({
    kind: PLAN,
    found: { label: "Plan for the day", pathOf: ({ jobId, id }) => planPath(jobId, id) },
    itemOf({ fields }) {
      const plan = planOf(shownFields(fields));
      if (plan.date === "" || !plan.current) return null;
      return {
        ...{
          date: plan.date,
          title: planTitle(plan),
          number: plan.number,
          person: firstWritten(fields)?.author ?? null,
        },
        type: changesOf(plan).length > 0 ? "changed" : "unchanged",
        texts: [
          plan.number,
          plan.leader,
          ...plan.people.map((person) => person.name),
          ...linesOf(plan.current.text).flatMap(({ en, es }) => [en, es]),
        ],
      };
    },
  });
}

function refusePlan(ctx: AccountContext, sets: Command["sets"], before: StoredRecord | null): Refusal | null {
  const was = before ? shownFields(before.fields) : {};
  const names = Object.keys(sets);
  if (Object.hasOwn(sets, "number") && ctx.user !== null)
    return refuse("forbidden", "Only the server gives a plan its number.");
  if (isOfAnother(ctx, names, before))
    return refuse("forbidden", "Another company started this plan. You can add people and sign.");
  if (sets["removed"] === true) return refuse("conflict", "A plan stays in the records.");
  const written = names.filter((field) => field.startsWith("revisions."));
  if (written.some((field) => Object.hasOwn(was, field)))
    return refuse("conflict", "What was signed doesn’t change. Change the plan again.");
  const plan = planOf({ ...was, ...sets });
  if (!plan.current || plan.date === "" || plan.leader === "")
    return refuse("invalid", "This plan didn’t arrive whole. Start it again.");
  const known = new Set(plan.revisions.map((one) => one.version));
  for (const one of plan.revisions.filter((other) => written.includes(`revisions.${other.version}`))) {
    const why = refuseText(one.text);
    if (why !== null) return refuse("invalid", why);
    const isWhole = one.version === versionOfRevision(one.text, one.base);
    const isFirst = one.base.length === 0;
    if (!isWhole || (isFirst && before !== null) || !one.base.every((base) => known.has(base)))
      return refuse("invalid", "This change didn’t arrive whole. Change the plan again.");
  }
  if (plan.revisions.length > MOST_REVISIONS)
    return refuse("invalid", `A plan changes ${MOST_REVISIONS - 1} times at most. Start another one.`);
  return plan.people.length > MOST_PEOPLE
    ? refuse("invalid", `A plan has ${MOST_PEOPLE} people at most. Start another one for the rest.`)
    : null;
}
