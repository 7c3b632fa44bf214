import { useSyncExternalStore } from "react";

interface MergeField {
  readonly field: string;
  readonly label: string;
}

const NAMES: readonly MergeField[] = [
  { field: "{{first_name}}", label: "First name, e.g. Dana" },
  { field: "{{business}}", label: "Your business, e.g. North Fork Decks" },
];
/** An email can have pictures. */
const PICTURES: MergeField = { field: "{{recent_work}}", label: "Photos of recent work" };

const never = () => () => {};

/** Puts a text where the cursor is, as if it were typed. */
function insertInto(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * What can be filled into a text when it's sent, each with an example. With script a chip inserts its field
 * at the cursor; without, it shows what to type.
 * @param of id of the text's field
 */
export function MergeFields({ of, withPictures = false }: { of: string; withPictures?: boolean }) {
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const fields = withPictures ? [...NAMES, PICTURES] : NAMES;
  return (
    <div className="flex flex-wrap items-baseline gap-2 text-sm">
      <span className="text-pencil">Insert:</span>
      {fields.map(({ field, label }) =>
        isAlive ? (
          <button
            key={field}
            type="button"
            className="choice-chip"
            title={field}
            onClick={() => {
              const area = document.getElementById(of);
              if (area instanceof HTMLTextAreaElement) insertInto(area, field);
            }}
          >
            {label}
          </button>
        ) : (
          <span key={field} className="choice-chip">
            {label}: {field}
          </span>
        ),
      )}
    </div>
  );
}
