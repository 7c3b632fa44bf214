import { firstWritten } from "#trade/fieldwork/public.ts";
import type { Tool } from "#trade/jobs/public.tsx";
import { planPath } from "../paths.ts";
import { changesOf, PLAN, planOf, planTitle } from "./plan.ts";

/** A plan on the job’s timeline. */
export const planSource: NonNullable<Tool["sources"]>[number] = {
  kind: PLAN,
  tool: "Safety",
  pathOf: ({ job, id }) => planPath(job ?? "", id),
  entriesOf(record) {
    const [first, plan] = [firstWritten(record.fields), planOf(record.values)];
    if (!first || !plan.current) return [];
    const count = plan.people.length;
    const changes = changesOf(plan).length;
    const words = [
      ...["Hazards before work", planTitle(plan)],
      ...(plan.number ? [plan.number] : []),
      ...(count > 0 ? [`${count} ${count === 1 ? "person" : "people"}`] : []),
      ...(changes > 0 ? [`changed ${changes === 1 ? "once" : `${changes} times`} on site`] : []),
    ];
    return [{ id: record.id, at: first.at, author: first.author, record, title: words.join(" · ") }];
  },
};
