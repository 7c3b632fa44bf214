import { type SubmitEvent, useState } from "react";
import { useRecord, useStore } from "#features/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { useDraft } from "./draft.ts";
import { type Shot, shotsOf } from "./photos.ts";
import { Photos } from "./photo-grid.tsx";
import { LONGEST } from "./rules.ts";
import { Shutter } from "./shutter.tsx";
import { usePlace } from "./use-place.ts";
import { useRoll } from "./use-roll.ts";

/** Room for photos and a few words. A photo is on this device when the shutter was pressed, words when the button was. */
export function NoteBox({ job }: { job: string }) {
  const store = useStore();
  const roll = useRoll(job);
  const place = usePlace();
  const note = useRecord("jobs.note", roll.record);
  const shots: Shot[] = note ? shotsOf(note.values) : [];
  const draft = useDraft(`note ${job}`);
  const [text, setText] = useState(() => draft.read()["text"] ?? "");
  const [words, setWords] = useState<{ kind: "done" | "error"; text: string }>();

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const typed = text.trim();
    if (!typed && shots.length === 0) return setWords({ kind: "error", text: "Write a few words first." });
    try {
      if (typed)
        await store.write({
          kind: "jobs.note",
          record: roll.record,
          job,
          sets: (_, skew) => ({ text: typed, ...(shots.length === 0 ? { occurredAt: new Date(Date.now() + skew).toISOString() } : {}) }),
        });
      const { record } = roll;
      if (typed && shots.length === 0)
        place.ask((here) => void store.write({ kind: "jobs.note", record, job, sets: { place: { ...here } } }).catch(() => undefined));
      setText("");
      draft.drop();
      roll.next();
      setWords({ kind: "done", text: "Note kept." });
    } catch (error) {
      setWords({ kind: "error", text: error instanceof Error ? error.message : "Not saved. Keep this screen open and try again." });
    }
  };
  return (
    <form className="form note-box" onSubmit={(event) => void save(event)}>
      <Shutter roll={roll} />
      {shots.length > 0 ? <Photos shots={shots} note={note!} label="Photos just taken" /> : null}
      <TextArea
        name="text"
        label={shots.length > 0 ? "Note on these photos" : "Note"}
        unmarked
        rows={2}
        maxLength={LONGEST.note}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          draft.keep({ text: target.value });
        }}
      />
      <div>
        <Button type="submit" wide kind={shots.length > 0 ? "chalk" : "plain"}>
          {shots.length > 0 && !text.trim() ? "Done with these photos" : "Save note"}
        </Button>
        <StatusLine kind={words?.kind ?? "info"}>{words?.text}</StatusLine>
      </div>
    </form>
  );
}
