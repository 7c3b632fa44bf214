import { readOneOf, readRecord, readText } from "#ground/sync/public.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import { type Filters, NO_FILTERS } from "../rules/roll.ts";
import { readHash } from "../rules/photo.ts";

/** The shape's name is stored with each report, so it never changes. */
export const PHOTO_REPORT = "photos";
export const LONGEST_TITLE = 80;

export const PER_PAGE = [
  { value: "1", label: "One per page" },
  { value: "2", label: "Two per page, text beside them" },
  { value: "4", label: "Four per page" },
  { value: "6", label: "Six per page" },
] as const;

export const ORDERS = [
  { value: "album", label: "By album" },
  { value: "room", label: "By room" },
  { value: "day", label: "By day" },
] as const;
export type Order = (typeof ORDERS)[number]["value"];

/** The filters of the roll that a report can have. */
export type ReportFilters = Omit<Filters, "show">;
export const FILTER_NAMES = ["room", "trade", "stage", "tag", "day", "person", "words"] as const;

/** Which photos a report shows, and how; saved with the report. */
export interface ReportChoice {
  readonly title: string;
  /** SHA-256 of selected photos; empty for all that fit the rest. */
  readonly photos: readonly string[];
  /** An album's id; empty for all photos. */
  readonly album: string;
  readonly filters: ReportFilters;
  readonly order: Order;
  readonly showsTime: boolean;
  readonly showsAuthor: boolean;
}

/** Reads what a report was asked for; nonsense asks for everything. */
export function choiceOf(value: Json): ReportChoice {
  const read = readRecord(value) ?? {};
  const filters = readRecord(read["filters"]) ?? {};
  const photos = Array.isArray(read["photos"]) ? (read["photos"] as unknown[]) : [];
  return {
    title: readText(read["title"]) || "Photos",
    photos: photos.flatMap((one) => readHash(one) ?? []),
    album: readText(read["album"]),
    filters: readFilters((name) => readText(filters[name])),
    order:
      readOneOf(
        ORDERS.map((one) => one.value),
        read["order"],
      ) ?? "album",
    showsTime: read["showsTime"] !== false,
    showsAuthor: read["showsAuthor"] === true,
  };
}

/** @param valueOf the text of a filter; empty for none */
export function readFilters(valueOf: (name: (typeof FILTER_NAMES)[number]) => string): ReportFilters {
  const { show: _show, ...none } = NO_FILTERS;
  const given = Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const text = valueOf(name);
      return text ? [[name, text]] : [];
    }),
  );
  return { ...none, ...given };
}
