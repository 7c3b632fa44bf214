import type { z } from "zod";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Command, isConfidential } from "./rules.ts";
import type { StoredRecord } from "./device/protocol.ts";

/** The field, in every kind, that names the record's client: a lead id. */
export const CLIENT = "leadId";

/** Why a command can never be applied, shown to its author. */
export interface Refusal {
  readonly code: "invalid" | "forbidden" | "not_found" | "conflict";
  readonly why: string;
}

export interface AppliedCommand extends Command {
  /** When it happened by the server's clock, milliseconds since 1970. */
  readonly at: number;
  readonly receivedAt: number;
  /** Null for a client without an account and for the product itself. */
  readonly author: string | null;
  /** Id of the sending browser; null for the product itself. */
  readonly device: string | null;
  /** The account's count when it was applied. */
  readonly number: number;
}

/** A kind of record: who may write it, its fields, and its side effects. */
export interface Kind {
  readonly kind: string;
  readonly scope: "account" | "job";
  /** The record is a job, so the command's job is the record itself. Exactly one kind sets this. */
  readonly isJob?: boolean;
  /**
   * Schemas by field name; `team.*` covers every field that begins with `team.`. Values are stored as sent: a
   * schema validates but doesn't transform. The field `removed` (boolean) needs no entry.
   */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /** Fields that identify the client named by `leadId`; erased with the client. Default: `leadId` alone. */
  readonly personal?: readonly string[];
  /**
   * Fields hidden from guests of the job, such as what the job earns; "all" for a kind that guests neither
   * see nor write.
   */
  readonly notForGuests?: readonly string[] | "all";
  /**
   * Whether only its author, owners and managers see and write a record, such as what a sub asks for. Its
   * entries in the history of the job are for owners and managers.
   */
  readonly isPrivate?: true;
  /**
   * "confidential": only owners and the people they name read a record, not even its author once it is
   * handed in (docs/decisions/0073). Its name is `feature.confidential-noun`, by which the database hides it
   * as well. The history of the job says that something was written, not what.
   */
  readonly audience?: "confidential";
  /** Fields with which people may send it without their name (`acceptUnsigned`); `anonymous` is added. */
  readonly unsigned?: readonly string[];
  /**
   * Of a private kind: the field with the id of the user whom a record is about, who sees and writes it too.
   * `mayWrite` refuses another user there: the device of the one before would keep what it has.
   */
  readonly subject?: string;
  /**
   * Whether the photos that a record names stay inside the business until someone picks them for a client,
   * such as those of a failed safety check; or the id of the record of its job that says so for it.
   * @param values as shown (`shownFields`)
   */
  staysInside?(values: Readonly<Record<string, unknown>>): boolean | string;
  /**
   * Why this command is refused; null if allowed. Guests are confined to their job before this is called. The
   * record may be newer than what the author saw, so check permissions here, not whether the author was up to
   * date.
   */
  mayWrite?(
    ctx: AccountContext,
    command: Command,
    before: StoredRecord | null,
  ): Refusal | null | Promise<Refusal | null>;
  /** The law that forbids erasing this command for a person, and until when; called once per command. */
  retains?(
    record: StoredRecord,
    now: Temporal.Instant,
  ): { readonly by: string; readonly until: Temporal.Instant } | null;
  /** Side effects in the same transaction, once per command. An AppError thrown here refuses the command. */
  onApplied?(ctx: AccountContext, record: StoredRecord, command: AppliedCommand): Promise<void>;
}

type Listener = (
  ctx: AccountContext,
  record: StoredRecord,
  command: AppliedCommand,
  kind: Kind,
) => Promise<void>;

const kinds = new Map<string, Kind>();
const listeners: Listener[] = [];
const savedListeners: ((ctx: AccountContext, record: StoredRecord) => Promise<void>)[] = [];

/** Registers a kind. Called once per process and kind, from `src/app/record-kinds.ts`. */
export function defineKind(kind: Kind): void {
  if (kind.isJob && kind.scope !== "job")
    throw new Error(`the kind ${kind.kind} is a job, so its scope is "job"`);
  if ((kind.audience === "confidential") !== isConfidential(kind.kind))
    throw new Error(`the kind ${kind.kind} is confidential in its name or its audience, but not in both`);
  kinds.set(kind.kind, kind);
}

/** Finds a kind by name; undefined if this server doesn't know it. */
export function kindOf(name: string): Kind | undefined {
  return kinds.get(name);
}

/** All registered kinds, for tests that check each of them. */
export const definedKinds = (): readonly Kind[] => [...kinds.values()];

/** Names of the kinds that guests neither see nor write. */
export const kindsNotForGuests = (): string[] =>
  [...kinds.values()].flatMap(({ kind, notForGuests }) => (notForGuests === "all" ? [kind] : []));

/** Names of the kinds whose records aren't for everybody of the business. */
export const privateKinds = (): string[] =>
  [...kinds.values()].flatMap(({ kind, isPrivate, audience }) => (isPrivate || audience ? [kind] : []));

/** Names of the confidential kinds. */
export const confidentialKinds = (): string[] =>
  [...kinds.values()].flatMap(({ kind, audience }) => (audience ? [kind] : []));

/** The fields of private kinds that name whom a record is about, by kind. */
export const privateSubjects = (): readonly (readonly [kind: string, field: string])[] =>
  [...kinds.values()].flatMap(({ kind, isPrivate, subject }) =>
    isPrivate && subject ? [[kind, subject] as const] : [],
  );

/** A record without the fields hidden from guests. */
export function forGuest(record: StoredRecord): StoredRecord {
  const hidden = kindOf(record.kind)?.notForGuests ?? [];
  if (hidden === "all") return { ...record, fields: {} };
  return {
    ...record,
    fields: Object.fromEntries(Object.entries(record.fields).filter(([name]) => !hidden.includes(name))),
  };
}

/**
 * Registers a listener for every applied command of any kind, called in its transaction and in count order;
 * used by the history.
 */
export function onCommandApplied(listener: Listener): void {
  listeners.push(listener);
}

/** Notifies the listeners, then the kind itself. */
export async function notifyApplied(
  kind: Kind,
  ctx: AccountContext,
  record: StoredRecord,
  command: AppliedCommand,
): Promise<void> {
  for (const listener of listeners) await listener(ctx, record, command, kind);
  await kind.onApplied?.(ctx, record, command);
}

/**
 * Registers a listener for every stored change of a record, by a command or because a client was erased from
 * it, called in its transaction; used by lists over all jobs.
 */
export function onRecordSaved(listener: (typeof savedListeners)[number]): void {
  savedListeners.push(listener);
}

/** Notifies the listeners of `onRecordSaved`. */
export async function notifySaved(ctx: AccountContext, record: StoredRecord): Promise<void> {
  for (const listener of savedListeners) await listener(ctx, record);
}

/** The schema of a field by name or prefix; undefined if the kind has no such field. */
export function schemaOf(kind: Kind, field: string): z.ZodType | undefined {
  const own = (name: string) => (Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined);
  const dot = field.indexOf(".");
  return dot < 0 ? own(field) : own(`${field.slice(0, dot)}.*`);
}
