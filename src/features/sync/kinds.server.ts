import type { z } from "zod";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { AppError } from "#platform/errors/app-error.ts";
import type { Command, Fields } from "./rules.ts";

/** A record as a feature sees it when a command has landed. */
export interface LandedRecord {
  readonly id: string;
  readonly job: string | null;
  readonly fields: Fields;
}

/** A kind of record: what the feature that owns it says of it. */
export interface Kind {
  /** `feature.noun`, such as `jobs.job`. */
  readonly kind: string;
  /** `account`: every device of the business keeps it; `job`: those that follow its job. */
  readonly scope: "account" | "job";
  /** Its job is the record itself. */
  readonly isJob?: boolean;
  /** What a field may hold; a name that ends with `.*` stands for one field per thing, such as `team.*`. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /** Whether whoever sent it may. Returns a refusal, or nothing. Called before anything is stored. */
  readonly refuses?: (ctx: AccountContext, command: Command, before: Fields) => Promise<AppError | undefined> | AppError | undefined;
  /** What else happens with it, in the same transaction. Commands come in any order, so it goes by the record, never by the command alone. */
  readonly landed?: (ctx: AccountContext, record: LandedRecord, command: Command) => Promise<void>;
}

const kinds = new Map<string, Kind>();

/** Makes a kind of record known to this process. Called by `src/synced.ts`, one line per feature. */
export function defineKind(kind: Kind): void {
  kinds.set(kind.kind, kind);
}

/** The kind of that name, or undefined on a server that does not know it yet. */
export function kindOf(name: string): Kind | undefined {
  return kinds.get(name);
}

/** What a field of a kind may hold, or undefined where the kind has no such field. */
export function fieldOf({ fields }: Kind, name: string): z.ZodType | undefined {
  const dot = name.indexOf(".");
  return fields[name] ?? (dot > 0 ? fields[`${name.slice(0, dot)}.*`] : undefined);
}
