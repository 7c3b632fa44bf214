import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";

export interface BoxWords {
  readonly kind: "gift" | "mail" | "text" | "call";
  readonly subject: string;
  readonly body: string;
}

type Message = { readonly kind: "info" | "done" | "error"; readonly words: string };

const PRESETS = ["Shorter", "Friendlier", "More to the point"] as const;

/**
 * Rewrites a step's text, by a preset or an instruction, with one tap to go back. Absent without script.
 * @param onWords replaces the step's text
 * @param before number of steps of the kind before it, so that a draft doesn't repeat them
 */
export function RewriteBox({
  sequenceId,
  words,
  before,
  onWords,
}: {
  sequenceId: string;
  words: BoxWords;
  before: number;
  onWords: (words: { subject: string; body: string }) => void;
}) {
  const id = useId();
  const isThere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [instruction, setInstruction] = useState("");
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);
  const [undo, setUndo] = useState<{ readonly subject: string; readonly body: string } | null>(null);
  const asked = useRef<AbortController>(undefined);
  useEffect(() => () => asked.current?.abort(), []);
  if (!isThere) return null;
  const isEmpty = words.body.trim() === "";

  async function ask(what: "rewrite" | "draft", by: string): Promise<void> {
    if (busy) return;
    asked.current = new AbortController();
    setBusy(true);
    setMessage({ kind: "info", words: "Writing..." });
    try {
      const answer = await fetch(`/account/sequences/${sequenceId}/steps/${what}`, {
        method: "POST",
        body: new URLSearchParams({
          kind: words.kind,
          subject: words.subject,
          body: words.body,
          wish: by,
          before: String(before),
        }),
        headers: { Accept: "application/json" },
        signal: asked.current.signal,
      });
      const made = (await answer.json()) as {
        subject?: string;
        body?: string;
        changed?: boolean;
        note?: string | null;
        message?: string | null;
        errors?: Record<string, string>;
      };
      if (!answer.ok || made.body === undefined)
        return setMessage({
          kind: "error",
          words:
            made.message ??
            Object.values(made.errors ?? {})[0] ??
            "That didn’t work. Your text hasn’t changed. Try again in a minute.",
        });
      if (!made.changed) return setMessage({ kind: "info", words: made.note ?? "Nothing to change." });
      setUndo({ subject: words.subject, body: words.body });
      onWords({ subject: made.subject ?? "", body: made.body });
      setMessage({
        kind: "done",
        words: `${what === "draft" ? "Draft ready." : "Rewritten."}${made.note ? ` ${made.note}` : ""} Read it before you use it.`,
      });
    } catch (error) {
      if ((error as { name?: string }).name !== "AbortError")
        setMessage({ kind: "error", words: "You’re offline. Your text hasn’t changed." });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="rewrite-box" role="group" aria-label="Write it for me">
      <div className="rewrite-box-wishes">
        {isEmpty
          ? null
          : PRESETS.map((one) => (
              <Button
                key={one}
                kind="plain"
                size="small"
                aria-disabled={busy || undefined}
                onClick={() => void ask("rewrite", one)}
              >
                {one}
              </Button>
            ))}
        {isEmpty && words.kind !== "gift" ? (
          <Button
            kind="plain"
            size="small"
            aria-disabled={busy || undefined}
            onClick={() => void ask("draft", instruction)}
          >
            Write a draft
          </Button>
        ) : null}
        {undo ? (
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              onWords(undo);
              setUndo(null);
              setMessage({ kind: "done", words: "Your text is back." });
            }}
          >
            Undo
          </Button>
        ) : null}
      </div>
      <div className="rewrite-box-own">
        <label className="text-sm" htmlFor={`${id}-wish`}>
          {isEmpty ? "What it’s about" : "Or say how"}
        </label>
        <input
          className="input"
          id={`${id}-wish`}
          value={instruction}
          maxLength={300}
          placeholder={isEmpty ? "Cedar decks" : "Simpler, and less formal"}
          onChange={(event) => setInstruction(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Inside the editor's form.
            event.preventDefault();
            if (isEmpty || instruction.trim())
              void ask(isEmpty && words.kind !== "gift" ? "draft" : "rewrite", instruction);
          }}
        />
        {isEmpty ? null : (
          <Button
            kind="plain"
            size="small"
            aria-disabled={busy || !instruction.trim() || undefined}
            onClick={() => void (instruction.trim() && ask("rewrite", instruction))}
          >
            Rewrite
          </Button>
        )}
      </div>
      <StatusLine kind={message?.kind ?? "info"}>{message?.words}</StatusLine>
    </div>
  );
}

const never = () => () => {};
