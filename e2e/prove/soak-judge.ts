import type { Violation } from "./judge.ts";
import type { Written } from "./soak-load.ts";

/** What is stored of the soak's accounts at the end. */
export interface StoredWrites {
  /** Commands of devices. */
  readonly commands: readonly { readonly id: string; readonly record: string }[];
  readonly records: readonly { readonly id: string; readonly content: string }[];
  /** Rows of the lists that people see: of jobs, notes, log entries, photos and estimates. */
  readonly listed: readonly { readonly record: string; readonly content: string }[];
  readonly photos: readonly {
    readonly sha256: string;
    readonly state: string;
    /** Hash of the bytes in the file store; null if there is no file. */
    readonly bytes: string | null;
    readonly derivatives: number;
  }[];
  readonly answers: readonly { readonly record: string; readonly content: string }[];
  /** Entries of jobs' histories, by the id of the command, or the words of an answer. */
  readonly history: readonly { readonly of: string }[];
  /** Tasks, uploads and messages that should have ended and haven't. */
  readonly stuck: readonly unknown[];
}

/** Pictures that are drawn of each photo. */
const DERIVATIVES = 4;
const LISTED: readonly Written["kind"][] = ["job", "log entry", "photo", "estimate"];

/**
 * Compares what people were told with what is stored: everything acknowledged is there once, as it was sent,
 * and nothing is there that nobody sent. What failed to be acknowledged may be there, once.
 */
export function judgeWrites(written: readonly Written[], stored: StoredWrites): Violation[] {
  const broken = new Map<string, unknown[]>();
  const violate = (rule: string, row: unknown) => void broken.set(rule, [...(broken.get(rule) ?? []), row]);
  const commands = Map.groupBy(stored.commands, ({ id }) => id);
  const records = Map.groupBy(stored.records, ({ id }) => id);
  const listed = Map.groupBy(stored.listed, ({ record }) => record);
  const photos = Map.groupBy(stored.photos, ({ sha256 }) => sha256);
  const answers = Map.groupBy(stored.answers, ({ content }) => content);
  const history = Map.groupBy(stored.history, ({ of }) => of);
  for (const one of written) {
    const most = one.acknowledgedAt === undefined ? [0, 1] : [1];
    const count = (rows: readonly unknown[] | undefined, rule: string) => {
      if (!most.includes(rows?.length ?? 0)) violate(rule, { ...one, stored: rows ?? [] });
    };
    count(history.get(one.id), "what was acknowledged is in its job's history exactly once");
    if (one.kind === "answer") {
      const own = answers.get(one.content)?.filter(({ record }) => record === one.record);
      count(own, "an acknowledged answer is stored exactly once");
      continue;
    }
    count(commands.get(one.id), "an acknowledged change is stored exactly once");
    const record = records.get(one.record);
    count(record, "an acknowledged record is stored exactly once");
    if (record?.some(({ content }) => content !== one.content))
      violate("a record holds what was sent", { ...one, stored: record });
    if (LISTED.includes(one.kind)) {
      const rows = listed.get(one.record);
      count(rows, "an acknowledged record is in its list exactly once");
      if (rows?.some(({ content }) => content !== one.content))
        violate("a list shows what was sent", { ...one, stored: rows });
    }
    if (one.kind !== "photo") continue;
    const files = photos.get(one.content) ?? [];
    count(files, "an acknowledged photo is stored exactly once");
    for (const file of files) {
      if (file.bytes !== one.content) violate("a photo has the bytes that were sent", { ...one, file });
      if (file.state !== "ready" || file.derivatives !== DERIVATIVES)
        violate("a photo's pictures are drawn", { ...one, file });
    }
  }
  const sent = new Set(written.map(({ id }) => id));
  for (const command of stored.commands)
    if (!sent.has(command.id)) violate("nothing is stored that nobody sent", command);
  const said = new Set(written.map(({ content }) => content));
  for (const photo of stored.photos)
    if (!said.has(photo.sha256)) violate("no photo is stored that nobody sent", photo);
  for (const answer of stored.answers)
    if (!said.has(answer.content)) violate("no answer is stored that nobody gave", answer);
  for (const one of stored.stuck) violate("nothing is stuck", one);
  return [...broken].map(([rule, rows]) => ({ rule, rows }));
}
