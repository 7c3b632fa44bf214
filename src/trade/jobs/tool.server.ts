import type { PgTable } from "drizzle-orm/pg-core";
import type { OffSwitch, TableRights, Takeover } from "#ground/businesses/public.server.ts";
import type { ApiResource } from "#platform/api/resource.ts";
import type { Invoice } from "#platform/quickbooks/invoices.ts";
import type { NotificationKind } from "#ground/notifications/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { AnyTask } from "#platform/queue/queue.server.ts";
import type { JobRecord } from "#ground/sync/public.server.ts";
import type { FinishStep } from "./finish-step.ts";
import type { CloseoutPart } from "./timeline/closeout-part.ts";
import type { Describer } from "./timeline/report-lines.ts";
import type { ReportShape } from "./timeline/report-shape.ts";

/** What a table says about people; columns are separated by spaces. */
export type TablePrivacy =
  | {
      /** The rows of the privacy page that cover it, by their names in `checks/house/privacy.test.ts`. */
      readonly rows: readonly string[];
      /** Columns with personal data. */
      readonly personal: string;
      /** Text columns without. */
      readonly plain?: string;
    }
  /** For a table without people: its content. */
  | { readonly nobody: string };

/** A table, with every decision that the house asks of one. */
export interface ToolTable {
  readonly table: PgTable;
  /** Enforced by the database, by role. With `ofJob`, guests work on the rows of their one job. */
  readonly rights: TableRights;
  /** What happens to its rows when someone takes over an account (docs/decisions/0037). */
  readonly takeover: Takeover;
  readonly privacy: TablePrivacy;
}

/** A tool's section on a person's Today; it shows nothing without lines. */
export interface TodaySection {
  readonly title: string;
  readonly lines: readonly {
    readonly id: string;
    /** The job's name. */
    readonly job: string;
    /** The rest of the sentence, from its comma on. */
    readonly text: string;
    readonly href: string;
    /** On its button: "Review". */
    readonly action: string;
  }[];
  /** What isn't shown, and where it is. */
  readonly more: { readonly text: string; readonly href: string } | null;
  /** In a few words, for the line at the top of Today; null with nothing to show. */
  readonly summary: string | null;
}

/** What clients have of a tool and haven't decided on, in all jobs. */
export interface WithClients {
  /** "3 estimates" */
  readonly what: string;
  /** What they come to. */
  readonly cents: number;
  readonly href: string;
}

/**
 * What the server knows of a tool: the export of `src/tools/{word}/tool.server.ts`, listed in
 * `src/app/tools.server.ts`.
 */
export interface ServerTool {
  /** As in `tool.tsx`. */
  readonly word: string;
  /** Calls `defineKind` for each of its kinds, once per process. */
  defineKinds(): void;
  /**
   * Calls `defineImport` of `#trade/imports` for the exports of other products it reads, once per
   * process.
   */
  defineImports?(): void;
  /** Rooms of the trade floor that tools share, whose kinds, tables and tasks are listed here. */
  readonly brings?: readonly string[];
  /** Tables of its own and of the rooms it brings. Export and erasure follow from their columns. */
  readonly tables: readonly ToolTable[];
  /** SQL of functions that run with the owner's rights. */
  readonly functions?: readonly string[];
  readonly tasks?: readonly AnyTask[];
  /** The lines that its records add to reports. */
  readonly describers: readonly Describer[];
  /** Reports with a layout of their own. */
  readonly shapes?: readonly ReportShape[];
  /**
   * Which photos of a job people outside may see now, whichever tool took them. Photos that it leaves out
   * aren't in lists and photo books, and are taken off the pages of those that were made before.
   */
  photosForOutside?(
    ctx: AccountContext,
    job: string,
    hashes: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /**
   * What it adds to the closeout package of a job: only what the client may see, without internal notes and
   * costs.
   * @param records all of the job
   */
  closeoutParts?(records: readonly JobRecord[]): readonly CloseoutPart[];
  /** What it has left to do with the client of a job that is done, for the page that finishes the job. */
  finishSteps?(ctx: AccountContext, jobId: string): Promise<readonly FinishStep[]>;
  /** Calls `defineDueKind` for what it makes people due to do, once per process. */
  defineDue?(): void;
  /** What people are notified of by it (`notify` of `#ground/notifications`). */
  readonly notifications?: readonly NotificationKind[];
  /** Calls `defineMatter` of `#trade/sequences` for what its follow-ups are about, once per process. */
  defineFollowUps?(): void;
  /** Its section on the acting person's Today. */
  loadToday?(ctx: AccountContext): Promise<TodaySection>;
  /** What clients have and haven't decided on, for Today; null for nothing. */
  loadWithClients?(ctx: AccountContext): Promise<WithClients | null>;
  /** Turned off when somebody takes an account over. */
  readonly offSwitches?: readonly OffSwitch[];
  /** Connects its listeners to events (`onEvent`), once per process. */
  listen?(): void;
  /** Ids of everyone who wrote in it, so that devices can name those who have left. */
  authors?(ctx: AccountContext): Promise<readonly string[]>;
  /** What other programs may read of it, and hear. */
  readonly api?: ApiResource;
  /**
   * What clients approved of it, as invoices for bookkeeping; of all jobs, or of one. Each is in it once,
   * whenever it is asked.
   */
  invoices?(ctx: AccountContext, jobId: string | null): Promise<readonly Invoice[]>;
}
