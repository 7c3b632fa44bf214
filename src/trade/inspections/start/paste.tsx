import { useState } from "react";
import { useStore } from "#ground/sync/public.tsx";
import { describeFailure } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { LONGEST } from "../rules/items.ts";
import { type ListToStart, refuseSections } from "../rules/lists.ts";
import { ListText } from "./list-text.tsx";
import { saveNewList } from "./start-run.ts";

/** A list in the business's own words, pasted from a spreadsheet, an email or a document. */
export function PasteList({ done }: { done: (list: ListToStart | null) => Promise<void> }) {
  const store = useStore();
  const [title, setTitle] = useState("");
  const [why, setWhy] = useState<string>();
  const [read, setRead] = useState<Pick<ListToStart, "trade" | "sections">>({ trade: null, sections: {} });
  const save = async () => {
    const list = { ...read, title: title.trim(), about: null };
    const problem = refuseSections(list.title, list.sections);
    setWhy(problem ?? undefined);
    if (problem !== null) return;
    try {
      const key = await saveNewList(store, list);
      await done({ key, ...list });
    } catch (error) {
      setWhy(describeFailure(error));
    }
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
      <ListText
        onRead={({ title: found, trade = null, sections }) => {
          setRead({ trade, sections });
          if (found && !title) setTitle(found);
        }}
      />
      <StatusLine kind="error">{why}</StatusLine>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Save and start</Button>
        <Button type="button" kind="quiet" onClick={() => void done(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
