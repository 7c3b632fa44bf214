import { useEffect, useId, useState } from "react";
import { Button } from "#ui/button.tsx";

export interface FoundLead {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Null if the server can't be reached. */
export type FindLeads = (words: string, signal: AbortSignal) => Promise<readonly FoundLead[] | null>;

/** How long typing must pause before a search. */
const PAUSE_MS = 250;
/** Shorter searches would match too many leads. */
const MIN_LENGTH = 2;

/** Offline, the client is typed instead. */
export function LeadPicker({
  find,
  chosen,
  choose,
}: {
  find: FindLeads;
  chosen: string | null;
  choose: (lead: FoundLead | null) => void;
}) {
  const id = useId();
  const [words, setWords] = useState("");
  const [found, setFound] = useState<readonly FoundLead[] | null | undefined>();
  useEffect(() => {
    const query = words.trim();
    if (query.length < MIN_LENGTH) return;
    const stop = new AbortController();
    const search = async () => {
      const leads = await find(query, stop.signal);
      if (!stop.signal.aborted) setFound(leads);
    };
    const wait = setTimeout(() => void search(), PAUSE_MS);
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [find, words]);
  if (chosen)
    return (
      <p className="lead-chosen">
        <span>
          Client from your leads.{" "}
          <a className="text-link job-way" href={`/account/leads/${chosen}`}>
            Open the lead
          </a>
        </span>
        <Button type="button" kind="quiet" size="small" onClick={() => choose(null)}>
          Unlink the lead
        </Button>
      </p>
    );
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>Find the client in your leads</label>
      </div>
      <input
        id={id}
        className="input"
        type="search"
        autoComplete="off"
        placeholder="Name, email, or phone"
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          if (target.value.trim().length < MIN_LENGTH) setFound(undefined);
        }}
        // Enter searches here; it doesn't save the job.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <p role="status" className="field-hint">
        {found === undefined
          ? "Or enter a new person below."
          : found === null
            ? "You can’t search leads without a signal. Enter the client below."
            : found.length === 0
              ? "No matching lead. Enter the client below."
              : `${found.length === 1 ? "1 lead" : `${found.length} leads`} found.`}
      </p>
      {found?.length ? (
        <ul className="jobs" aria-label="Leads found">
          {found.map((lead) => (
            <li key={lead.id}>
              <button type="button" className="job-row lead-row" onClick={() => choose(lead)}>
                <span className="job-name">{lead.name}</span>
                <span className="job-place">{[lead.phone, lead.email].filter(Boolean).join(" · ")}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
