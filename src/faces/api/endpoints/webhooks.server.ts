import { z } from "zod";
import {
  type Call,
  CURSOR,
  cursorOf,
  endpoint,
  type Endpoint,
  pageQuery,
  readCursor,
} from "#platform/api/endpoint.ts";
import { requireToRead } from "./require-to-read.ts";
import {
  DeliveryList,
  NewWebhook,
  NewWebhookAnswer,
  SecretAnswer,
  WebhookChange,
  WebhookList,
  Webhook as WebhookShape,
} from "./shapes.ts";
import {
  addWebhook,
  changeWebhook,
  type Delivery,
  getWebhook,
  isOnlyOff,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  sendAgain,
  sendTest,
  type Webhook,
} from "../webhooks/webhooks.server.ts";

const shapeOf = ({
  id,
  url,
  events,
  createdAt,
  disabledAt,
  disabledWhy,
}: Webhook): z.output<typeof WebhookShape> => ({
  id,
  url,
  events: [...events],
  state: disabledAt === null ? "on" : disabledWhy === "failing" ? "failing" : "off",
  createdAt: createdAt.toString(),
});

const deliveryShape = (one: Delivery) => ({
  id: one.id,
  eventId: one.eventId,
  type: one.type,
  state: one.state,
  attempts: one.attempts,
  createdAt: one.createdAt.toString(),
  lastTriedAt: one.lastTriedAt?.toString() ?? null,
  dueAt: one.state === "waiting" ? one.dueAt.toString() : null,
  status: one.status,
  durationMs: one.tookMs,
  answer: one.answer,
  problem: one.problem,
});

type AnyCall = Call<unknown, unknown>;
const webhookId = ({ params }: AnyCall) => params["webhookId"] ?? "";
const current = async (call: AnyCall) => shapeOf(await getWebhook(call.ctx, webhookId(call), { lock: true }));

const MADE = z.strictObject({ deliveryId: z.uuid() });

const own = { about: "Webhooks", scope: "webhooks:write" } as const;

export const webhooksCalls: readonly Endpoint[] = [
  endpoint({
    ...own,
    id: "listWebhooks",
    method: "GET",
    path: "/webhooks",
    summary: "Your webhooks, oldest first",
    answers: { 200: WebhookList },
    run: async ({ ctx }) => ({ body: { data: (await listWebhooks(ctx)).map(shapeOf), next: null } }),
  }),
  endpoint({
    ...own,
    id: "addWebhook",
    method: "POST",
    path: "/webhooks",
    summary: "Add a webhook",
    words:
      "Lead events also need leads:read, job events need jobs:read, and tool events need that tool’s read scope. Revoking the key turns off its webhooks. The signing secret is only in this response.",
    body: NewWebhook,
    example: { url: "https://example.com/hook", events: ["lead.captured", "lead.replied"] },
    answers: { 201: NewWebhookAnswer },
    async run(call) {
      const { ctx, key, body } = call;
      requireToRead(call, body.events);
      const { webhook, secret } = await addWebhook(ctx, body, key.id);
      return {
        status: 201,
        body: { ...shapeOf(webhook), secret },
        headers: { Location: `/api/v1/webhooks/${webhook.id}` },
      };
    },
  }),
  endpoint({
    ...own,
    id: "getWebhook",
    method: "GET",
    path: "/webhooks/{webhookId}",
    summary: "One webhook",
    answers: { 200: WebhookShape },
    run: async (call) => ({ body: shapeOf(await getWebhook(call.ctx, webhookId(call))) }),
  }),
  endpoint({
    ...own,
    id: "changeWebhook",
    method: "PATCH",
    path: "/webhooks/{webhookId}",
    summary: "Change a webhook, or turn it on or off",
    words: "Turning it off cancels waiting deliveries. Their events stay in the events list.",
    body: WebhookChange,
    example: { on: false },
    answers: { 200: WebhookShape },
    current,
    async run(call) {
      const { ctx, key, body } = call;
      if (!isOnlyOff(body))
        requireToRead(call, body.events ?? (await getWebhook(ctx, webhookId(call), { lock: true })).events);
      return { body: shapeOf(await changeWebhook(ctx, webhookId(call), body, key.id)) };
    },
  }),
  endpoint({
    ...own,
    id: "removeWebhook",
    method: "DELETE",
    path: "/webhooks/{webhookId}",
    summary: "Remove a webhook and its log",
    answers: { 204: null },
    current,
    async run(call) {
      await removeWebhook(call.ctx, webhookId(call));
      return { status: 204 };
    },
  }),
  endpoint({
    ...own,
    id: "rotateWebhookSecret",
    method: "POST",
    path: "/webhooks/{webhookId}/secret",
    summary: "Make a new secret",
    words: "For 24 hours, deliveries are signed with both.",
    answers: { 200: SecretAnswer },
    async run(call) {
      const { secret, oldSecretUntil } = await rotateSecret(call.ctx, webhookId(call));
      return { body: { secret, oldSecretUntil: oldSecretUntil.toString() } };
    },
  }),
  endpoint({
    ...own,
    id: "testWebhook",
    method: "POST",
    path: "/webhooks/{webhookId}/test",
    summary: "Send a test",
    answers: { 202: MADE },
    run: async (call) => ({ status: 202, body: { deliveryId: await sendTest(call.ctx, webhookId(call)) } }),
  }),
  endpoint({
    ...own,
    id: "listDeliveries",
    method: "GET",
    path: "/webhooks/{webhookId}/deliveries",
    summary: "A webhook’s log for the last 30 days, newest first",
    query: z.strictObject(pageQuery),
    answers: { 200: DeliveryList },
    async run(call) {
      const { limit, cursor } = call.query;
      const parts = readCursor(cursor, [CURSOR.number, CURSOR.id]);
      const after = parts && {
        createdAt: Temporal.Instant.fromEpochMilliseconds(Number(parts[0])),
        id: parts[1]!,
      };
      const found = await listDeliveries(call.ctx, webhookId(call), { limit: limit + 1, after });
      const last = found.length > limit ? found[limit - 1] : undefined;
      const next = last ? cursorOf([String(last.createdAt.epochMilliseconds), last.id]) : null;
      return { body: { data: found.slice(0, limit).map(deliveryShape), next } };
    },
  }),
  endpoint({
    ...own,
    id: "sendDeliveryAgain",
    method: "POST",
    path: "/webhooks/{webhookId}/deliveries/{deliveryId}/again",
    summary: "Send the same event again",
    answers: { 202: MADE },
    async run(call) {
      requireToRead(call, (await getWebhook(call.ctx, webhookId(call))).events);
      return {
        status: 202,
        body: { deliveryId: await sendAgain(call.ctx, webhookId(call), call.params["deliveryId"] ?? "") },
      };
    },
  }),
];
