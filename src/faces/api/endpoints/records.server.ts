import { z } from "zod";
import { listPeople, zoneOf } from "#ground/businesses/public.server.ts";
import {
  answersTo,
  findPaper,
  pageOfPapers,
  type Paper as PaperRow,
  recipientsOf,
} from "#ground/papers/public.server.ts";
import { allRecordsOfKind, shownFields } from "#ground/sync/public.server.ts";
import { listSavedDrips } from "#trade/drips/public.server.ts";
import { itemsOf, priceOn, RAISE, raisesOf, SHELF } from "#trade/prices/public.ts";
import { CURSOR, cursorOf, endpoint, type Endpoint, pageQuery, readCursor } from "#platform/api/endpoint.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { todayAt } from "#platform/time/day.ts";
import { DripList, Paper, PaperList, type PaperSummary, PersonList, PriceList } from "./record-shapes.ts";

const paperShape = (paper: PaperRow): z.output<typeof PaperSummary> => ({
  id: paper.id,
  kind: paper.kind,
  thingId: paper.thingId,
  version: paper.version,
  number: paper.number,
  jobId: paper.jobId,
  title: paper.title,
  state: paper.state,
  stateAt: paper.stateAt.toString(),
  answerBy: paper.answerBy?.toString() ?? null,
  sha256: paper.sha256 || null,
  createdAt: paper.createdAt.toString(),
});

/** The book as it is today, in the order of the items’ ids, which never changes. */
async function pricesNow(ctx: AccountContext): Promise<z.output<typeof PriceList>["data"]> {
  const stored = async (kind: string) =>
    (await allRecordsOfKind(ctx, kind, {})).map(({ id, fields }) => ({ id, values: shownFields(fields) }));
  const [shelves, raises] = [await stored(SHELF), raisesOf(await stored(RAISE))];
  const today = todayAt(ctx.now, await zoneOf(ctx));
  return itemsOf(shelves)
    .map((item) => ({
      id: item.id,
      text: item.text,
      unit: item.unit,
      unitCents: priceOn(item, raises, today),
      costCents: item.cost,
      isTaxable: item.isTaxable,
      category: item.category,
      pricedOn: item.pricedOn || null,
      usedOn: item.usedOn,
    }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

export const recordsCalls: readonly Endpoint[] = [
  endpoint({
    id: "listPapers",
    method: "GET",
    path: "/papers",
    about: "Documents",
    summary: "Documents and pages you sent or shared, newest first",
    words: "Estimates, change orders, reports, galleries, and closeout packages, each version by itself.",
    scope: "papers:read",
    query: z.strictObject({
      ...pageQuery,
      jobId: z.uuid({ error: "Use a job’s id." }).optional().describe("Only documents of this job."),
      kind: z.string().max(60).optional().describe("Only documents of this kind, such as `estimate`."),
    }),
    answers: { 200: PaperList },
    async run({ ctx, query: { limit, cursor, jobId, kind } }) {
      const parts = readCursor(cursor, [CURSOR.instant, CURSOR.id]);
      const after = parts && { createdAt: parts[0]!, id: parts[1]! };
      const found = await pageOfPapers(ctx, { jobId, kind }, { after, most: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        body: {
          data: page.map(paperShape),
          next: found.length > limit && last ? cursorOf([last.createdAt.toString(), last.id]) : null,
        },
      };
    },
  }),
  endpoint({
    id: "getPaper",
    method: "GET",
    path: "/papers/{paperId}",
    about: "Documents",
    summary: "One document with who got it and what they answered",
    scope: "papers:read",
    answers: { 200: Paper },
    async run({ ctx, params }) {
      const paper = await findPaper(ctx, params["paperId"] ?? "");
      const [recipients, answers] = [await recipientsOf(ctx, [paper.id]), await answersTo(ctx, paper.id)];
      return {
        body: {
          ...paperShape(paper),
          recipients: recipients.map(({ id, way, address, leadId, asks, at, viewedAt }) => ({
            ...{ id, way, address: address || null, leadId, asks },
            ...{ sentAt: at.toString(), viewedAt: viewedAt?.toString() ?? null },
          })),
          answers: answers.map(({ recipientId, answer, name, words, signatureId, at }) => ({
            ...{ recipientId, answer, name, words },
            ...{ isSigned: signatureId !== null, at: at.toString() },
          })),
        },
      };
    },
  }),
  endpoint({
    id: "listPeople",
    method: "GET",
    path: "/people",
    about: "People",
    summary: "People who work in the business, and guests of jobs",
    scope: "people:read",
    answers: { 200: PersonList },
    async run({ ctx }) {
      const data = (await listPeople(ctx)).map(({ userId: id, name, email, role, jobId, since }) => ({
        ...{ id, name, email, role, jobId, since: since.toString() },
      }));
      return { body: { data, next: null } };
    },
  }),
  endpoint({
    id: "listPrices",
    method: "GET",
    path: "/prices",
    about: "Prices",
    summary: "Your price book, with today’s prices",
    scope: "prices:read",
    query: z.strictObject(pageQuery),
    answers: { 200: PriceList },
    async run({ ctx, query: { limit, cursor } }) {
      const after = readCursor(cursor, [/^.{1,60}$/])?.[0];
      const rest = (await pricesNow(ctx)).filter(({ id }) => after === undefined || id > after);
      const page = rest.slice(0, limit);
      return { body: { data: page, next: rest.length > limit ? cursorOf([page.at(-1)!.id]) : null } };
    },
  }),
  endpoint({
    id: "listDrips",
    method: "GET",
    path: "/drips",
    about: "Follow-up",
    summary: "Lead drips you saved, newest first",
    words: "Drafts: nothing is sent from them. `/sequences` has the follow-ups made of them.",
    scope: "follow-up:read",
    answers: { 200: DripList },
    async run({ ctx }) {
      const data = (await listSavedDrips(ctx)).map(({ id, title, text, createdAt, updatedAt }) => ({
        ...{ id, title, createdAt: createdAt.toString(), updatedAt: updatedAt?.toString() ?? null },
        emails: text.emails.map(({ day, subject, body }) => ({ day, subject, body })),
      }));
      return { body: { data, next: null } };
    },
  }),
];
