import { folded, foldedWords } from "#platform/names/folded.ts";

/** In their usual order. */
export const STATUSES = ["quoted", "planned", "active", "paused", "done", "canceled"] as const;
export type Status = (typeof STATUSES)[number];

export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  quoted: "Quoted",
  planned: "Planned",
  active: "Active",
  paused: "On hold",
  done: "Done",
  canceled: "Canceled",
};

/** Order of the list of jobs: what is worked on comes first. */
export const RANK: Readonly<Record<Status, number>> = {
  active: 0,
  planned: 1,
  paused: 2,
  done: 3,
  canceled: 4,
  quoted: 5,
};

export const isStatus = (value: unknown): value is Status => (STATUSES as readonly unknown[]).includes(value);

export const mayRemove = (role: string | undefined): boolean => role === "owner" || role === "manager";

/** Whether the work is ours: not only priced. Lists of work leave the rest out. */
export const isWon = (status: Status): boolean => status !== "quoted";

/** Whether there is still work to do on a job. */
export const isOpen = (status: Status): boolean =>
  isWon(status) && status !== "done" && status !== "canceled";

export interface Position {
  readonly lat: number;
  readonly lon: number;
  /** Meters; null if the position was typed. */
  readonly accuracy: number | null;
  readonly by: "hand" | "phone";
}

/** A device may have written anything, so each value is checked. */
export interface Job {
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  readonly position: Position | null;
  readonly leadId: string | null;
  readonly clientName: string | null;
  readonly clientPhone: string | null;
  readonly clientEmail: string | null;
  readonly status: Status;
  /** `2026-11-23`, in the job's time zone. */
  readonly startsOn: string | null;
  readonly finishesOn: string | null;
  readonly contractCents: number | null;
  /** IANA zone. */
  readonly zone: string | null;
  /** User ids. */
  readonly team: readonly string[];
}

type Values = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | null => (typeof value === "string" && value.trim() ? value : null);

function parsePosition(value: unknown): Position | null {
  const { lat, lon, accuracy, by } = (value ?? {}) as Partial<Position>;
  if (typeof lat !== "number" || typeof lon !== "number") return null;
  return {
    lat,
    lon,
    accuracy: typeof accuracy === "number" ? accuracy : null,
    by: by === "phone" ? "phone" : "hand",
  };
}

/** Broken values are replaced by defaults. */
export function jobOf(id: string, values: Values): Job {
  const { status, contractCents } = values;
  return {
    id,
    name: text(values["name"]) ?? "Unnamed job",
    address: text(values["address"]),
    position: parsePosition(values["position"]),
    leadId: text(values["leadId"]),
    clientName: text(values["clientName"]),
    clientPhone: text(values["clientPhone"]),
    clientEmail: text(values["clientEmail"]),
    status: isStatus(status) ? status : "planned",
    startsOn: text(values["startsOn"]),
    finishesOn: text(values["finishesOn"]),
    contractCents: typeof contractCents === "number" ? contractCents : null,
    zone: text(values["zone"]),
    team: Object.entries(values).flatMap(([name, value]) =>
      name.startsWith("team.") && value === true ? [name.slice(5)] : [],
    ),
  };
}

const searchText = ({ name, address, clientName, clientPhone, clientEmail }: Job) =>
  folded([name, address, clientName, clientPhone, clientEmail].join(" "));

/**
 * Jobs that have every word, active first, then by name. Jobs that are only quoted are found by words alone.
 * @param open undefined for all
 */
export function pickJobs(jobs: readonly Job[], search: string, open: boolean | undefined): Job[] {
  const words = foldedWords(search);
  const rank = ({ status }: Job) => RANK[status];
  return jobs
    .filter(({ status }) =>
      isWon(status) ? open === undefined || isOpen(status) === open : words.length > 0,
    )
    .filter((job) => words.every((word) => searchText(job).includes(word)))
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, "en-US") || (a.id < b.id ? -1 : 1));
}

export const LONGEST = {
  name: 120,
  address: 300,
  clientName: 120,
  clientPhone: 40,
  clientEmail: 254,
  note: 10_000,
} as const;
