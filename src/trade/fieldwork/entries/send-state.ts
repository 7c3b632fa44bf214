import type { ShownRecord } from "#ground/sync/public.tsx";

export type SendState = "refused" | "waiting" | "saved";

export const SEND_LABELS: Readonly<Record<SendState, string>> = {
  refused: "Rejected",
  waiting: "On this device",
  saved: "Saved",
};

/** Whether the server has all changes of a record, refused one, or some still wait for a signal. */
export const sendState = ({
  refused,
  waiting,
}: {
  readonly refused: readonly unknown[];
  readonly waiting: ShownRecord["waiting"];
}): SendState => (refused.length > 0 ? "refused" : waiting > 0 ? "waiting" : "saved");
