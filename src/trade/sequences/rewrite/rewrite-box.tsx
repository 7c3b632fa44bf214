import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "#ui/button.tsx";
import { StatusLine } from "#ui/messages.tsx";

export interface BoxWords {
  readonly kind: "gift" | "mail" | "text" | "call";
  readonly subject: string;
  readonly body: string;
}

type Said = { readonly kind: "info" | "done" | "error"; readonly words: string };

const WISHES = ["Shorter", "Friendlier", "More to the point"] as const;

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
  const [wish, setWish] = useState("");
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const [undo, setUndo] = useState<{ readonly subject: string; readonly body: string } | null>(null);
  const asked = useRef<AbortController>(undefined);
  useEffect(() => () => asked.current?.abort(), []);
  if (!isThere) return null;
  const isEmpty = words.body.trim() === "";

  async function ask(what: "rewrite" | "draft", by: string): Promise<void> {
    if (busy) return;
    asked.current = new AbortController();
    setBusy(true);
    setSaid({ kind: "info", words: "Writing..." });
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
        return setSaid({
          kind: "error",
          words:
            made.message ??
            Object.values(made.errors ?? {})[0] ??
            "That did not work. Your words are as they were.",
        });
      if (!made.changed) return setSaid({ kind: "info", words: made.note ?? "Nothing to change." });
      setUndo({ subject: words.subject, body: words.body });
      onWords({ subject: made.subject ?? "", body: made.body });
      setSaid({
        kind: "done",
        words: `${what === "draft" ? "A draft is there." : "Rewritten."}${made.note ? ` ${made.note}` : ""} Read it before you use it.`,
      });
    } catch (error) {
      if ((error as { name?: string }).name !== "AbortError")
        setSaid({ kind: "error", words: "There is no connection. Your words are as they were." });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="rewrite-box" role="group" aria-label="Have it written">
      <div className="rewrite-box-wishes">
        {isEmpty
          ? null
          : WISHES.map((one) => (
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
            onClick={() => void ask("draft", wish)}
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
              setSaid({ kind: "done", words: "Your words are back." });
            }}
          >
            Undo
          </Button>
        ) : null}
      </div>
      <div className="rewrite-box-own">
        <label className="text-sm" htmlFor={`${id}-wish`}>
          {isEmpty ? "What it is about" : "Or say how"}
        </label>
        <input
          className="input"
          id={`${id}-wish`}
          value={wish}
          maxLength={300}
          placeholder={isEmpty ? "Cedar decks" : "Simpler, and less formal"}
          onChange={(event) => setWish(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Inside the editor's form.
            event.preventDefault();
            if (isEmpty || wish.trim())
              void ask(isEmpty && words.kind !== "gift" ? "draft" : "rewrite", wish);
          }}
        />
        {isEmpty ? null : (
          <Button
            kind="plain"
            size="small"
            aria-disabled={busy || !wish.trim() || undefined}
            onClick={() => void (wish.trim() && ask("rewrite", wish))}
          >
            Rewrite
          </Button>
        )}
      </div>
      <StatusLine kind={said?.kind ?? "info"}>{said?.words}</StatusLine>
    </div>
  );
}

const never = () => () => {};
