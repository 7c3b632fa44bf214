import { z } from "zod";
import { lockCount, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import {
  daysQuery,
  findJob,
  isInOrder,
  jobQuery,
  NOT_IN_ORDER,
  pageOfJobItems,
  stateQuery,
} from "#trade/jobs/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Call, endpoint, type Endpoint } from "#platform/api/endpoint.ts";
import { Problem } from "#platform/api/problem.ts";
import { ESTIMATE, estimateOf } from "../rules/estimate.ts";
import { STATES } from "../rules/states.ts";
import { getEstimate } from "../stored/estimates.server.ts";
import { setsOf } from "./draft.server.ts";
import { knownPhotos } from "./photos.server.ts";
import { estimateShape, summaryShapes } from "./read.server.ts";
import { Estimate, EstimateAnswer, EstimateChange, EstimateList, NewEstimate } from "./shapes.ts";

const idIn = ({ params }: Pick<Call<unknown, unknown>, "params">) => params["estimateId"] ?? "";

/** A key that may write but not read gets the id alone. */
const answerOf = async ({ ctx, key }: Pick<Call<unknown, unknown>, "ctx" | "key">, id: string) =>
  key.scopes.includes("estimates:read") ? estimateShape(ctx, id) : { id };

/** @throws Problem invalid, naming the field */
async function requireJob(ctx: AccountContext, jobId: string): Promise<void> {
  if (await findJob(ctx, jobId)) return;
  const detail = "That job doesn’t exist.";
  throw new Problem("invalid", detail, { errors: [{ pointer: "#/jobId", detail }] });
}

export const estimatesCalls: readonly Endpoint[] = [
  endpoint({
    id: "listEstimates",
    method: "GET",
    path: "/estimates",
    about: "Estimates",
    summary: "Estimates, newest day first",
    words: "Estimates of deleted jobs are left out, so a page can have fewer than `limit`.",
    scope: "estimates:read",
    query: z
      .strictObject({
        ...jobQuery("estimates"),
        state: stateQuery(STATES, "estimates"),
        ...daysQuery("begun"),
      })
      .refine(isInOrder, NOT_IN_ORDER),
    answers: { 200: EstimateList },
    run: async ({ ctx, query: { state: type, ...query } }) => ({
      body: await pageOfJobItems(ctx, ESTIMATE, { ...query, type }, summaryShapes),
    }),
  }),
  endpoint({
    id: "addEstimate",
    method: "POST",
    path: "/estimates",
    about: "Estimates",
    summary: "Draft an estimate on a job",
    words:
      "A draft in the job’s estimates, for a person to look over and send. Nothing is sent, and what you leave out stays empty: taxes and terms aren’t copied from another estimate.",
    scope: "estimates:write",
    body: NewEstimate,
    example: {
      jobId: "01990000-0000-7000-8000-000000000001",
      title: "Side gate, 4 ft",
      lines: [
        { text: "Set two 4x4 posts in concrete", quantity: "2", unitCents: 9500 },
        { text: "Hang the gate", quantity: "2.5", unit: "h", unitCents: 6800, costCents: 4200 },
        { text: "Keyed latch", unitCents: 8900, isTaxable: true, isOptional: true },
      ],
      taxes: [{ name: "Sales tax", percent: "8.25" }],
      deposit: { percent: "25" },
      validUntil: "2026-12-31",
    },
    answers: { 201: EstimateAnswer },
    async run({ ctx, key, body: { jobId, ...given } }) {
      await requireJob(ctx, jobId);
      const id = newId();
      const photos = await knownPhotos(ctx, jobId, given.lines, {});
      await writeAsProduct(ctx, { id, kind: ESTIMATE, job: jobId }, setsOf(given, estimateOf({}), photos));
      return {
        status: 201,
        body: await answerOf({ ctx, key }, id),
        headers: { Location: `/api/v1/estimates/${id}` },
      };
    },
  }),
  endpoint({
    id: "getEstimate",
    method: "GET",
    path: "/estimates/{estimateId}",
    about: "Estimates",
    summary: "One estimate with its lines, totals, versions, and answers",
    words:
      "What’s written now, which may not be sent yet (`hasUnsentChanges`). An approved one is as the client approved it.",
    scope: "estimates:read",
    answers: { 200: Estimate },
    run: async (call) => ({ body: await estimateShape(call.ctx, idIn(call)) }),
  }),
  endpoint({
    id: "changeEstimate",
    method: "PATCH",
    path: "/estimates/{estimateId}",
    about: "Estimates",
    summary: "Change what an estimate says",
    words:
      "What you leave out stays. Clients see a change only when a person sends it as a new version. An approved estimate can’t be changed: 409. With `If-Match` set to the ETag of a GET, it’s applied only if nothing changed since.",
    scope: "estimates:write",
    body: EstimateChange,
    example: { title: "Side gate, 5 ft", discount: { cents: 2500 } },
    answers: { 200: EstimateAnswer },
    async current(call) {
      await lockCount(call.ctx);
      return estimateShape(call.ctx, idIn(call));
    },
    async run({ ctx, key, params, body }) {
      await lockCount(ctx);
      const { record, estimate, job } = await getEstimate(ctx, idIn({ params }));
      const photos = await knownPhotos(ctx, job.jobId, body.lines, shownFields(record.fields));
      await writeAsProduct(ctx, record, setsOf(body, estimate, photos));
      return { body: await answerOf({ ctx, key }, record.id) };
    },
  }),
];
