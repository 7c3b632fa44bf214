import type { EventType } from "#platform/api/resource.ts";
import { allEvents, eventTypes } from "../scopes.server.ts";
import { boxOf, type EventChoice } from "./form.tsx";

/** The events a webhook can subscribe to, in display order. */
export const eventChoices = (): readonly EventChoice[] =>
  allEvents().map(([type, { label }]) => ({ type, label }));

/** The events checked in a posted form. */
export const tickedIn = (form: Readonly<Record<string, unknown>>): EventType[] =>
  eventTypes().filter((type) => form[boxOf(type)] !== undefined);
