import type { ReactNode } from "react";
import { LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { markFound } from "./search-words.ts";

/**
 * What a search over all jobs found, with how much that is.
 * @param typed the words of the search, as typed
 * @param more whether there is more than `count`
 * @param noun one and many, such as "entry" and "entries"
 * @param advice for a search that finds nothing
 * @param all where to go then
 * @param children the found rows, as `li`
 */
export function FoundList({
  typed,
  count,
  more,
  noun: [one, many],
  advice,
  all,
  children,
}: {
  typed: string;
  count: number;
  more: boolean;
  noun: readonly [one: string, many: string];
  advice: string;
  all: { readonly href: string; readonly label: string };
  children: ReactNode;
}) {
  return (
    <>
      <p role="status" className="mt-6">
        {count === 0
          ? ""
          : more
            ? `The newest ${count}. Add words to narrow it down.`
            : count === 1
              ? `1 ${one}`
              : `${count} ${many}`}
      </p>
      {count === 0 ? (
        <EmptyState
          title={`No matches for “${typed}”`}
          action={<LinkButton href={all.href}>{all.label}</LinkButton>}
        >
          {advice}
        </EmptyState>
      ) : (
        <ul className="office-found">{children}</ul>
      )}
    </>
  );
}

/** A text with the words of a search marked. @param words see `searchWords` */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  return markFound(text, words).map(({ piece, found }, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces of one text never change places
    found ? <mark key={at}>{piece}</mark> : piece,
  );
}
