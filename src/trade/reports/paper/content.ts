import type { FilledShape } from "#trade/jobs/public.server.ts";
import type { ReportPhoto } from "./photo.ts";

export interface ReportEntry {
  /** "2026-11-20", in the job's time zone. */
  readonly day: string;
  /** It belongs to the whole day, and has no time. */
  readonly isOfDay: boolean;
  readonly at: Temporal.Instant;
  readonly receivedAt: Temporal.Instant;
  /** Empty for someone outside the business. */
  readonly by: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly photos: readonly { readonly sha256: string; readonly caption: string }[];
  /** As reported by the author's device. */
  readonly place?: { readonly lat: number; readonly lon: number; readonly accuracy: number } | null;
}

export interface ReportContent {
  readonly business: string;
  readonly colour?: string | undefined;
  readonly logo?: Uint8Array | undefined;
  /** Lines of the letterhead: phone, license, address. */
  readonly contact: readonly string[];
  readonly job: { readonly name: string; readonly address: string | null };
  /** The name of the client, as far as the report says it. */
  readonly client?: string | null;
  readonly from: string;
  readonly to: string;
  /** For schedules: covers what arrived since. */
  readonly since: Temporal.Instant | null;
  readonly zone: string;
  readonly createdAt: Temporal.Instant;
  readonly madeBy: string;
  /** Null for a report of everything. */
  readonly shape: { readonly label: string; readonly filled: FilledShape | null } | null;
  readonly entries: readonly ReportEntry[];
  readonly perPage: number;
  readonly places: boolean;
  /** By SHA-256 of the original. */
  readonly photos: ReadonlyMap<string, ReportPhoto>;
  /** Not arrived yet. */
  readonly absent: number;
  /** Arrived but not printable: a video without a frame, or a photo that couldn't be drawn. */
  readonly undrawn: number;
  /** Beyond the limit for one report. */
  readonly left: number;
  readonly signatures: readonly {
    readonly name: string;
    readonly document: string;
    readonly at: Temporal.Instant;
    readonly way: string;
  }[];
  readonly history: {
    readonly number: number;
    readonly hash: string;
    readonly at: string;
    readonly key: string;
    readonly signature: string;
    readonly sealedTo: number;
  } | null;
}
