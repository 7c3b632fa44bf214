/** A hidden field that only programs fill. Its name makes it look real. */
export const TRAP = "website";

/**
 * How long the page had been open when the form was sent, in milliseconds; ui/scripts/posting.ts adds it.
 * Unknown without script.
 */
export const ELAPSED = "elapsed";

/**
 * The field itself: off-screen, out of the tab order, and labeled to be left empty for people who read
 * without styles.
 */
export function Trap() {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        Website (leave this blank)
        <input type="text" name={TRAP} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
