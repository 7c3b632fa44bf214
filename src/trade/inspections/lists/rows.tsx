import { type KeyboardEvent, memo, type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { KIND_NAMES } from "../rules/describe-item.ts";
import { LONGEST, type PlacedItem, type PlacedSection, readItem } from "../rules/items.ts";

interface RowActions {
  readonly show: (id: string) => void;
  readonly moveByKeys: (event: KeyboardEvent, at: number) => void;
}

/** The heading of a section. */
export const SectionRow = ({
  section,
  isManager,
  show,
  children,
}: {
  section: PlacedSection;
  isManager: boolean;
  show: RowActions["show"];
  children: ReactNode;
}) => (
  <div className="list-section">
    <h2>{section.title || "Items"}</h2>
    {section.repeats ? <span className="field-hint">for each room or unit</span> : null}
    {isManager ? (
      <span className="list-section-acts">
        <Button type="button" kind="quiet" size="small" onClick={() => show(section.id)}>
          Edit<span className="sr-only"> the section {section.title}</span>
        </Button>
        {children}
      </span>
    ) : null}
  </div>
);

/** Rendered again only when its item changes: a list may have 2,000. */
export const ItemRow = memo(function ItemRow({
  item: { stored },
  at,
  isManager,
  show,
  moveByKeys,
}: RowActions & { item: PlacedItem; at: number; isManager: boolean }) {
  const item = readItem(stored);
  if (item === null) return null;
  const notes = [
    item.kind === "check" ? null : KIND_NAMES[item.kind],
    item.picture ? "with a picture" : null,
    item.isRequired || item.kind === "note" ? null : "optional",
    item.showIf ? "not always asked" : null,
    item.weight === null ? null : `weight ${item.weight}`,
    item.code,
  ].filter(Boolean);
  const words = (
    <span>
      {item.text}
      {notes.length > 0 ? <span className="estimate-quiet">{notes.join(", ")}</span> : null}
    </span>
  );
  if (!isManager) return <div className="list-row">{words}</div>;
  return (
    <div className="list-row">
      <Button
        type="button"
        kind="quiet"
        size="small"
        className="drag-handle"
        data-handle={stored.id}
        aria-label={`Move ${item.text}`}
        title="Drag, or press Alt and the arrow keys"
        onKeyDown={(event) => moveByKeys(event, at)}
      >
        <span aria-hidden="true">⠿</span>
      </Button>
      <button type="button" className="estimate-line" onClick={() => show(stored.id)}>
        {words}
      </button>
    </div>
  );
});

/** The form of a new section. */
export function AddSection({ add }: { add: (title: string) => Promise<boolean> }) {
  const [title, setTitle] = useState("");
  return (
    <form
      className="check-typed mt-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim()) void add(title.trim()).then((isSaved) => isSaved && setTitle(""));
      }}
    >
      <Field
        name="new-section"
        label="New section"
        unmarked
        autoComplete="off"
        maxLength={LONGEST.title}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Button type="submit" kind="plain">
        Add section
      </Button>
    </form>
  );
}
