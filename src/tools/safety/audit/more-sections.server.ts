import { readsConfidential, zoneOf } from "#ground/businesses/public.server.ts";
import type { ItemRow } from "#ground/worklist/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { describeState } from "../cards/card.ts";
import { rowsOf as cardRows } from "../cards/rows.server.ts";
import { PLAN } from "../hazards/plan.ts";
import { rowsOf as planRows } from "../hazards/rows.server.ts";
import { missRows } from "../incidents/office/rows.server.ts";
import { decide } from "../incidents/rules/recordable.ts";
import { injuries } from "../incidents/stored/cases.server.ts";
import { caseOf } from "../incidents/stored/cases.ts";
import { NEAR_MISS_SEARCH } from "../incidents/stored/near-miss.ts";
import { MOST, SHEET_LANGUAGE_LABELS, TYPE_LABELS } from "../sheets/sheet.ts";
import { listSheets } from "../sheets/stored.server.ts";
import type { Range } from "./range.ts";
import { itemsIn, type Section, shortDay } from "./sections.server.ts";

export const findPlans = (ctx: AccountContext, range: Range) => itemsIn(ctx, { kind: PLAN }, range);

export async function plansSection(ctx: AccountContext, items: readonly ItemRow[]) {
  const rows = await planRows(ctx, items);
  return {
    figures: [{ value: rows.length, name: "Plans for the day" }],
    section: {
      ...{ title: "Hazards before work", none: "No plans for the day on these days." },
      columns: ["Number", "Day", "Job", "Plan", "Led by", "Changes", "Signed"],
      wide: 3,
      rows: rows.map(({ number, date, job, title, leader, changes, people, signed }) => [
        ...[number, shortDay(date), job, title, leader],
        ...[changes === 0 ? "" : String(changes), `${signed} of ${people}`],
      ]),
    } satisfies Section,
  };
}

export async function nearMissesSection(ctx: AccountContext, range: Range) {
  const rows = missRows(await itemsIn(ctx, NEAR_MISS_SEARCH, range), await jobsById(ctx));
  return {
    figures: [{ value: rows.length, name: "Near misses" }],
    section: {
      ...{ title: "Near misses", none: "No near misses on these days." },
      columns: ["Number", "Day", "Job", "What happened", "Status"],
      wide: 3,
      rows: rows.map(({ number, date, job, title, state }) => [
        ...[number, shortDay(date), job, title, state || "open"],
      ]),
    } satisfies Section,
  };
}

const DECISIONS = {
  recordable: "On the log",
  "not recordable": "Not on the log",
  "not enough known": "Not decided yet",
} as const;

/** Injuries without names, parts of the body or what happened; null for people who may not read them. */
export async function injuriesSection(ctx: AccountContext, { from, to, job }: Range) {
  if (!readsConfidential(ctx)) return null;
  const today = ctx.now
    .toZonedDateTimeISO(await zoneOf(ctx))
    .toPlainDate()
    .toString();
  const jobs = await jobsById(ctx);
  const found = (await injuries(ctx)).filter(
    ({ jobId, injury: { date } }) => date >= from && date <= to && (job === null || jobId === job),
  );
  return {
    figures: [{ value: found.length, name: "Injuries" }],
    section: {
      ...{ title: "Injuries", none: "No injuries on these days." },
      columns: ["Number", "Day", "Job", "OSHA log", "Days away", "Days restricted"],
      wide: 2,
      rows: found.toReversed().map(({ injury, ...of }) => {
        const logged = caseOf(of, injury, today);
        return [
          ...[injury.number ?? "", shortDay(injury.date), jobs.get(of.jobId)?.name ?? ""],
          DECISIONS[decide(injury.answers).decision],
          ...[logged ? String(logged.daysAway) : "", logged ? String(logged.daysRestricted) : ""],
        ];
      }),
    } satisfies Section,
  };
}

/** Who holds which card today, whatever the range. */
export async function cardsSection(ctx: AccountContext) {
  const { rows, today } = await cardRows(ctx, { words: "", state: null, type: null });
  return {
    figures: [],
    section: {
      ...{ title: "Cards", none: "Nobody’s cards are saved." },
      columns: ["Person", "Card", "Issued by", "Good through", "Today"],
      wide: 1,
      rows: rows.map(({ card, title }) => [
        ...[card.holder.name, title, card.issuer, card.expires === null ? "" : shortDay(card.expires)],
        describeState(card, today),
      ]),
    } satisfies Section,
  };
}

/** The library as it is today, each sheet in its latest version. */
export async function librarySection(ctx: AccountContext) {
  const rows = await listSheets(ctx, { words: "", type: null, dueBy: null }, { from: 0, most: MOST.sheets });
  return {
    figures: [],
    section: {
      ...{ title: "Safety plans and SDS", none: "The library is empty." },
      columns: ["Name", "Kind", "Maker", "Language", "Version", "Revised", "Review by"],
      wide: 0,
      rows: rows.map(({ name, type, maker, language, version, revisedOn, reviewOn }) => [
        ...[name, TYPE_LABELS[type], maker, SHEET_LANGUAGE_LABELS[language], String(version)],
        ...[revisedOn === null ? "" : shortDay(revisedOn), reviewOn === null ? "" : shortDay(reviewOn)],
      ]),
    } satisfies Section,
  };
}
