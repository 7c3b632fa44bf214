import type { ShapeSignature, ShapeTone } from "#trade/jobs/public.server.ts";
import type { BookPage } from "../book/book-page.ts";

/** A photo of an item. */
export interface ItemPhoto {
  readonly sha256: string;
  /** "Before"; empty for a photo of no pair. */
  readonly label: string;
  readonly details: string;
  readonly alt: string;
  /** Width over height. */
  readonly aspect: number;
}

/** A list as its client's page shows it: what was printed. */
export interface ItemsPage {
  readonly kind: "items";
  readonly title: string;
  readonly noun: "item" | "issue";
  readonly figures: readonly { readonly value: string; readonly name: string; readonly tone: ShapeTone }[];
  readonly words: readonly string[];
  readonly plans: readonly {
    readonly title: string;
    readonly sha256: string;
    readonly aspect: number;
    readonly alt: string;
    readonly pins: readonly {
      readonly number: string;
      readonly tone: ShapeTone;
      readonly x: number;
      readonly y: number;
      /** The middle of its label if that isn't at its spot. */
      readonly label: { readonly x: number; readonly y: number } | null;
    }[];
  }[];
  readonly groups: readonly {
    readonly title: string;
    readonly items: readonly {
      readonly number: string;
      readonly title: string;
      readonly mark: string;
      readonly tone: ShapeTone;
      readonly details: string;
      readonly lines: readonly string[];
      readonly photos: readonly ItemPhoto[];
      readonly signature?: ShapeSignature;
    }[];
  }[];
  readonly rows: readonly (readonly string[])[];
  /** Whether its recipients are asked to sign unless somebody chooses something else. */
  readonly isToSign: boolean;
}

/** What a report's page shows besides its PDF. A page of before lists is a photo book. */
export type ReportPage = BookPage | ItemsPage;

export const isItemsPage = (page: ReportPage | null): page is ItemsPage => page !== null && "kind" in page;

/** The pages of plans that the page shows. */
export const plansOf = (page: ReportPage | null): Set<string> =>
  new Set(isItemsPage(page) ? page.plans.map(({ sha256 }) => sha256) : []);

/** The pictures that the page shows; others of the job it doesn't. */
export const picturesOf = (page: ReportPage | null): Set<string> =>
  new Set(
    page === null
      ? []
      : (isItemsPage(page)
          ? [...page.plans, ...page.groups.flatMap(({ items }) => items.flatMap(({ photos }) => photos))]
          : page.groups.flatMap(({ shown }) => shown.flat())
        ).map(({ sha256 }) => sha256),
  );
