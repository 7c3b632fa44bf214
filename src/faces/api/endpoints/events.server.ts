import { z } from "zod";
import { CURSOR, cursorOf, endpoint, type Endpoint, pageQuery, readCursor } from "#platform/api/endpoint.ts";
import { eventsAfter } from "../events.server.ts";
import { eventsListedTo } from "../scopes.server.ts";
import { requireToRead } from "./require-to-read.ts";
import { EventList, eventType } from "./shapes.ts";

export const eventsCalls: readonly Endpoint[] = [
  endpoint({
    id: "listEvents",
    method: "GET",
    path: "/events",
    about: "Events",
    summary: "What happened in the last 30 days, oldest first",
    words:
      "Use `next` to continue where you left off, today or tomorrow. Nothing is skipped, including what a webhook missed. Events are recorded once you have a key or webhook. Without leads:read, `lead` is null. Without jobs:read, there are no job events. A tool’s events need that tool’s read scope.",
    scope: "events:read",
    query: z.strictObject({ ...pageQuery, type: eventType.optional().describe("Only these.") }),
    answers: { 200: EventList },
    async run({ ctx, key, query: { limit, cursor, type } }) {
      if (type && !eventsListedTo(key.scopes).includes(type)) requireToRead({ key }, [type]);
      const after = Number(readCursor(cursor, [CURSOR.number])?.[0] ?? 0);
      const { events, last, more } = await eventsAfter(ctx, key.scopes, after, limit, type && [type]);
      return { body: { data: events, next: cursorOf([String(last)]), more } };
    },
  }),
];
