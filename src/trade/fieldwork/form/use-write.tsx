import { type ReactNode, useState } from "react";
import { type Change, useStore } from "#ground/sync/public.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { describeFailure } from "./announce.tsx";

/** Returns a status line for a change that couldn't be saved, for example because storage is full. */
export function useWrite(): {
  readonly write: (change: Change) => Promise<boolean>;
  readonly line: ReactNode;
} {
  const store = useStore();
  const [failed, setFailed] = useState<string>();
  const write = async (change: Change) => {
    try {
      await store.write(change);
      setFailed(undefined);
      return true;
    } catch (error) {
      setFailed(describeFailure(error));
      return false;
    }
  };
  return { write, line: failed === undefined ? null : <StatusLine kind="error">{failed}</StatusLine> };
}
