import {
  addNote,
  bookLead,
  changeLead,
  endLead,
  getLead,
  type LeadRecord,
  leadRecord,
  leadHistory,
  listHistory,
  listPages,
  pageOfLeads,
  recordReply,
  reopenLead,
  takeLead,
  unsubscribeLead,
} from "#trade/leads/public.server.ts";
import { z } from "zod";
import {
  pauseLeadFollowUp,
  ledgerOfLead,
  resumeLeadFollowUp,
  outcomeOf,
} from "#trade/sequences/public.server.ts";
import { mayMailOthers } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import {
  type Call,
  CURSOR,
  cursorOf,
  endpoint,
  type Endpoint,
  pageQuery,
  readCursor,
  type Reply,
  type Scope,
} from "#platform/api/endpoint.ts";
import { NewNote, NoteId, NoteList } from "./job-shapes.ts";
import { leadShape } from "./lead-shape.ts";
import { Problem } from "#platform/api/problem.ts";
import { Lead, LeadAnswer, LeadChange, LeadList, NewLead, PageList, StepList, TouchList } from "./shapes.ts";

type AnyCall = Call<unknown, unknown>;
const leadId = ({ params }: AnyCall) => params["leadId"] ?? "";
/** A key without leads:read gets the lead's id and nothing else. */
const leadAnswer = ({ key }: Pick<AnyCall, "key">, lead: LeadRecord) =>
  key.scopes.includes("leads:read") ? leadShape(lead) : { id: lead.id };
const leadNow = async (call: AnyCall, lock = false) =>
  leadShape(await leadRecord(call.ctx, leadId(call), { lock }));

/** An endpoint that changes a lead's state or follow-up: a POST without a body, answered with the lead. */
function saying(
  what: string,
  scope: Scope,
  summary: string,
  words: string,
  run: (call: AnyCall) => Promise<unknown>,
): Endpoint {
  return endpoint({
    id: `${what.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Lead`,
    method: "POST",
    path: `/leads/{leadId}/${what}`,
    about: scope === "follow-up:write" ? "Follow-up" : "Leads",
    summary,
    words,
    scope,
    answers: { 200: LeadAnswer },
    async run(call): Promise<Reply> {
      await getLead(call.ctx, leadId(call));
      await run(call);
      return { body: leadAnswer(call, await leadRecord(call.ctx, leadId(call))) };
    },
  });
}

const outcomes: readonly Endpoint[] = [
  saying(
    "replied",
    "leads:write",
    "Mark that a lead replied",
    "Ends their follow-up. Doing it twice changes nothing.",
    (call) => recordReply(call.ctx, leadId(call), { via: "owner" }),
  ),
  saying(
    "unsubscribe",
    "leads:write",
    "Unsubscribe a lead",
    "Takes effect right away. Their address is never emailed again.",
    (call) => unsubscribeLead(call.ctx, leadId(call)),
  ),
  saying("booked", "leads:write", "Mark that a lead has an appointment", "Ends their follow-up.", (call) =>
    bookLead(call.ctx, leadId(call)),
  ),
  saying(
    "won",
    "leads:write",
    "Mark a lead won",
    "Ends their follow-up, and starts any that begin when a job is won.",
    (call) => endLead(call.ctx, leadId(call), "won"),
  ),
  saying("lost", "leads:write", "Mark a lead lost", "Ends their follow-up.", (call) =>
    endLead(call.ctx, leadId(call), "lost"),
  ),
  saying(
    "reopen",
    "leads:write",
    "Undo won, lost, or an appointment",
    "Undoes the outcome, or the appointment if there’s no outcome. Follow-up it stopped resumes.",
    (call) => reopenLead(call.ctx, leadId(call)),
  ),
  saying(
    "hold",
    "follow-up:write",
    "Hold a lead’s follow-up",
    "Nothing but the guide goes out until you resume.",
    (call) => pauseLeadFollowUp(call.ctx, leadId(call)),
  ),
  saying(
    "go-on",
    "follow-up:write",
    "Resume a lead’s follow-up",
    "The remaining steps keep their spacing, counted from now.",
    (call) => resumeLeadFollowUp(call.ctx, leadId(call)),
  ),
];

