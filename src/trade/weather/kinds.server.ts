import { z } from "zod";
import { actingRole } from "#ground/businesses/public.server.ts";
import { latestToday, refuse } from "#trade/fieldwork/public.server.ts";
import {
  type Command,
  defineKind,
  onCommandApplied,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { weatherId } from "./ids.ts";
import { refusalOfTools, watchWeather } from "./request.server.ts";
import { LONGEST_WORDS, refuseDate } from "./rules.ts";

const amount = (most: number) => z.number().min(0).max(most).nullable();

/** Called once per process, from `src/app/record-kinds.ts`. */
export function defineWeather(): void {
  onCommandApplied(watchWeather);
  defineKind({
    // Devices hold records of this name from when only logs had weather.
    kind: "logs.weather",
    scope: "job",
    fields: {
      date: z.iso.date(),
      "readings.*": z.looseObject({
        source: z.enum(["nws", "open-meteo", "open-meteo-archive"]),
        basis: z.enum(["observed", "modelled"]),
      }),
      manual: z
        .strictObject({
          words: z.string().trim().max(LONGEST_WORDS),
          tempC: z.number().min(-90).max(60).nullable(),
          windMs: amount(150),
          rainMm: amount(2_000),
          at: z.iso.datetime({ offset: true }).nullable(),
        })
        .nullable(),
    },
    mayWrite: refuseWeather,
  });
}

async function refuseWeather(
  ctx: AccountContext,
  command: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  const { sets, record, job } = command;
  const date = sets["date"] ?? shownFields(before?.fields ?? {})["date"];
  if (job === null || typeof date !== "string" || weatherId(job, date) !== record)
    return refuse("invalid", "This change doesn’t say which day’s weather it is.");
  // Only the product, which acts without a user, writes readings.
  if (ctx.user === null) return null;
  if (Object.keys(sets).some((field) => field.startsWith("readings.") || field === "removed"))
    return refuse("forbidden", "Readings come from their source. Add your own weather note.");
  const dateProblem = refuseDate(date, latestToday(ctx.now));
  if (dateProblem !== null) return refuse("invalid", dateProblem);
  if (sets["manual"] === undefined) return null;
  const seenBy = before?.fields["manual"]?.values[0]?.author;
  if (actingRole(ctx) === "guest" && seenBy !== undefined && seenBy !== ctx.user.id)
    return refuse("forbidden", "Someone else added a weather note for this day. Add your own entry.");
  return refusalOfTools(ctx, command, { job, date, isChange: seenBy !== undefined });
}
