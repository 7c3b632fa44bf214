import type { AccountContext } from "#platform/db/scope.server.ts";

/** What can happen to a lead or a page that other features may care about. New kinds join here. */
export type DomainEvent =
  /** Leads that came through a page, as many as were kept together; with `startsAt` people of a file, who did not ask just now. */
  | {
      readonly type: "leads.captured";
      readonly captures: readonly { readonly leadId: string; readonly pageId: string }[];
      /** When what follows begins; at once where it is left out. */
      readonly startsAt?: Temporal.Instant;
    }
  /** An import is taken back: nothing more goes out to these. */
  | { readonly type: "leads.withdrawn"; readonly leadIds: readonly string[] }
  /** These are being removed, in this transaction. */
  | { readonly type: "leads.removed"; readonly leadIds: readonly string[] }
  | { readonly type: "lead.replied"; readonly leadId: string }
  | { readonly type: "lead.unsubscribed"; readonly leadId: string }
  /** Their address does not work, for good. */
  | { readonly type: "lead.bounced"; readonly leadId: string }
  /** They reported a mail as spam. */
  | { readonly type: "lead.complained"; readonly leadId: string }
  /** They have an appointment. */
  | { readonly type: "lead.booked"; readonly leadId: string }
  /** The business said how it ended. */
  | { readonly type: "lead.ended"; readonly leadId: string; readonly outcome: "won" | "lost" }
  /** A person, not a mail scanner, did something that follow-up may depend on. Any feature may tell of a kind of its own. */
  | { readonly type: "lead.did"; readonly leadId: string; readonly what: string; readonly about?: string }
  | { readonly type: "page.opened"; readonly pageId: string };

type Listener = (ctx: AccountContext, event: DomainEvent) => Promise<void>;

const listeners = new Map<DomainEvent["type"], Listener[]>();

/** Registers a listener; called once per feature by src/subscriptions.ts. */
export function onEvent<Type extends DomainEvent["type"]>(
  type: Type,
  listener: (ctx: AccountContext, event: Extract<DomainEvent, { type: Type }>) => Promise<void>,
): void {
  const known = listeners.get(type) ?? [];
  known.push(listener as Listener);
  listeners.set(type, known);
}

/** Tells the listeners, inside the transaction of what happened: either all of it is true, or none. */
export async function publish(ctx: AccountContext, event: DomainEvent): Promise<void> {
  for (const listener of listeners.get(event.type) ?? []) await listener(ctx, event);
}
