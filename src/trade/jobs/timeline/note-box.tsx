import { useState } from "react";
import { draftsOf, type LocalDraft, useRecord, useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { TextArea } from "#ui/field.tsx";
import { useDraft } from "../form/draft.ts";
import { FieldForm, type Outcome } from "../form/field-form.tsx";
import { type Shot, shotsOf } from "../photos/photos.ts";
import { Photos } from "../photos/photo-grid.tsx";
import { LONGEST } from "../rules.ts";
import { Shutter } from "../photos/shutter.tsx";
import type { Announcer } from "../form/announce.tsx";
import { usePlace } from "../form/use-place.ts";
import { NOTE, useRoll } from "../photos/use-roll.ts";

export const noteDraft = (job: string): string => `note ${job}`;

/** A photo is saved on the device right away, the text with the button. */
export function NoteBox({ job, tell }: { job: string; tell: Announcer }) {
  const store = useStore();
  const start = useLive(async () => {
    const draftFound = (await draftsOf(store, job)).find(({ of }) => of === noteDraft(job));
    return {
      draftFound,
      hasRecord:
        draftFound !== undefined && (await store.record("jobs.note", draftFound.record)) !== undefined,
    };
  }, [store, job]);
  // As of when the page opened; later changes come from the box itself.
  const [opened, setOpened] = useState<typeof start>();
  if (start && !opened) setOpened(start);
  return opened ? <OpenNoteBox key={job} job={job} tell={tell} {...opened} /> : null;
}

/** Text belongs to the photos taken with it, even if the page was closed in between. */
function OpenNoteBox({
  job,
  tell,
  draftFound,
  hasRecord,
}: {
  job: string;
  tell: Announcer;
  draftFound: LocalDraft | undefined;
  /** Whether photos of the draft are a note already. */
  hasRecord: boolean;
}) {
  const store = useStore();
  const place = usePlace();
  const draft = useDraft(
    { of: noteDraft(job), job, kind: "jobs.note", title: "note", href: `/account/job/${job}` },
    draftFound ? [draftFound] : [],
  );
  const [into] = useState(() => ({
    ...NOTE,
    record: draft.record,
    ...(hasRecord ? { onto: draft.record } : {}),
  }));
  const roll = useRoll(job, into);
  const note = useRecord("jobs.note", roll.record);
  const shots: Shot[] = note ? shotsOf(note.values) : [];
  const [text, setText] = useState(() => draft.typed["text"] ?? "");

  const submit = async (): Promise<Outcome | undefined> => {
    const typed = text.trim();
    const { record } = await roll.settled();
    if (!typed && shots.length === 0) return { faults: { text: "Write a few words first." } };
    if (typed)
      await store.write({
        kind: "jobs.note",
        record,
        job,
        sets: (_, skew) => ({
          text: typed,
          ...(shots.length === 0 ? { occurredAt: new Date(Date.now() + skew).toISOString() } : {}),
        }),
        draft: await draft.settled(),
      });
    if (typed && shots.length === 0)
      place.ask(
        (here) =>
          void store
            .write({ kind: "jobs.note", record, job, sets: { place: { ...here } } })
            .catch(() => undefined),
      );
    setText("");
    draft.next(roll.next());
    return { saved: "Note saved." };
  };
  return (
    <FieldForm
      className="note-box"
      submit={submit}
      save={shots.length > 0 && !text.trim() ? "Done with these photos" : "Save note"}
      kind={shots.length > 0 ? "chalk" : "plain"}
      tell={tell}
    >
      {(errorOf) => (
        <>
          <Shutter roll={roll} />
          {shots.length > 0 ? <Photos shots={shots} note={note!} label="Photos just taken" /> : null}
          <TextArea
            name="text"
            label={shots.length > 0 ? "Note on these photos" : "Note"}
            unmarked
            rows={2}
            maxLength={LONGEST.note}
            value={text}
            error={errorOf("text")}
            onChange={({ target }) => {
              setText(target.value);
              draft.save({ text: target.value }, roll.record);
            }}
          />
        </>
      )}
    </FieldForm>
  );
}
