import type { Scope } from "#platform/api/endpoint.ts";
import type { EventType } from "#platform/api/resource.ts";
import { allEvents, eventTypes } from "../scopes.server.ts";
import { boxOf, type EventChoice } from "./form.tsx";

/** The events a webhook can subscribe to, in display order, grouped by what they’re about. */
export const eventChoices = (): readonly EventChoice[] =>
  allEvents().map(([type, { label, scope }]) => ({ type, label, group: groupOf(scope) }));

/** The heading of the events that need a scope: "two-words:read" is "Two words". */
function groupOf(scope: Scope): string {
  const words = scope.split(":")[0]!.replace(/-(?=[^-]*$)/, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The events checked in a posted form. */
export const tickedIn = (form: Readonly<Record<string, unknown>>): EventType[] =>
  eventTypes().filter((type) => form[boxOf(type)] !== undefined);
