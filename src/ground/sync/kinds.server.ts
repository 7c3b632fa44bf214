import type { z } from "zod";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Command } from "./rules.ts";
import type { StoredRecord } from "./device/protocol.ts";

/** The field by which a record of any kind names its client: the id of a lead. */
export const CLIENT = "leadId";

/** Why a command will never be taken, for the person who made it. */
export interface Refusal {
  readonly code: "invalid" | "forbidden" | "not_found" | "conflict";
  readonly why: string;
}

/** A command as it was taken. */
export interface AppliedCommand extends Command {
  /** When it happened by the server's clock, milliseconds since 1970. */
  readonly at: number;
  readonly receivedAt: number;
  /** Nobody where a client without an account or the product itself did it. */
  readonly author: string | null;
  /** Of the browser that sent it; null for the product's own. */
  readonly device: string | null;
  /** The account's count when it was taken. */
  readonly number: number;
}

/** A kind of record: who may write it, what its fields hold, and what else happens. */
export interface Kind {
  /** `feature.noun`. */
  readonly kind: string;
  readonly scope: "account" | "job";
  /** Its records are the jobs themselves: the command's job is the record. One kind of the house says so. */
  readonly isJob?: boolean;
  /**
   * What a field may hold, by its name; `team.*` stands for every field that begins with `team.`. A value is
   * kept as it was sent: a schema judges, it doesn't change. That a record is removed (`removed`: true or
   * false) needs no line.
   */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /**
   * Fields that say who the client is, whom the field `leadId` names: what goes when they are erased. Left
   * out: that one alone.
   */
  readonly personal?: readonly string[];
  /**
   * Fields that a guest of the job is not told: what a job brings in is not for those who are asked to one.
   */
  readonly notForGuests?: readonly string[];
  /**
   * Why this is not taken; null when it is. A guest is kept to their own job before this is asked. It sees
   * what one person wrote, on the record as it was when it came in, which may be later than what its author
   * saw: so it asks who may, not whether it is up to date.
   */
  mayWrite?(
    ctx: AccountContext,
    command: Command,
    before: StoredRecord | null,
  ): Refusal | null | Promise<Refusal | null>;
  /**
   * The law that keeps what was written from being erased for a person, and until when; asked once per
   * command.
   */
  retains?(
    record: StoredRecord,
    now: Temporal.Instant,
  ): { readonly by: string; readonly until: Temporal.Instant } | null;
  /**
   * What else happens, in the same transaction: once per command. What it throws as an AppError refuses the
   * command.
   */
  landed?(ctx: AccountContext, record: StoredRecord, command: AppliedCommand): Promise<void>;
}

type Heard = (
  ctx: AccountContext,
  record: StoredRecord,
  command: AppliedCommand,
  kind: Kind,
) => Promise<void>;

const kinds = new Map<string, Kind>();
const listeners: Heard[] = [];

/** Registers a kind; called once per process and kind, from `src/app/record-kinds.ts`. */
export function defineKind(kind: Kind): void {
  if (kind.isJob && kind.scope !== "job")
    throw new Error(`the kind ${kind.kind} is a job, so its scope is "job"`);
  kinds.set(kind.kind, kind);
}

/** The kind of that name; undefined where this server has none. */
export function kindOf(name: string): Kind | undefined {
  return kinds.get(name);
}

/** Every kind that was defined, for tests that go over all of them. */
export const definedKinds = (): readonly Kind[] => [...kinds.values()];

/** A record as a guest of its job may know it. */
export function forGuest(record: StoredRecord): StoredRecord {
  const hidden = kindOf(record.kind)?.notForGuests ?? [];
  return {
    ...record,
    fields: Object.fromEntries(Object.entries(record.fields).filter(([name]) => !hidden.includes(name))),
  };
}

/**
 * Tells of every command that was taken, of whatever kind, in its transaction and in the order of counts:
 * what keeps a history listens here.
 */
export function onCommandApplied(heard: Heard): void {
  listeners.push(heard);
}

/** Tells whoever listens, then the kind itself. */
export async function notifyApplied(
  kind: Kind,
  ctx: AccountContext,
  record: StoredRecord,
  command: AppliedCommand,
): Promise<void> {
  for (const heard of listeners) await heard(ctx, record, command, kind);
  await kind.landed?.(ctx, record, command);
}

/**
 * The schema of a field of that kind, by its own name or its prefix; undefined where there is no such field.
 */
export function schemaOf(kind: Kind, field: string): z.ZodType | undefined {
  const own = (name: string) => (Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined);
  const dot = field.indexOf(".");
  return dot < 0 ? own(field) : own(`${field.slice(0, dot)}.*`);
}
