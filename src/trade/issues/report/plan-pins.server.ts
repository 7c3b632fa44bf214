import { type JobRecord, shownFields } from "#ground/sync/public.server.ts";
import { dateAt } from "#trade/fieldwork/public.ts";
import type { ShapePlan, ShapeTone } from "#trade/jobs/public.server.ts";
import { pictureOfPin, PLAN, planOf } from "#trade/plans/public.ts";
import { dayWords } from "#platform/time/format.ts";
import type { Issue } from "../rules/issue.ts";
import { type Found, numberOf } from "./found.server.ts";

/** Where an issue is on the plans of its job. */
export interface Spot {
  /** "Floor plan, page 2". */
  readonly page: string;
  /** The page's picture. */
  readonly sha256: string;
  /** What the pin says: "12" of PL-012. */
  readonly pin: string;
  /** Fractions of the picture, from its top left corner. */
  readonly x: number;
  readonly y: number;
}

/** The spots of issues, by the issue's id. Issues without a pin, or whose plan was removed, have none. */
export function spotsOf(
  all: readonly Found[],
  records: readonly JobRecord[],
  zone: string,
): ReadonlyMap<string, Spot> {
  const plans = new Map(
    records.flatMap(({ kind, id, fields }) =>
      kind === PLAN ? [[id, planOf(shownFields(fields))] as const] : [],
    ),
  );
  return new Map(
    all.flatMap(({ id, issue, record }) => {
      const { pin } = issue;
      const plan = pin && plans.get(pin.plan);
      const at = record.fields["pin"]?.values[0]?.at ?? 0;
      const shown = plan && pictureOfPin(plan, { page: pin.page, at });
      if (!shown) return [];
      const { version, picture, isLatest } = shown;
      const title = plan.title || "Plan";
      const page = [
        ...[title, plan.level && !title.includes(plan.level) ? plan.level : ""],
        version.pages.length > 1 ? `page ${pin.page + 1}` : "",
        isLatest ? "" : `version of ${dayWords(Temporal.PlainDate.from(dateAt(version.at, zone)))}`,
      ];
      const number = issue.number === null ? "•" : String(numberOf(issue));
      return [
        [
          id,
          {
            ...{ page: page.filter(Boolean).join(", "), sha256: picture.sha256 },
            ...{ pin: number, x: pin.x, y: pin.y },
          },
        ] as const,
      ];
    }),
  );
}

/** Each page with the pins of these issues, in the order of their names. */
export function plansOf(
  all: readonly Found[],
  spots: ReadonlyMap<string, Spot>,
  toneOf: (issue: Issue) => ShapeTone,
): ShapePlan[] {
  const placed = all.flatMap(({ id, issue }) => {
    const spot = spots.get(id);
    return spot ? [{ spot, tone: toneOf(issue) }] : [];
  });
  return [...Map.groupBy(placed, ({ spot: { page, sha256 } }) => `${page} ${sha256}`).values()]
    .map((own) => ({
      ...{ title: own[0]!.spot.page, sha256: own[0]!.spot.sha256 },
      pins: own.map(({ spot: { pin: number, x, y }, tone }) => ({ number, tone, x, y })),
    }))
    .toSorted((one, other) => one.title.localeCompare(other.title, "en", { numeric: true }));
}
