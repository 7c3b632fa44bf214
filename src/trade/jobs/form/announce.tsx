import { type ReactNode, useMemo, useState } from "react";
import { Button } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";

/** How the parts of a day say how it went, in the one line that is read out. */
export interface Announcer {
  /** It is kept. @param undo takes it back, where that can be done */
  done(words: string, undo?: () => Promise<unknown>): void;
  /** It is not kept: why, in words. */
  failed(error: unknown): void;
  /** What was said is over: a form is open, or was refused. */
  clear(): void;
}

/** The words of something that could not be kept on this device. */
export const describeFailure = (error: unknown): string =>
  error instanceof Error ? error.message : "Not saved. Keep this screen open and try again.";

interface Word {
  readonly kind: "done" | "error";
  readonly text: string;
  readonly undo?: (() => Promise<unknown>) | undefined;
}

/** The line, and what writes in it; the same `tell` for as long as the screen is there. */
export function useAnnouncer(): { readonly tell: Announcer; readonly line: ReactNode } {
  const [word, setWord] = useState<Word>();
  const tell = useMemo(
    (): Announcer => ({
      done: (text, undo) => setWord({ kind: "done", text, undo }),
      failed: (error) => setWord({ kind: "error", text: describeFailure(error) }),
      clear: () => setWord(undefined),
    }),
    [],
  );
  const back = async () => {
    try {
      await word!.undo!();
      tell.done("It is back.");
    } catch (error) {
      tell.failed(error);
    }
  };
  const line = (
    <StatusLine kind={word?.kind ?? "done"}>
      {word?.text}
      {word?.undo ? (
        <>
          {" "}
          <Button type="button" kind="quiet" size="small" onClick={() => void back()}>
            Undo
          </Button>
        </>
      ) : null}
    </StatusLine>
  );
  return { tell, line };
}
