import { z } from "zod";
import { drawingSchema } from "#ground/signatures/public.server.ts";
import {
  type AppliedCommand,
  type Command,
  defineKind,
  type Refusal,
  type StoredRecord,
  shownFields,
} from "#ground/sync/public.server.ts";
import { refusePhotoNames } from "#trade/fieldwork/public.ts";
import { isManager, photoValue, placeValue, refuse } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { MOST_QUANTITY } from "#platform/money/amounts.ts";
import { MOST_CENTS } from "#platform/money/money.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { LONGEST as LONGEST_NOTICE } from "../notice/given.ts";
import { LONGEST } from "../rules/change.ts";
import { copyTask } from "./copy.server.ts";
import { costLinesTask } from "./cost-lines.server.ts";
import {
  AGREES,
  MOST_PEOPLE,
  MOST_TICKET_LINES,
  SIGNED,
  TICKET,
  TICKET_CATEGORIES,
  ticketOf,
  whyUnsignable,
} from "./ticket.ts";

const words = (most: number) => z.string().trim().max(most);

const line = {
  place: z.int().min(0).max(1_000_000),
  category: z.enum(TICKET_CATEGORIES),
  text: words(LONGEST.text).min(1),
  people: z.int().min(1).max(MOST_PEOPLE),
  quantity: z.int().min(1).max(MOST_QUANTITY),
  unit: words(LONGEST.unit),
  cents: z.int().min(0).max(MOST_CENTS).nullable(),
};

const LONGEST_EMAIL = LONGEST_NOTICE.email;

/** What devices may write of tickets. Called once per process. */
export function defineTickets(): void {
  defineKind({
    kind: TICKET,
    scope: "job",
    fields: {
      change: z.uuid(),
      day: z.iso.date(),
      work: words(LONGEST.words).nullable(),
      place: placeValue.nullable(),
      "photos.*": photoValue.nullable(),
      "lines.*": z.strictObject(line).nullable(),
      leadId: z.uuid().nullable(),
      signed: z.strictObject({
        at: z.iso.datetime({ offset: true }),
        agrees: z.enum(AGREES),
        statement: words(500).min(1),
        day: z.iso.date(),
        work: words(LONGEST.words),
        lines: z.array(z.strictObject({ id: z.uuid(), ...line })).max(MOST_TICKET_LINES),
      }),
      signer: z.strictObject({
        name: words(LONGEST.name).min(1),
        role: words(LONGEST.name),
        drawing: drawingSchema.nullable(),
      }),
      copyTo: z.email().max(LONGEST_EMAIL).nullable(),
      // Only the server says what became of it.
      copied: z.strictObject({
        to: z.union([z.email().max(LONGEST_EMAIL), z.literal("")]),
        is: z.enum(["sent", "unsent"]),
        words: words(2_000),
      }),
    },
    personal: ["leadId", "signer", "copyTo", "copied"],
    notForGuests: "all",
    mayWrite: (ctx, { sets }, before) => Promise.resolve(refuseTicket(ctx, sets, before)),
    onApplied: followTicket,
  });
}

function refuseTicket(
  ctx: AccountContext,
  sets: Command["sets"],
  before: StoredRecord | null,
): Refusal | null {
  const was = before ? shownFields(before.fields) : {};
  const ticket = ticketOf(was);
  if (Object.hasOwn(sets, "copied"))
    return ctx.user === null ? null : refuse("forbidden", "Only sending it says that it was sent.");
  // Whoever signed may give an address later.
  const isCopyOnly = Object.keys(sets).every((field) => field === "copyTo");
  if (ticket.signed) return isCopyOnly ? null : refuse("conflict", SIGNED);
  const prices = new Map(ticket.lines.map(({ id, cents, needsPrice }) => [id, needsPrice ? null : cents]));
  const isPriced = Object.entries(sets).some(([field, value]) => {
    const { cents = null } = (value ?? {}) as { readonly cents?: number | null };
    return field.startsWith("lines.") && cents !== null && cents !== prices.get(field.slice(6));
  });
  if (ctx.user !== null && isPriced && !isManager(ctx))
    return refuse("forbidden", "Only owners and managers price a ticket.");
  const { signed, signer, lines } = ticketOf({ ...was, ...sets });
  if (signed) {
    if (!signer) return refuse("invalid", "Enter the name of who signs.");
    const why = whyUnsignable(signed.lines, signed.agrees);
    if (why !== null) return refuse("invalid", why);
    if (signed.agrees === "price" && ctx.user !== null && !isManager(ctx))
      return refuse("forbidden", "Only owners and managers agree on the price of a ticket.");
  }
  if (lines.length > MOST_TICKET_LINES)
    return refuse("invalid", `A ticket has ${MOST_TICKET_LINES} lines at most. Put the rest on another one.`);
  return refusePhotoNames(sets);
}

/**
 * What was signed becomes cost lines of its change, and its copy is emailed, in tasks: this command can't
 * write another record.
 */
async function followTicket(
  ctx: AccountContext,
  { id, fields }: StoredRecord,
  { sets }: AppliedCommand,
): Promise<void> {
  if (!ticketOf(shownFields(fields)).signed || Object.hasOwn(sets, "copied")) return;
  await enqueue(ctx.db, costLinesTask, { accountId: ctx.account.id, id });
  await enqueue(ctx.db, copyTask, { accountId: ctx.account.id, id });
}
