import type { ReactNode } from "react";
import type { ShownRecord } from "#ground/sync/public.tsx";
import { Badge } from "#ui/state-mark.tsx";
import { sendState, SEND_LABELS } from "./send-state.ts";

/** The state of an entry beside its title. @param children further marks */
export function EntryMarks({
  record,
  isCorrection = false,
  isCorrected = false,
  isLate = false,
  children,
}: {
  record: ShownRecord;
  /** It corrects an earlier entry. */
  isCorrection?: boolean;
  /** A later entry corrects it. */
  isCorrected?: boolean;
  /** Written after its day was over or submitted. */
  isLate?: boolean;
  children?: ReactNode;
}) {
  const state = sendState(record);
  return (
    <span className="entry-marks">
      {isCorrection ? <Badge>Correction</Badge> : null}
      {isCorrected ? <Badge>Corrected below</Badge> : null}
      {isLate ? <Badge>Late</Badge> : null}
      {children}
      {state === "saved" ? null : <Badge>{SEND_LABELS[state]}</Badge>}
    </span>
  );
}
