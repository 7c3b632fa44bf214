import type { ItemsPage } from "#trade/reports/public.tsx";

/** A PDF in a package. */
export interface PackageFile {
  /** Of the paper or the manual. */
  readonly id: string;
  readonly title: string;
  /** "Signed by Dana Ruiz, Nov 20, 2026", "24 pages". */
  readonly details: string;
  /** Key in the file store. */
  readonly file: string;
  readonly fileName: string;
}

/** A line of contacts. */
export interface Contact {
  /** "Crew lead"; empty if none was typed. */
  readonly role: string;
  /** A name, a phone number, an address: each stands by itself. */
  readonly parts: readonly string[];
}

/** A list of a package: photos by room, a checklist, or the punch list with its plans. */
export interface PackagePart {
  readonly id: string;
  readonly section: "photos" | "checklists" | "plans";
  readonly title: string;
  readonly page: ItemsPage;
}

/** Everything that a published package shows. What changes on the job later changes nothing here. */
export interface Snapshot {
  readonly job: string;
  readonly address: string | null;
  readonly client: string | null;
  /** By paragraph. */
  readonly letter: readonly string[];
  readonly contacts: readonly Contact[];
  readonly papers: readonly PackageFile[];
  readonly parts: readonly PackagePart[];
  readonly manuals: readonly PackageFile[];
  /** What couldn't be included, in sentences. */
  readonly remarks: readonly string[];
  readonly offersYearly: boolean;
}
