import type { z } from "zod";
import type { Endpoint, Scope } from "./endpoint.ts";

/** Something that happened, as webhooks and `/events` name it, such as `job.added`. */
export type EventType = `${string}.${string}`;

export interface ApiEvent {
  /** For the owner of a webhook, who chooses it: "A daily log was submitted". */
  readonly label: string;
  /** What a key needs to receive it. */
  readonly scope: Scope;
  /** The details it carries, by name; some of them not every time. */
  readonly carries: readonly string[];
  /**
   * The details of it that a guest of the job may cause, besides `jobId`. One of them is `companyId`, which
   * the database holds to be the guest's own. Omitted for what only people of the business cause.
   */
  readonly byGuests?: readonly string[];
}

/** What a feature lets other programs read under `/api/v1`, and hear. */
export interface ApiResource {
  /** With the labels that the owner of a key sees. */
  readonly scopes: Readonly<Record<Scope, string>>;
  readonly events: Readonly<Record<EventType, ApiEvent>>;
  /**
   * What its events carry besides `jobId`, `companyId`, and what all documents have (`number`, `version`,
   * `currency`, `recipientId`): a schema by name, each optional and described.
   */
  readonly details: Readonly<Record<string, z.ZodType>>;
  /** Shapes of answers, by their name in the document. */
  readonly answers: Readonly<Record<string, z.ZodType>>;
  /** Shapes of requests, by their name in the document. */
  readonly bodies?: Readonly<Record<string, z.ZodType>>;
  readonly endpoints: readonly Endpoint[];
}
