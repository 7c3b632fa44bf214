import { useRef } from "react";
import { useStore } from "#ground/sync/public.tsx";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  DictatedText,
  type Done,
  EntryForm,
  EntryPhotos,
  type ReadForm,
  useEntry,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { useIssuesHome } from "../home.ts";
import { ISSUE, type Issue, LONGEST, type State } from "../rules/issue.ts";
import { REPLY, type ReplyType } from "../rules/reply.ts";
import { needsPhotoWords } from "../rules/terms.ts";
import { useTermsOf } from "./use-issues.ts";

const FORMS: Readonly<
  Record<
    Exclude<ReplyType, "started">,
    { readonly label: string; readonly save: string; readonly missing?: string; readonly done: string }
  >
> = {
  fixed: { label: "What you did", save: "Ready for review", done: "Ready for review." },
  cannot: {
    label: "Why it can’t be fixed yet",
    save: "Save",
    missing: "Say what’s in the way, such as “No power until Thursday”.",
    done: "Saved. The people who run the job see why.",
  },
  note: { label: "Note", save: "Save note", missing: "Write or say something first.", done: "Note saved." },
};

/** What somebody did or says about an issue, with photos; saved without a signal too. */
export function ReplyForm({
  id,
  issue,
  type,
  hasAfter,
  done,
}: {
  id: string;
  issue: Issue;
  type: keyof typeof FORMS;
  /** Whether an earlier fix has a photo. */
  hasAfter: boolean;
  done: Done;
}) {
  const { job, tell } = useScreen();
  const store = useStore();
  const { needsPhoto } = useTermsOf(issue);
  const home = useIssuesHome();
  const { label, save, missing, done: notice } = FORMS[type];
  const entry = useEntry({
    ...{ kind: REPLY, purpose: "new", noun: "reply", of: `issue ${id} ${type}`, href: home.path(job, id) },
    first: () => ({ issue: id, type }),
  });
  const said = useRef("");
  const read = (form: FormData, photos: number): ReadForm => {
    const note = fieldText(form, "note");
    if (missing && !note && !(type === "note" && photos > 0)) return { faults: { note: missing } };
    if (type === "fixed" && needsPhoto && photos === 0 && !hasAfter)
      return { faults: { photos: needsPhotoWords(issue.isSafety) } };
    said.current = note;
    return { changes: note ? { note } : {} };
  };
  const setIssue = (sets: { readonly state?: State; readonly blocked: string | null }) =>
    store.write({ kind: ISSUE, record: id, job, sets: { ...sets } });
  return (
    <EntryForm
      entry={entry}
      read={read}
      save={save}
      kind="signal"
      done={(saved) => {
        if (saved === undefined) return done();
        const after =
          type === "fixed"
            ? setIssue({ state: "ready", blocked: null })
            : type === "cannot"
              ? setIssue({ blocked: said.current.slice(0, LONGEST.reason) })
              : Promise.resolve();
        after.then(() => done(notice), tell.failed);
      }}
    >
      {(errorOf) => (
        <>
          {type === "fixed" && issue.reason ? (
            <p className="check-need">Not accepted last time: {issue.reason}</p>
          ) : null}
          {type === "fixed" && needsPhoto && !hasAfter ? (
            <p className={errorOf("photos") ? "field-error" : "field-hint"}>
              {errorOf("photos") ?? "Needs a photo of the fix."}
            </p>
          ) : null}
          <EntryPhotos entry={entry} />
          <DictatedText
            name="note"
            label={label}
            unmarked
            rows={3}
            maxLength={LONGEST.details}
            error={errorOf("note")}
          />
        </>
      )}
    </EntryForm>
  );
}
