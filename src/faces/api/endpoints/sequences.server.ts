import type { z } from "zod";
import {
  createSequence,
  followUpStatus,
  getSequence,
  listSequences,
  retireSequence,
  sequenceSchema,
  startSequence,
  sendingSetup,
  stepTitle,
} from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { endpoint, type Endpoint } from "#platform/api/endpoint.ts";
import { Sequence, SequenceList, StartedSequence, StartSequence } from "./shapes.ts";

/** Sequences as data: list, create, start and end. */
export const sequencesCalls: readonly Endpoint[] = [
  endpoint({
    id: "listSequences",
    method: "GET",
    path: "/sequences",
    about: "Follow-up",
    summary: "Every follow-up, current and past, newest first",
    scope: "follow-up:read",
    answers: { 200: SequenceList },
    run: async ({ ctx }) => ({
      body: { data: (await listSequences(ctx)).map(sequenceShape(await sendingSetup(ctx))), next: null },
    }),
  }),
  endpoint({
    id: "createSequence",
    method: "POST",
    path: "/sequences",
    about: "Follow-up",
    summary: "Create a follow-up",
    words:
      "Starts with a page’s new leads (replacing what the page sends now), when you start it, when a lead does something, or on a date. Delays count from the previous step. Email goes out in the business’s sending hours. Texts (up to 640 characters) go only to people who agreed to them, during legal texting hours wherever they may be. Follow-ups that start with won or lost can’t have texts.",
    scope: "sequences:write",
    body: sequenceSchema,
    example: {
      name: "After the estimate",
      trigger: { kind: "manual" },
      steps: [
        {
          kind: "mail",
          delay: { amount: 2, unit: "days" },
          subject: "Any questions about the estimate?",
          body: "Hi {{first_name}},\n\n…",
        },
        {
          kind: "text",
          delay: { amount: 3, unit: "days" },
          body: "Hi {{first_name}}, did the estimate reach you?",
        },
        { kind: "condition", if: { what: "silent", days: 5 }, otherwise: "end" },
        { kind: "call", delay: { amount: 1, unit: "days" }, say: "Ask what’s still unclear." },
      ],
    },
    answers: { 201: Sequence },
    run: async ({ ctx, body }) => ({
      status: 201,
      body: await sequenceNow(ctx, await createSequence(ctx, body)),
    }),
  }),
  endpoint({
    id: "retireSequence",
    method: "POST",
    path: "/sequences/{sequenceId}/retire",
    about: "Follow-up",
    summary: "End a follow-up",
    words: "No new people start. People already in it continue.",
    scope: "sequences:write",
    answers: { 200: Sequence },
    async run({ ctx, params: { sequenceId = "" } }) {
      await retireSequence(ctx, sequenceId);
      return { body: await sequenceNow(ctx, sequenceId) };
    },
  }),
  endpoint({
    id: "startSequence",
    method: "POST",
    path: "/sequences/{sequenceId}/start",
    about: "Follow-up",
    summary: "Start a follow-up for leads",
    words:
      "Only for follow-ups you start yourself. People already in it, who can’t be emailed, or who haven’t confirmed their address are skipped and listed.",
    scope: "sequences:write",
    body: StartSequence,
    example: { leadIds: ["01900000-0000-7000-8000-000000000001"] },
    answers: { 200: StartedSequence },
    run: async ({ ctx, params, body }) => ({
      body: await startSequence(ctx, params["sequenceId"] ?? "", body.leadIds),
    }),
  }),
];

type AnySequence = Awaited<ReturnType<typeof getSequence>>;

const sequenceNow = async (ctx: AccountContext, id: string) =>
  sequenceShape(await sendingSetup(ctx))(await getSequence(ctx, id));

const sequenceShape =
  (setup: Awaited<ReturnType<typeof sendingSetup>>) =>
  (one: AnySequence): z.output<typeof Sequence> => {
    const { state } = followUpStatus(one, setup);
    return {
      id: one.id,
      name: one.name,
      pageId: one.pageId,
      trigger: one.trigger.kind,
      dripId: one.dripId,
      createdAt: one.since.toString(),
      retiredAt: one.retiredAt?.toString() ?? null,
      state: state === "draft" || state === "finishing" ? "ended" : state,
      pausedAt: one.pausedAt?.toString() ?? null,
      steps: one.steps.map((step) => ({ kind: step.kind, subject: stepTitle(step) })),
    };
  };
