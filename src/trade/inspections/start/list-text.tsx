import { useState } from "react";
import { Field, TextArea } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { textOfTable } from "../rules/clipboard.ts";
import type { StoredSection } from "../rules/lists.ts";
import { readListFile } from "../rules/share.ts";
import { type ReadSheet, readTypedList } from "../rules/sheet.ts";
import { newItemId } from "./start-run.ts";

/** Headings shown of a large list. */
const MOST_SHOWN = 12;

/** A list as text or as a file: typed, or pasted from a spreadsheet, an email or a document. */
export function ListText({
  onRead,
}: {
  onRead: (read: ReadSheet & { readonly trade?: string | null }) => void;
}) {
  const [text, setText] = useState("");
  const [why, setWhy] = useState<string>();
  const [sections, setSections] = useState<readonly StoredSection[]>([]);
  const show = (read: ReadSheet) => {
    setWhy(undefined);
    setSections(Object.values(read.sections));
    onRead(read);
  };
  const type = (typed: string) => {
    setText(typed);
    show(readTypedList(typed, newItemId));
  };
  const open = async (file: File | undefined) => {
    if (!file) return;
    try {
      show(readListFile(new Uint8Array(await file.arrayBuffer()), newItemId));
      setText("");
    } catch (error) {
      setWhy(error instanceof Error ? error.message : "We couldn’t read that file.");
    }
  };
  return (
    <>
      <TextArea
        name="items"
        label="Items, one per line"
        hint="Type them, or paste cells of a spreadsheet or any list. Bold or indented rows, and lines that end with a colon, become headings. Columns can be named Section, Item, Type, Why, Code, Required, Choices, Unit, Low, High."
        unmarked
        rows={10}
        value={text}
        onChange={({ target }) => type(target.value)}
        onPaste={(event) => {
          const table = textOfTable(event.clipboardData.getData("text/html"));
          if (table === null) return;
          event.preventDefault();
          const { selectionStart, selectionEnd } = event.currentTarget;
          type(text.slice(0, selectionStart) + table + text.slice(selectionEnd));
        }}
      />
      <Field
        name="file"
        type="file"
        label="Or open a file"
        hint="A list that someone shared with you, or a CSV file."
        unmarked
        accept=".json,.csv,.tsv,.txt"
        onChange={({ target }) => void open(target.files?.[0])}
      />
      <StatusLine kind="error">{why}</StatusLine>
      {sections.length > 0 ? <WhatWasRead sections={sections} /> : null}
    </>
  );
}

const countItems = (items: number): string => (items === 1 ? "1 item" : `${items} items`);

function WhatWasRead({ sections }: { sections: readonly StoredSection[] }) {
  const more = sections.slice(MOST_SHOWN).reduce((sum, { items }) => sum + items.length, 0);
  return (
    <div className="checklist-preview" role="status">
      {sections.slice(0, MOST_SHOWN).map(({ at, title, items }) => (
        <div key={at}>
          {title ? <b>{title}</b> : null}
          <p>{countItems(items.length)}</p>
        </div>
      ))}
      {more > 0 ? (
        <p>
          {sections.length - MOST_SHOWN} more sections, {countItems(more)}
        </p>
      ) : null}
    </div>
  );
}
