import { type ReactNode, useMemo, useState } from "react";
import { Button } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";

/** Shows notices in the status line, which screen readers announce. */
export interface Announcer {
  /** @param undo reverts what was saved */
  done(words: string, undo?: () => Promise<unknown>): void;
  /** Not saved, with the reason. */
  failed(error: unknown): void;
  /** A form was opened or refused, so the notice is outdated. */
  clear(): void;
}

export const describeFailure = (error: unknown): string =>
  error instanceof Error ? error.message : "Not saved. Keep this screen open and try again.";

interface Notice {
  readonly kind: "done" | "error";
  readonly text: string;
  readonly undo?: (() => Promise<unknown>) | undefined;
}

/** `tell` is stable while the screen is mounted. */
export function useAnnouncer(): { readonly tell: Announcer; readonly line: ReactNode } {
  const [notice, setNotice] = useState<Notice>();
  const tell = useMemo(
    (): Announcer => ({
      done: (text, undo) => setNotice({ kind: "done", text, undo }),
      failed: (error) => setNotice({ kind: "error", text: describeFailure(error) }),
      clear: () => setNotice(undefined),
    }),
    [],
  );
  const undoLast = async () => {
    if (!notice?.undo) return;
    try {
      await notice.undo();
      tell.done("Restored.");
    } catch (error) {
      tell.failed(error);
    }
  };
  const line = (
    <StatusLine kind={notice?.kind ?? "done"}>
      {notice?.text}
      {notice?.undo ? (
        <>
          {" "}
          <Button type="button" kind="quiet" size="small" onClick={() => void undoLast()}>
            Undo
          </Button>
        </>
      ) : null}
    </StatusLine>
  );
  return { tell, line };
}
