import type { ComponentType } from "react";
import type { Units } from "#platform/measures/units.ts";
import type { IconName } from "#ui/icons.tsx";
import type { ExtraWork, Person, PricedWork, WorkSource } from "#trade/fieldwork/public.ts";
import type { Contract } from "./contract.ts";
import type { Glance } from "./glance.ts";
import type { Source } from "./timeline/source.ts";
import type { EntryAct, KindLabels, MarksSource } from "#trade/fieldwork/public.tsx";

/** A tool as a job and the list of jobs show it. */
export interface JobTool {
  /** Its folder in `src/tools`, the segment of its URLs, and the prefix of its kinds, tables and tasks. */
  readonly word: string;
  /** On its button. */
  readonly label: string;
  readonly icon: IconName;
  /** A screen of it that the job opens with one tap. */
  readonly quick?: { readonly label: string; readonly icon: IconName; readonly path: string };
}

/** The person on this device, as a tool's screens get them. */
export interface ToolUser {
  readonly account: string;
  readonly user: string;
  readonly role: string;
  /** IANA zone of the business. */
  readonly zone: string | null;
  /** Everyone who may have written something: people who work here and people who have left. */
  readonly people: readonly Person[];
  readonly units: Units;
}

/** A screen on a job, at `/account/job/:jobId/{word}/{path}`. */
export interface ToolScreen {
  /** Empty for the tool's first screen; may contain parameters, such as `:deliveryId`. */
  readonly path: string;
  /**
   * The name of a screen that several tools have, each at an address of its own. A business without this tool
   * gets to the screen of a tool that it has: links in old emails keep working.
   */
  readonly shared?: string;
  /** Imports it, so that each screen is a chunk of its own. All are on the device from the sign-in on. */
  load(): Promise<{ readonly default: ComponentType<{ me: ToolUser }> }>;
}

/**
 * What the field app knows of a tool: the export of `src/tools/{word}/tool.tsx`, listed in
 * `src/app/tools.ts`. It reaches browsers, so neither it nor what it imports may name a server file.
 */
export interface Tool extends JobTool {
  /** Whether the list of jobs offers it beside each open job; at most one tool does. */
  readonly isShortcut?: boolean;
  /** Whether guests of a job don't have it. Its kinds say the same (`Kind.notForGuests`). */
  readonly notForGuests?: true;
  readonly screens: readonly ToolScreen[];
  /** Screens without a job, such as lists of the business, at `/account/jobs/{word}/{path}`. */
  readonly businessScreens?: readonly ToolScreen[];
  /** What it shows on a job's timeline. */
  readonly sources: readonly Source[];
  /**
   * Entries of kinds that tools share which are this tool’s for a business that has it, such as safety
   * inspections. Their ids are those of the entries in whose place they are shown.
   */
  readonly sharedSources?: readonly Source[];
  /** What it says of itself on a job's page and on Today: counts, and what is due. A chunk of its own. */
  glance?(): Promise<{ readonly default: Glance }>;
  /** The contract of a job with its changes; at most one tool knows. */
  contract?(): Promise<{ readonly default: Contract }>;
  /** One for each of its kinds. */
  readonly labels: readonly KindLabels[];
  /** What it begins from a photo or an entry of any tool, for people of the business or for guests. */
  readonly acts?: readonly EntryAct[];
  /** What work may be for beyond the contract; at most one tool says. */
  readonly extraWork?: ExtraWork;
  /** Its work that has lines with prices, which another tool may take over; at most one tool has some. */
  readonly pricedWork?: PricedWork;
  /** Its entries that log work; at most one tool does. */
  readonly work?: WorkSource;
  /** Its records that have what is drawn on photos; at most one tool does. */
  readonly marks?: MarksSource;
}
