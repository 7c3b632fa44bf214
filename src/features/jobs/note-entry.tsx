import { type SubmitEvent, useState } from "react";
import { type ShownRecord, useStore } from "#features/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { Photos } from "./photos.tsx";
import { LONGEST, type NotePhoto } from "./rules.ts";

/** What a note says and shows. Photos are kept without a word, at the shutter; words are added when there is a hand free. */
export function NoteEntry({ record, photos }: { record: ShownRecord; photos: readonly NotePhoto[] }) {
  const { text } = record.values;
  return (
    <>
      {typeof text === "string" ? <p className="job-note">{text}</p> : null}
      <Photos photos={photos} words={typeof text === "string" ? text : undefined} />
      {typeof text === "string" ? null : <AddWords record={record} />}
    </>
  );
}

function AddWords({ record }: { record: ShownRecord }) {
  const store = useStore();
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!isOpen)
    return (
      <p>
        <Button type="button" kind="quiet" size="small" onClick={() => setOpen(true)}>
          Add words
        </Button>
      </p>
    );
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = ((new FormData(event.currentTarget).get("text") ?? "") as string).trim();
    if (!text) return setOpen(false);
    try {
      await store.write({ kind: record.kind, record: record.id, job: record.job, sets: { text }, saw: record.fields });
      setOpen(false);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Not saved. Keep this screen open and try again.");
    }
  };
  return (
    <form className="form mt-2" onSubmit={(event) => void save(event)}>
      <TextArea name="text" label="What it shows" unmarked rows={2} maxLength={LONGEST.note} autoFocus />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small">
          Save
        </Button>
        <Button type="button" kind="quiet" size="small" onClick={() => setOpen(false)}>
          Leave it
        </Button>
      </div>
      <StatusLine kind="error">{problem}</StatusLine>
    </form>
  );
}
