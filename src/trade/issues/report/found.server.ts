import { type JobRecord, shownFields } from "#ground/sync/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { ISSUE, type Issue, issueOf } from "../rules/issue.ts";
import { REPLY, type Reply, replyOf } from "../rules/reply.ts";

/** An issue with what was done about it. */
export interface Found {
  readonly id: string;
  readonly issue: Issue;
  readonly record: JobRecord;
  /** Milliseconds since 1970. */
  readonly foundAt: number;
  readonly foundBy: string | null;
  /** When it got its status, and from whom. */
  readonly stateAt: number;
  readonly stateBy: string | null;
  readonly replies: readonly { readonly reply: Reply; readonly at: number; readonly author: string | null }[];
}

/** The issues of a job by number; those without one last. */
export function issuesIn(records: readonly JobRecord[]): Found[] {
  const replies = Map.groupBy(
    records.flatMap(({ kind, fields }) => {
      const written = kind === REPLY ? firstWritten(fields) : undefined;
      return written ? [{ reply: replyOf(shownFields(fields)), at: written.at, author: written.author }] : [];
    }),
    ({ reply }) => reply.issue,
  );
  return records
    .flatMap((record) => {
      const written = record.kind === ISSUE ? firstWritten(record.fields) : undefined;
      if (!written) return [];
      const state = record.fields["state"]?.values[0] ?? written;
      return [
        {
          ...{ id: record.id, issue: issueOf(shownFields(record.fields)), record },
          ...{ foundAt: written.at, foundBy: written.author, stateAt: state.at, stateBy: state.author },
          replies: (replies.get(record.id) ?? []).toSorted((one, other) => one.at - other.at),
        },
      ];
    })
    .toSorted((one, other) => numberOf(one.issue) - numberOf(other.issue) || one.foundAt - other.foundAt);
}

/** 12 of "PL-012". */
export const numberOf = ({ number }: Pick<Issue, "number">): number =>
  number === null ? Number.MAX_SAFE_INTEGER : Number(/\d+$/.exec(number)?.[0] ?? Number.MAX_SAFE_INTEGER);
