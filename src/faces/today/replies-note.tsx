import type { RepliesNote as Note } from "#trade/leads/public.server.ts";
import { CHANGE_REPLIES, CONNECT_REPLIES } from "./dashboard/open-decisions.ts";

/** Where replies go; if we don't see them, what to do about it. */
export function RepliesNote({ note, mayConnect }: { note: Note; mayConnect: boolean }) {
  return (
    <>
      <p className="mt-2 max-w-measure">
        {note.words}
        {note.areSeen ? null : " When someone replies, tap “They replied” on Today or on their page."}
      </p>
      {note.trouble === null ? null : (
        <div className="mt-2 max-w-measure" role="alert">
          <p>{note.trouble}</p>
          <p>
            <a className="text-link inline-block py-2.5" href={CHANGE_REPLIES}>
              Use another address
            </a>
          </p>
        </div>
      )}
      {note.areSeen ? null : mayConnect ? (
        <p>
          <a className="text-link inline-block py-2.5" href={CONNECT_REPLIES}>
            Connect it, so a reply stops follow-up
          </a>
        </p>
      ) : (
        <p className="mt-2 max-w-measure">Only the owner can connect the inbox.</p>
      )}
    </>
  );
}
