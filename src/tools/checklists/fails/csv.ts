import type { LoaderFunctionArgs } from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { failRates, firmRatesOf } from "./fails.server.ts";
import { formatRate, readFailFilters } from "./filters.ts";

const MOST_ROWS = 5_000;

/** Items that fail often, as CSV; with `by=firm`, how firms did with their issues. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { searchParams } = new URL(args.request.url);
  if (searchParams.get("by") === "firm") return await firmsCsv(args);
  const { rates, today } = await inAccount(args, "work.read", async (ctx) => {
    const day = ctx.now.toZonedDateTimeISO(await zoneOf(ctx)).toPlainDate();
    const filters = readFailFilters(searchParams);
    return { today: day.toString(), rates: await failRates(ctx, filters, MOST_ROWS) };
  });
  return csvResponse(
    (async function* () {
      yield [
        ["List", "Item", "Failed", "Marked", "Rate", "Marked by"],
        ...rates.map((rate) => [
          ...[rate.title, rate.words, String(rate.failed), String(rate.marked), formatRate(rate)],
          rate.people.map(({ name, count }) => `${name} ${count}`).join(", "),
        ]),
      ];
    })(),
    `checklist-fails-${today}.csv`,
  );
}

async function firmsCsv(args: LoaderFunctionArgs): Promise<Response> {
  const { rates, today } = await inAccount(args, "work.read", async (ctx) => {
    const day = ctx.now.toZonedDateTimeISO(await zoneOf(ctx)).toPlainDate();
    const { months } = readFailFilters(new URL(args.request.url).searchParams);
    return { today: day.toString(), rates: await firmRatesOf(ctx, months) };
  });
  return csvResponse(
    (async function* () {
      yield [
        ["Sub", "Issues", "Not accepted", "Median days to fix"],
        ...rates.map(({ name, issues, refused, days }) => [
          ...[name, String(issues), String(refused), days === null ? "" : String(days)],
        ]),
      ];
    })(),
    `subs-${today}.csv`,
  );
}
