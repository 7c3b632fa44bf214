import { type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Checkbox, Field } from "#ui/field.tsx";
import { LONGEST, type PlacedSection } from "../rules/items.ts";

/** The heading of a section, and whether it repeats. */
export function SectionForm({
  section,
  save,
  cancel,
  children,
}: {
  section: PlacedSection;
  save: (section: PlacedSection) => Promise<unknown>;
  cancel: () => void;
  /** More buttons. */
  children: ReactNode;
}) {
  const [title, setTitle] = useState(section.title);
  const [repeats, setRepeats] = useState(section.repeats);
  return (
    <form
      className="list-item-form"
      aria-label={section.title ? `Change the section ${section.title}` : "Change this section"}
      onSubmit={(event) => {
        event.preventDefault();
        void save({ ...section, title: title.trim(), repeats });
      }}
    >
      <Field
        name="section"
        label="Heading"
        unmarked
        autoFocus
        autoComplete="off"
        maxLength={LONGEST.title}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Checkbox
        name="repeats"
        label="Ask it again for each room or unit"
        checked={repeats}
        onChange={({ target }) => setRepeats(target.checked)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Save section</Button>
        <Button type="button" kind="quiet" onClick={cancel}>
          Cancel
        </Button>
        {children}
      </div>
    </form>
  );
}