export const leadsCalls: readonly Endpoint[] = [
  endpoint({
    id: "listLeads",
    method: "GET",
    path: "/leads",
    about: "Leads",
    summary: "Leads, newest first",
    scope: "leads:read",
    query: z.strictObject({
      ...pageQuery,
      email: z.string().trim().toLowerCase().max(254).optional().describe("Only the lead with this address."),
    }),
    answers: { 200: LeadList },
    async run({ ctx, query: { limit, cursor, email } }) {
      const parts = readCursor(cursor, [CURSOR.instant, CURSOR.id]);
      const after = parts && { createdAt: instantOf(parts[0]!), id: parts[1]! };
      const found = await pageOfLeads(ctx, { limit: limit + 1, after, email });
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return {
        body: {
          data: shown.map(leadShape),
          next: found.length > limit && last ? cursorOf([last.createdAt.toString(), last.id]) : null,
        },
      };
    },
  }),
  endpoint({
    id: "takeLead",
    method: "POST",
    path: "/leads",
    about: "Leads",
    summary: "Add a lead, or find the one with this address",
    words:
      "One lead per address. If it exists, its name and phone don’t change (a missing phone is added). Consent is recorded each time.",
    scope: "leads:write",
    body: NewLead,
    example: {
      email: "dana@example.com",
      name: "Dana Ruiz",
      phone: "+13035550142",
      consent: { wording: "Email me about my deck.", source: "https://example.com/quote" },
    },
    answers: { 200: LeadAnswer, 201: LeadAnswer },
    async run({ ctx, key, body }) {
      const { consent } = body;
      const at = consent.at === undefined ? ctx.now : Temporal.Instant.from(consent.at);
      if (Temporal.Instant.compare(at, ctx.now.add({ minutes: 5 })) > 0) {
        const detail = "Consent can’t be dated in the future.";
        throw new Problem("invalid", detail, { errors: [{ pointer: "#/consent/at", detail }] });
      }
      const { leadId, isNew } = await takeLead(ctx, {
        ...body,
        consent: { ...consent, at },
        source: Object.fromEntries(
          Object.entries(body.source ?? {}).filter(
            (entry): entry is [string, string] => entry[1] !== undefined,
          ),
        ),
      });
      return {
        status: isNew ? 201 : 200,
        body: leadAnswer({ key }, await leadRecord(ctx, leadId)),
        ...(isNew ? { headers: { Location: `/api/v1/leads/${leadId}` } } : {}),
      };
    },
  }),
  endpoint({
    id: "getLead",
    method: "GET",
    path: "/leads/{leadId}",
    about: "Leads",
    summary: "One lead",
    scope: "leads:read",
    answers: { 200: Lead },
    run: async (call) => ({ body: await leadNow(call) }),
  }),
  endpoint({
    id: "changeLead",
    method: "PATCH",
    path: "/leads/{leadId}",
    about: "Leads",
    summary: "Correct a lead’s name or phone",
    words: "With `If-Match` set to the ETag of a GET, it’s applied only if nothing changed since.",
    scope: "leads:write",
    body: LeadChange,
    example: { phone: "+13035550142" },
    answers: { 200: LeadAnswer },
    current: (call) => leadNow(call, true),
    run: async (call) => ({ body: leadAnswer(call, await changeLead(call.ctx, leadId(call), call.body)) }),
  }),
  ...outcomes,
  endpoint({
    id: "listTouches",
    method: "GET",
    path: "/leads/{leadId}/touches",
    about: "Leads",
    summary: "Each time a lead asked for something, oldest first",
    scope: "leads:read",
    answers: { 200: TouchList },
    async run(call) {
      await getLead(call.ctx, leadId(call));
      const { touches } = await leadHistory(call.ctx, leadId(call));
      return {
        body: {
          data: touches.map(({ id, pageId, at, source }) => ({ id, pageId, at: at.toString(), source })),
          next: null,
        },
      };
    },
  }),
  endpoint({
    id: "listLeadNotes",
    method: "GET",
    path: "/leads/{leadId}/notes",
    about: "Leads",
    summary: "Notes about a lead, oldest first",
    scope: "leads:read",
    answers: { 200: NoteList },
    async run(call) {
      await getLead(call.ctx, leadId(call));
      const data = (await listHistory(call.ctx, leadId(call))).flatMap(({ id, what, words, at, undoneAt }) =>
        what === "note" && undoneAt === null && words ? [{ id, text: words, createdAt: at.toString() }] : [],
      );
      return { body: { data, next: null } };
    },
  }),
  endpoint({
    id: "addLeadNote",
    method: "POST",
    path: "/leads/{leadId}/notes",
    about: "Leads",
    summary: "Add a note about a lead",
    words: "Only people in the business see it.",
    scope: "leads:write",
    body: NewNote,
    example: { text: "Prefers calls after 4 PM." },
    answers: { 201: NoteId },
    run: async (call) => ({
      status: 201,
      body: { id: await addNote(call.ctx, leadId(call), call.body.text) },
    }),
  }),
  endpoint({
    id: "listFollowUp",
    method: "GET",
    path: "/leads/{leadId}/follow-up",
    about: "Follow-up",
    summary: "Everything sent or planned for a lead, and its status",
    scope: "follow-up:read",
    answers: { 200: StepList },
    async run(call) {
      const { ctx } = call;
      const { unsubscribedAt } = await getLead(ctx, leadId(call));
      const [lines, mayMail] = [await ledgerOfLead(ctx, leadId(call)), await mayMailOthers(ctx)];
      const data = lines.map((line) => {
        const outcome = outcomeOf(line, ctx.now, mayMail, unsubscribedAt !== null);
        return {
          enrolmentId: line.enrolmentId,
          step: line.step,
          kind: line.kind,
          subject: line.subject,
          state: outcome.state === "unsent" ? "not_sent" : stateOf(line),
          words: outcome.label,
          reason: outcome.state === "unsent" ? outcome.label.replace(/^not sent: /, "") : null,
          dueAt: line.dueAt.toString(),
          sentAt: line.message?.sentAt?.toString() ?? null,
        };
      });
      return { body: { data, next: null } };
    },
  }),
  endpoint({
    id: "listPages",
    method: "GET",
    path: "/pages",
    about: "Pages",
    summary: "Your personal pages, newest first",
    scope: "leads:read",
    answers: { 200: PageList },
    async run({ ctx }) {
      const data = (await listPages(ctx)).map(({ id, slug, offer, closedAt }) => ({
        id,
        slug,
        url: `${installation().publicUrl}/p/${slug}`,
        title: offer.title,
        closedAt: closedAt?.toString() ?? null,
      }));
      return { body: { data, next: null } };
    },
  }),
];

function instantOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch {
    throw new Problem("invalid", "That cursor isn’t valid.", {
      errors: [{ parameter: "cursor", detail: "That cursor isn’t valid." }],
    });
  }
}

type Line = Awaited<ReturnType<typeof ledgerOfLead>>[number];

function stateOf({
  state,
  message,
}: Line): "planned" | "held" | "underway" | "sent" | "not_sent" | "unknown" | "task" | "done" | "passed" {
  if (state === "waiting") return "planned";
  if (state !== "handed") return state;
  // It waits for the owner to send it from their own phone or mail program.
  if (message?.via === "outbox" && message.state === "sent") return "underway";
  switch (message?.state) {
    case "sent":
    case "unknown":
      return message.state;
    case "failed":
    case "suppressed":
      return "not_sent";
    default:
      return "underway";
  }
}
