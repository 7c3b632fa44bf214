import { useContext, useState } from "react";
import { type Json, type ShownRecord, shownFields, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { ChangedMeanwhile } from "../values/changes.tsx";
import { FieldForm, type Outcome } from "../form/field-form.tsx";
import { Photos } from "../photos/photo-grid.tsx";
import { shotsOf } from "../photos/photos.ts";
import { LONGEST } from "../rules.ts";
import { JobScreenContext } from "../page/screen.ts";

const textOf = ({ text }: Readonly<Record<string, Json>>): string => (typeof text === "string" ? text : "");

export function Note({ record, label }: { record: ShownRecord; label: string }) {
  const store = useStore();
  const screen = useContext(JobScreenContext);
  const text = textOf(record.values);
  const shots = shotsOf(record.values);
  const isMine = Object.values(record.fields).every(({ values }) =>
    values.every(({ author }) => author === store.who.user),
  );
  const mayChange = screen !== null && (screen.isOwnBusiness || isMine);
  const { id, kind, job } = record;
  // Newer changes are shown beside the form.
  const [base, setBase] = useState<ShownRecord["fields"] | null>(null);
  const open = () => setBase(record.fields);
  const before = base ? textOf(shownFields(base)) : text;
  const submit = async (form: HTMLFormElement): Promise<Outcome | undefined> => {
    const typed = new FormData(form).get("text");
    const words = typeof typed === "string" ? typed.trim() : "";
    if (!words && shots.length === 0) return { faults: { text: "Write a few words, or remove the note." } };
    if (words !== before)
      await store.write({ kind, record: id, job, sets: { text: words || null }, saw: base! });
    setBase(null);
    screen!.tell.done("Note changed.");
    return undefined;
  };
  const removeNote = async () => {
    const remove = (removed: boolean) => store.write({ kind, record: id, job, sets: { removed } });
    try {
      await remove(true);
      screen!.tell.done("Note removed.", () => remove(false));
    } catch (error) {
      screen!.tell.failed(error);
    }
  };
  return (
    <>
      {text && !base ? <p className="job-note">{text}</p> : null}
      <Photos shots={shots} note={record} label={label} />
      {base ? (
        <FieldForm
          submit={submit}
          tell={screen!.tell}
          beside={
            <>
              <Button type="button" kind="quiet" onClick={() => setBase(null)}>
                Cancel
              </Button>
              <Button type="button" kind="quiet" onClick={() => void removeNote()}>
                Remove
              </Button>
            </>
          }
        >
          {(errorOf) => (
            <>
              <ChangedMeanwhile record={record} base={base} people={screen!.people} />
              <TextArea
                name="text"
                id={`${id}-text`}
                label="Note"
                unmarked
                rows={3}
                maxLength={LONGEST.note}
                defaultValue={before}
                error={errorOf("text")}
                autoFocus
              />
            </>
          )}
        </FieldForm>
      ) : mayChange ? (
        <p>
          <Button type="button" kind="quiet" size="small" onClick={open}>
            Change<span className="sr-only"> {label.toLowerCase()}</span>
          </Button>
        </p>
      ) : null}
    </>
  );
}
