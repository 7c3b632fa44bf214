import { useState } from "react";
import { newLocalId } from "#ground/sync/public.tsx";
import { useWrite } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { LONGEST, sectionField } from "../rules/items.ts";
import { listOf, type ListToStart, OWN_LIST, readPasted, refuseList } from "../rules/lists.ts";
import { inCommands } from "./start-run.ts";

/** Unique within a list. */
const newItemId = (): string => newLocalId().slice(-12);

/** A list in the business's own words, pasted from a spreadsheet, an email or a document. */
export function PasteList({ done }: { done: (list: ListToStart | null) => Promise<void> }) {
  const { write, line } = useWrite();
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const [why, setWhy] = useState<string>();
  const [read, setRead] = useState<ReturnType<typeof readPasted>>({});
  const sections = Object.values(read);
  const save = async () => {
    const values = Object.fromEntries(
      Object.entries(read).map(([id, section]) => [sectionField(id), section]),
    );
    const problem = refuseList({ title, ...values });
    setWhy(problem ?? undefined);
    if (problem !== null) return;
    const record = newLocalId();
    const target = { kind: OWN_LIST, record, job: null };
    for (const [at, sets] of inCommands(read).entries())
      if (!(await write({ ...target, sets: at === 0 ? { title: title.trim(), ...sets } : sets }))) return;
    await done(listOf(record, { title, ...values }));
  };
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        name="title"
        label="Name of the list"
        required
        maxLength={LONGEST.title}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextArea
        name="items"
        label="Items, one per line"
        hint="Paste a column of a spreadsheet, or any list. A line that ends with a colon, or that has bullets or indented lines below it, becomes a heading."
        required
        rows={10}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setRead(readPasted(target.value, newItemId));
        }}
      />
      {sections.length > 0 ? (
        <div className="checklist-preview" role="status">
          {sections.map((section) => (
            <div key={section.at}>
              {section.title ? <b>{section.title}</b> : null}
              <p>{section.items.length === 1 ? "1 item" : `${section.items.length} items`}</p>
            </div>
          ))}
        </div>
      ) : null}
      <StatusLine kind="error">{why}</StatusLine>
      {line}
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Save and start</Button>
        <Button type="button" kind="quiet" onClick={() => void done(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
