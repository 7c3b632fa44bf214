import { TRAP, TRAP_LABEL } from "./trap.ts";

/**
 * The field that people never see: hidden from everybody, with or without script or style, and out of the way
 * of what fills forms in for them.
 */
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
