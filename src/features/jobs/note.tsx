import { type SubmitEvent, useContext, useState } from "react";
import { type ShownRecord, useStore } from "#features/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { Photos } from "./photo-grid.tsx";
import { shotsOf } from "./photos.ts";
import { LONGEST } from "./rules.ts";
import { OnJob } from "./screen.ts";

/** A note on a job's line of time: its words and photos, to read, to mend, and to take out. What stood there stays in the job's history. */
export function Note({ record, label }: { record: ShownRecord; label: string }) {
  const store = useStore();
  const screen = useContext(OnJob);
  const [isOpen, setOpen] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const text = record.values["text"];
  const said = typeof text === "string" ? text : "";
  const shots = shotsOf(record.values);
  const isMine = Object.values(record.fields).every(({ values }) => values.every(({ author }) => author === store.who.user));
  const mayChange = screen !== null && (screen.isOwnBusiness || isMine);
  const { id, kind, job } = record;
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("text");
    const words = typeof typed === "string" ? typed.trim() : "";
    if (!words && shots.length === 0) return setWrong("Write a few words, or take the note out.");
    try {
      if (words !== said && words) await store.write({ kind, record: id, job, sets: { text: words }, saw: record.fields });
      setOpen(false);
      screen!.tell.done("Note changed.");
    } catch (error) {
      screen!.tell.failed(error);
    }
  };
  const takeOut = async () => {
    const remove = (removed: boolean) => store.write({ kind, record: id, job, sets: { removed } });
    try {
      await remove(true);
      screen!.tell.done("Note taken out.", () => remove(false));
    } catch (error) {
      screen!.tell.failed(error);
    }
  };
  return (
    <>
      {said && !isOpen ? <p className="job-note">{said}</p> : null}
      <Photos shots={shots} note={record} label={label} />
      {isOpen ? (
        <form className="form" onSubmit={(event) => void save(event)} noValidate>
          <TextArea
            name="text"
            id={`${id}-text`}
            label="Note"
            unmarked
            rows={3}
            maxLength={LONGEST.note}
            defaultValue={said}
            error={wrong}
            autoFocus
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit">Save</Button>
            <Button type="button" kind="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="button" kind="quiet" onClick={() => void takeOut()}>
              Take out
            </Button>
          </div>
        </form>
      ) : mayChange ? (
        <p>
          <Button type="button" kind="quiet" size="small" onClick={() => setOpen(true)}>
            Change<span className="sr-only"> {label.toLowerCase()}</span>
          </Button>
        </p>
      ) : null}
    </>
  );
}
