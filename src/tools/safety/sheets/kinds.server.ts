import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { actingRole } from "#ground/businesses/public.server.ts";
import {
  type Command,
  defineKind,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { defineProjection } from "#ground/worklist/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { isManager, latestToday, refuse } from "#trade/fieldwork/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import {
  CHEMICAL,
  chemicalOf,
  faultsOf,
  KEPT_BY,
  KEPT_YEARS,
  LONGEST as CHEMICAL_LONGEST,
} from "../chemicals/chemical.ts";
import { LONGEST, SHEET, SHEET_LANGUAGES, sheetOf, TYPES } from "./sheet.ts";
import { fieldsOf } from "./save.server.ts";
import { getSheet, getVersion } from "./stored.server.ts";

const line = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`);
const count = z.int().min(1);

/** What devices may write of the sheets of a job and its ledger of chemicals. Called once per process. */
export function defineSheets(): void {
  defineKind({
    kind: SHEET,
    scope: "job",
    fields: {
      sheet: z.uuid(),
      name: line(LONGEST.name).min(1),
      type: z.enum(TYPES),
      maker: line(LONGEST.maker),
      language: z.enum(SHEET_LANGUAGES),
      version: count,
      revisedOn: z.iso.date().nullable(),
      reviewOn: z.iso.date().nullable(),
      file: z.strictObject({ sha256: z.string().regex(/^[\da-f]{64}$/), bytes: count, pages: count }),
      hasText: z.boolean(),
      "words.*": z.string().max(20_000).nullable(),
      pinned: z.boolean(),
    },
    mayWrite: refuseSheet,
  });
  defineKind({
    kind: CHEMICAL,
    scope: "job",
    notForGuests: "all",
    fields: {
      sheet: z.uuid(),
      name: line(CHEMICAL_LONGEST.name).min(1),
      maker: line(CHEMICAL_LONGEST.maker),
      place: line(CHEMICAL_LONGEST.place).min(1),
      from: z.iso.date(),
      until: z.iso.date().nullable(),
    },
    mayWrite: refuseChemical,
    retains({ fields }, now) {
      const { until } = chemicalOf(shownFields(fields));
      const zoned = until
        ? Temporal.PlainDate.from(until).toZonedDateTime("UTC")
        : now.toZonedDateTimeISO("UTC");
      return { by: KEPT_BY, until: zoned.add({ years: KEPT_YEARS }).toInstant() };
    },
  });
  defineProjection({
    kind: SHEET,
    itemOf({ fields }) {
      const [sheet, written] = [sheetOf(shownFields(fields)), firstWritten(fields)];
      if (!written || sheet.sheet === "") return null;
      const date = new Date(written.at).toISOString().slice(0, 10);
      // The office searches its library, not the jobs' copies of it.
      return { date, title: sheet.name, type: sheet.type, context: sheet.sheet, texts: [] };
    },
  });
  defineProjection({
    kind: CHEMICAL,
    itemOf({ fields }) {
      const chemical = chemicalOf(shownFields(fields));
      const { name, maker, place, from, until, sheet } = chemical;
      if (from === "" || name === "") return null;
      return {
        ...{ date: from, title: name, type: until === null ? "used" : "past" },
        ...{ context: isId(sheet) ? sheet : null, person: firstWritten(fields)?.author ?? null },
        texts: [name, maker, place],
      };
    },
  });
}

const OF_PEOPLE = new Set(["pinned", "removed"]);

async function refuseSheet(
  ctx: AccountContext,
  { sets }: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  if (actingRole(ctx) === "guest")
    return refuse("forbidden", "Only people of the business change the library of a job.");
  const names = Object.keys(sets).filter((name) => !OF_PEOPLE.has(name));
  const { sheet: id } = sheetOf({ ...(before ? shownFields(before.fields) : {}), ...sets });
  if (names.length === 0) return before ? null : refuse("not_found", "This sheet isn’t on the job.");
  try {
    // What a sheet says is what the library says: a device can’t make one up.
    const sheet = await getSheet(ctx, id);
    const { words } = await getVersion(ctx, id, sheet.version);
    const known = fieldsOf(sheet, words);
    return names.every((name) => isDeepStrictEqual(sets[name], known[name] ?? null))
      ? null
      : refuse("conflict", "The library has another version of this sheet.");
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return refuse("not_found", error.message);
    throw error;
  }
}

function refuseChemical(ctx: AccountContext, { sets }: Command, before: StoredRecord | null): Refusal | null {
  const chemical = chemicalOf({ ...(before ? shownFields(before.fields) : {}), ...sets });
  if (sets["removed"] === true && before) {
    const author = firstWritten(before.fields)?.author ?? null;
    return isManager(ctx) || (author !== null && author === ctx.user?.id)
      ? null
      : refuse("forbidden", "Owners and managers remove a line of the ledger, or who wrote it.");
  }
  const [fault] = Object.values(faultsOf(chemical, latestToday(ctx.now)));
  return fault === undefined ? null : refuse("invalid", fault);
}
