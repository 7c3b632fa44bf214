import { useState } from "react";
import { fieldText } from "#trade/fieldwork/public.ts";
import {
  DictatedText,
  EntryForm,
  Photos,
  Shutter,
  useEntryBox,
  useScreen,
  useScreenDrafts,
} from "#trade/fieldwork/public.tsx";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { LONGEST } from "../rules.ts";
import { readNote } from "./note.tsx";
import { newNoteDraft, noteTarget } from "./note-target.ts";

/** A photo is saved on the device right away, the text with the button. */
export function NoteBox() {
  const store = useStore();
  const { job } = useScreen();
  // As of when the page opened; later changes come from the box itself.
  const drafts = useScreenDrafts();
  const [found] = useState(() => drafts.find(({ of }) => of === newNoteDraft(job)));
  const hasRecord = useLive(
    async () => found !== undefined && (await store.record("jobs.note", found.record)) !== undefined,
    [store, found],
  );
  const [opened, setOpened] = useState<boolean>();
  if (hasRecord !== undefined && opened === undefined) setOpened(hasRecord);
  return opened === undefined ? null : <OpenNoteBox key={job} job={job} hasRecord={opened} />;
}

function OpenNoteBox({ job, hasRecord }: { job: string; hasRecord: boolean }) {
  const entry = useEntryBox({ ...noteTarget(job, newNoteDraft(job)), purpose: "new" }, hasRecord);
  const { roll, shots } = entry;
  const note = useRecord("jobs.note", roll.record);
  const [hasText, setHasText] = useState(false);
  return (
    <EntryForm
      entry={entry}
      className="note-box"
      read={readNote}
      save={shots.length > 0 && !hasText ? "Done with these photos" : "Save note"}
      kind={shots.length > 0 ? "chalk" : "plain"}
      onInput={(form) => setHasText(fieldText(new FormData(form), "text") !== "")}
    >
      {(errorOf) => (
        <>
          <Shutter roll={roll} />
          {note && shots.length > 0 ? <Photos shots={shots} note={note} label="Photos just taken" /> : null}
          <DictatedText
            name="text"
            label={shots.length > 0 ? "Caption for these photos" : "Note"}
            unmarked
            rows={2}
            maxLength={LONGEST.note}
            error={errorOf("text")}
          />
        </>
      )}
    </EntryForm>
  );
}
