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
    summary: "What happened, oldest first, for 30 days",
    words:
      "Read on with `next`, now or tomorrow: nothing is left out, also what a webhook missed. Events are kept from the moment there is a key or a webhook. A key without leads:read gets `lead` as null; one without jobs:read finds no events of jobs, and so for the tools.",
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
