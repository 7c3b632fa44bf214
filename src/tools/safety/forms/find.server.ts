import type { LoaderFunctionArgs } from "react-router";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { listEstablishments, type StoredPlace } from "../establishments/establishments.server.ts";
import { todayOf } from "./form-year.server.ts";

const FIRST_YEAR = 2016;
/** OSHA’s forms are kept for five years after theirs. */
const YEARS_BACK = 5;

/** Which year and establishment an address asks for. */
export interface Asked {
  readonly year: number;
  /** This year and those whose forms must be kept, the newest first. */
  readonly years: readonly number[];
  /** Null while the business has none. */
  readonly place: StoredPlace | null;
  readonly places: readonly StoredPlace[];
  /** Where the business is, "2027-01-28". */
  readonly today: string;
}

/**
 * Reads `?year`, and the establishment from the path or `?at`. Until the end of April, when form 300A is
 * taken down, the usual year is the one before.
 * @throws AppError not_found for another year or an unknown establishment
 */
export async function findAsked(
  ctx: AccountContext,
  { request, params }: Pick<LoaderFunctionArgs, "request" | "params">,
): Promise<Asked> {
  const { searchParams } = new URL(request.url);
  const today = await todayOf(ctx);
  const { year: now, month } = Temporal.PlainDate.from(today);
  const years = Array.from({ length: YEARS_BACK + 1 }, (_, at) => now - at).filter(
    (one) => one >= FIRST_YEAR,
  );
  const year = Number(searchParams.get("year") ?? (month <= 4 ? now - 1 : now));
  const places = await listEstablishments(ctx);
  const at = params["establishmentId"] ?? searchParams.get("at");
  const place = at === null ? (places[0] ?? null) : places.find(({ id }) => id === at);
  if (!years.includes(year) || place === undefined) throw new AppError("not_found", "Page not found.");
  return { year, years, place, places, today };
}

/** As `findAsked`, for what needs an establishment. @throws AppError not_found without one */
export async function requireAsked(
  ctx: AccountContext,
  args: Parameters<typeof findAsked>[1],
): Promise<Asked & { place: StoredPlace }> {
  const asked = await findAsked(ctx, args);
  if (!asked.place) throw new AppError("not_found", "Enter your establishment first.");
  return { ...asked, place: asked.place };
}
