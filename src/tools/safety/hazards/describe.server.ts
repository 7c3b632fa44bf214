import { shownFields } from "#ground/sync/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import type { ServerTool } from "#trade/jobs/public.server.ts";
import { changesOf, PLAN, planOf, planTitle } from "./plan.ts";
import { countHazards } from "./text.ts";

/** A plan’s line in reports and the daily log’s paper. Without names: a report leaves the business. */
export const planDescriber: NonNullable<ServerTool["describers"]>[number] = {
  kind: PLAN,
  tell({ fields }) {
    const [first, plan] = [firstWritten(fields), planOf(shownFields(fields))];
    if (!first || !plan.current) return [];
    const { text } = plan.current;
    const [people, steps, hazards] = [plan.people.length, text.steps.length, countHazards(text)];
    const lines = [
      [
        ...(plan.number ? [plan.number] : []),
        ...[`led by ${plan.leader}`, `${people} ${people === 1 ? "person" : "people"}`],
        ...[
          `${steps} ${steps === 1 ? "step" : "steps"}`,
          `${hazards} ${hazards === 1 ? "hazard" : "hazards"}`,
        ],
      ].join(", "),
      ...changesOf(plan).map(({ why }) => `Changed on site: ${why}`),
    ];
    return [
      { at: first.at, by: first.by, title: `Hazards before work: ${planTitle(plan)}`, lines, photos: [] },
    ];
  },
};
