import { LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { Badge } from "#ui/state-mark.tsx";
import { type Filters, markFound, searchWords } from "./filters.ts";
import type { officeFound } from "./office.server.ts";
import { Thumbs } from "./days.tsx";

type Found = Awaited<ReturnType<typeof officeFound>>;

export function OfficeFound({ found: { entries, more }, filters }: { found: Found; filters: Filters }) {
  const words = searchWords(filters.words);
  return (
    <>
      <p role="status" className="mt-6">
        {entries.length === 0
          ? ""
          : more
            ? `The newest ${entries.length}. Say more to find fewer.`
            : entries.length === 1
              ? "1 entry"
              : `${entries.length} entries`}
      </p>
      {entries.length === 0 ? (
        <EmptyState
          title={`Nothing holds “${filters.words}”`}
          action={<LinkButton href="/account/logs">Show all days</LinkButton>}
        >
          Every word has to be in an entry, in who wrote it, or in that day’s weather. Try fewer words, or the
          beginning of one.
        </EmptyState>
      ) : (
        <ul className="office-found">
          {entries.map(
            ({
              id,
              title,
              text,
              job,
              date,
              iso,
              href,
              by,
              at,
              company,
              tags,
              photos,
              morePhotos,
              weather,
            }) => (
              <li key={id} className="office-day">
                <div className="office-day-head">
                  <h2>
                    <a href={href}>
                      {job}, <time dateTime={iso}>{date}</time>
                    </a>
                  </h2>
                  {company ? <Badge>{company}</Badge> : null}
                </div>
                <p>
                  <b>
                    <Marked text={title} words={words} />
                  </b>
                  {text ? (
                    <>
                      . <Marked text={text} words={words} />
                    </>
                  ) : null}
                </p>
                <Thumbs photos={photos} more={morePhotos} href={href} job={job} />
                <p className="log-meta">
                  <span>{`by ${by}, ${at}`}</span>
                  {tags.map((tag) => (
                    <span className="log-tag" key={tag}>
                      {tag}
                    </span>
                  ))}
                </p>
                {weather ? (
                  <p className="office-facts">
                    <Marked text={weather} words={words} />
                  </p>
                ) : null}
              </li>
            ),
          )}
        </ul>
      )}
    </>
  );
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  return markFound(text, words).map(({ piece, found }, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces of one text never change places
    found ? <mark key={at}>{piece}</mark> : piece,
  );
}
