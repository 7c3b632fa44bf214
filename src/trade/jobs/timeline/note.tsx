import { fieldText } from "#trade/fieldwork/public.ts";
import {
  DictatedText,
  type Done,
  EntryContent,
  EntryForm,
  EntryItem,
  EntryPhotos,
  type ReadForm,
  useEntry,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { type Json, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { LONGEST } from "../rules.ts";
import { noteDraft, noteTarget } from "./note-target.ts";

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** What a filled note sets. @param before the text when the form opened */
export function readNote(form: FormData, photoCount: number, before = ""): ReadForm {
  const text = fieldText(form, "text");
  if (!text && photoCount === 0)
    return {
      faults: { text: before ? "Write a few words, or remove the note." : "Write a few words first." },
    };
  return { changes: text === before ? {} : { text: text || null } };
}

export function Note({ record, label }: { record: ShownRecord; label: string }) {
  const { who } = useStore();
  const { job, isOwnBusiness } = useScreen();
  const isMine = Object.values(record.fields).every(({ values }) =>
    values.every(({ author }) => author === who.user),
  );
  return (
    <EntryItem
      record={record}
      label={label.toLowerCase()}
      act={isOwnBusiness || isMine ? "change" : null}
      draftOf={() => noteDraft(job, record.id)}
      form={(_, done) => <ChangeNote record={record} done={done} />}
    >
      {() => <EntryContent record={record} label={label} />}
    </EntryItem>
  );
}

function ChangeNote({ record, done }: { record: ShownRecord; done: Done }) {
  const { job } = useScreen();
  const { id } = record;
  const entry = useEntry({ ...noteTarget(job, noteDraft(job, id)), purpose: "change", record });
  const before = textOf(entry.before["text"]);
  return (
    <EntryForm entry={entry} read={(form, photoCount) => readNote(form, photoCount, before)} done={done}>
      {(errorOf) => (
        <>
          <DictatedText
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
          <EntryPhotos entry={entry} />
        </>
      )}
    </EntryForm>
  );
}
