import { type SubmitEvent, useState } from "react";
import { newLocalId, useStore } from "#features/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { LONGEST } from "./rules.ts";

/** Room for a few words. They are on this device when the button was pressed. */
export function NoteBox({ job }: { job: string }) {
  const store = useStore();
  const [text, setText] = useState("");
  const [record, setRecord] = useState(() => newLocalId());
  const [words, setWords] = useState<{ kind: "done" | "error"; text: string }>();
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const typed = text.trim();
    if (!typed) return setWords({ kind: "error", text: "Write a few words first." });
    try {
      await store.write({ kind: "jobs.note", record, job, sets: { text: typed, occurredAt: new Date().toISOString() } });
      setText("");
      setRecord(newLocalId());
      setWords({ kind: "done", text: "Note kept." });
    } catch (error) {
      setWords({ kind: "error", text: error instanceof Error ? error.message : "Not saved. Keep this screen open and try again." });
    }
  };
  return (
    <form className="form note-box" onSubmit={(event) => void save(event)}>
      <TextArea
        name="text"
        label="Note"
        unmarked
        rows={2}
        maxLength={LONGEST.note}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button type="submit" wide>
          Save note
        </Button>
        <StatusLine kind={words?.kind ?? "info"}>{words?.text}</StatusLine>
      </div>
    </form>
  );
}
