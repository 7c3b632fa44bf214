/** A field that people never see and programs like to fill. Named so that they take it for a real one. */
export const TRAP = "website";

/**
 * How long the page had been open when the form was sent, in milliseconds; ui/posting.ts adds it. Without
 * script nobody knows.
 */
export const ELAPSED = "elapsed";

/**
 * The field itself: outside the page, out of the tab order, and said to be left alone for whoever reads pages
 * without style.
 */
export function Trap() {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        Website (leave this empty)
        <input type="text" name={TRAP} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
