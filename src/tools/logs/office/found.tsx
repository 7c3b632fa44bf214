import { FoundList, Marked, searchWords, Thumbs } from "#ground/worklist/public.tsx";
import { Badge } from "#ui/state-mark.tsx";
import type { Filters } from "./filters.ts";
import type { officeFound } from "./office.server.ts";

type Found = Awaited<ReturnType<typeof officeFound>>;

export function OfficeFound({ found: { entries, more }, filters }: { found: Found; filters: Filters }) {
  const words = searchWords(filters.words);
  return (
    <FoundList
      typed={filters.words}
      count={entries.length}
      more={more}
      noun={["entry", "entries"]}
      advice="All words have to match an entry, its author, or that day’s weather. Try fewer words, or the start of a word."
      all={{ href: "/account/logs", label: "Show all days" }}
    >
      {entries.map((entry) => (
        <li key={entry.id} className="office-day">
          <FoundEntry entry={entry} words={words} />
        </li>
      ))}
    </FoundList>
  );
}

function FoundEntry({ entry, words }: { entry: Found["entries"][number]; words: readonly string[] }) {
  const { title, text, job, date, iso, href, by, at, company, tags, photos, morePhotos, weather } = entry;
  return (
    <>
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
      <Thumbs photos={photos} more={morePhotos} href={href} of={job} />
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
    </>
  );
}
