import { useState } from "react";
import { Link } from "react-router";
import { discardDraft, type LocalDraft, photosOfDraft, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Confirm } from "#ui/confirm.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { describeFailure } from "./announce.tsx";

const LONGEST_EXCERPT = 60;
/** In order of preference. */
const EXCERPT_FIELDS = ["text", "what", "title", "trade", "company", "firm", "words"];

function formatTyped({ typed }: LocalDraft): string {
  const words = (EXCERPT_FIELDS.map((name) => typed[name]?.trim()).find(Boolean) ?? "").replaceAll(
    /\s+/g,
    " ",
  );
  return words.length > LONGEST_EXCERPT ? `${words.slice(0, LONGEST_EXCERPT).trimEnd()}…` : words;
}

function describePhoto(draft: LocalDraft): string {
  const count = photosOfDraft(draft).length;
  return count === 0 ? "" : count === 1 ? "1 photo" : `${count} photos`;
}

export function Unfinished({ drafts }: { drafts: readonly LocalDraft[] }) {
  const store = useStore();
  const [failed, setFailed] = useState<string>();
  if (drafts.length === 0) return null;
  const discard = (id: string) =>
    void discardDraft(store, id)
      .then(() => setFailed(undefined))
      .catch((error: unknown) => setFailed(describeFailure(error)));
  return (
    <section className="unfinished" aria-label="Not saved yet">
      <ul>
        {drafts.map((draft) => {
          const words = formatTyped(draft);
          return (
            <li key={draft.id} className="panel">
              <p>
                <b>Unfinished {draft.title}</b>
                {words ? `: “${words}”` : ""}
                {describePhoto(draft) ? `${words ? "," : ":"} ${describePhoto(draft)}` : ""}
              </p>
              <div className="unfinished-deeds">
                <Link className="button" data-kind="plain" data-size="small" to={draft.href}>
                  Continue
                </Link>
                <Confirm
                  label="Discard"
                  back="Keep"
                  kind="quiet"
                  size="small"
                  question="Discard it and its photos? This can’t be undone."
                >
                  <Button type="button" kind="stop" size="small" onClick={() => discard(draft.id)}>
                    Discard for good
                  </Button>
                </Confirm>
              </div>
            </li>
          );
        })}
      </ul>
      {failed === undefined ? null : <StatusLine kind="error">{failed}</StatusLine>}
    </section>
  );
}
