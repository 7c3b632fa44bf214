import { TRAP, TRAP_LABEL } from "./trap.ts";

/** The trap field: `hidden` works without script or style, and browsers don't autofill it. */
export function Trap() {
  return (
    <div hidden>
      <label>
        {TRAP_LABEL}
        <input type="text" name={TRAP} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
