import { useCallback, useEffect, useRef, useState } from "react";
import type { DraftText } from "./draft.ts";
import { type EditCommand, applyCommand, readDraft } from "./form.ts";
import { fieldsOf } from "./labels.ts";
import { deleteLocalCopy, saveLocally, loadLocalCopy } from "./local-copy.ts";

/** `lost`: the server is unreachable, and the text is stored on this device. */
export type Saving = "saved" | "changed" | "saving" | "lost" | "refused" | "conflict";

export interface Theirs {
  readonly theirs: DraftText;
  readonly revision: number;
  readonly by: string | null;
  readonly at: string;
}

/** Pause in typing before a save. */
const SAVE_DELAY_MS = 700;
const RETRY_MS = 4000;

const makeId = () => crypto.randomUUID();
const same = (one: DraftText, other: DraftText) =>
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));

/**
 * A draft that saves itself after each change. Inputs are uncontrolled while a person types; `round` changes
 * whenever something else changes the text, so that they render again.
 */
export function useDraft(sequenceId: string, begun: { readonly text: DraftText; readonly revision: number }) {
  const [text, setText] = useState(begun.text);
  const [round, setRound] = useState(0);
  const [saving, setSaving] = useState<Saving>("saved");
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const [undo, setUndo] = useState<{ readonly text: DraftText; readonly words: string } | null>(null);
  const [wasRestored, setWasRestored] = useState(false);
  const now = useRef({
    text: begun.text,
    saved: begun.text,
    basis: begun.revision,
    timer: 0,
    busy: false,
    over: false,
    conflict: false,
  });

  const send = useCallback(async (): Promise<void> => {
    const at = now.current;
    clearTimeout(at.timer);
    if (at.busy || at.conflict || (same(at.text, at.saved) && !at.over)) return;
    at.busy = true;
    setSaving("saving");
    const sent = at.text;
    saveLocally(sequenceId, { basis: at.basis, text: sent });
    try {
      const answer = await fetch(`/account/sequences/${sequenceId}/save`, {
        method: "POST",
        body: new URLSearchParams({
          ...fieldsOf(sent),
          basis: String(at.basis),
          ...(at.over && { over: "yes" }),
        }),
        signal: AbortSignal.timeout(15_000),
      });
      if (answer.status === 409) {
        const meanwhile = (await answer.json()) as Theirs;
        at.conflict = true;
        setTheirs(meanwhile);
        setSaving("conflict");
      } else if (answer.ok) {
        at.basis = ((await answer.json()) as { revision: number }).revision;
        at.saved = sent;
        at.over = false;
        const isComplete = same(at.text, sent);
        if (isComplete) deleteLocalCopy(sequenceId);
        setSaving(isComplete ? "saved" : "changed");
      } else throw new Error(String(answer.status));
    } catch (error) {
      const refused = error instanceof Error && error.message.startsWith("4");
      setSaving(refused ? "refused" : "lost");
      if (!refused) at.timer = window.setTimeout(() => void send(), RETRY_MS);
    } finally {
      at.busy = false;
    }
    if (!at.conflict && !same(at.text, sent)) void send();
  }, [sequenceId]);

  const change = useCallback(
    (
      next: DraftText,
      { rerender = false, delay = SAVE_DELAY_MS }: { rerender?: boolean; delay?: number } = {},
    ) => {
      const at = now.current;
      if (next === at.text) return;
      at.text = next;
      setText(next);
      if (rerender) setRound((one) => one + 1);
      if (at.conflict) return saveLocally(sequenceId, { basis: at.basis, text: next });
      saveLocally(sequenceId, { basis: at.basis, text: next });
      if (!at.busy) setSaving((one) => (one === "lost" ? one : "changed"));
      clearTimeout(at.timer);
      at.timer = window.setTimeout(() => void send(), delay);
    },
    [send, sequenceId],
  );

  const read = useCallback(
    (form: HTMLFormElement, isEarly = false) => {
      // A copy on this device is newer than the page.
      if (isEarly && now.current.text !== now.current.saved) return;
      const fields = Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]),
      );
      const next = readDraft(fields, makeId);
      // The form lacks fields that the step doesn't show.
      const steps = next.steps.map((step) => {
        const before = now.current.text.steps.find(({ id }) => id === step.id);
        return before ? { ...before, ...onlyShown(step, fields, next.steps.indexOf(step)) } : step;
      });
      const typed = { ...next, steps };
      if (!same(typed, now.current.text)) change(typed);
    },
    [change],
  );

  const runCommand = useCallback(
    (command: EditCommand): string | null => {
      const { text: before } = now.current;
      const steps = applyCommand(before.steps, command, makeId);
      if (steps === before.steps) return null;
      change({ ...before, steps }, { delay: 150 });
      setUndo(command.do === "delete" ? { text: before, words: "Step deleted." } : null);
      return steps.find(({ id }) => !before.steps.some((one) => one.id === id))?.id ?? null;
    },
    [change],
  );

  const undoLast = useCallback(() => {
    if (undo) change(undo.text, { rerender: true, delay: 150 });
    setUndo(null);
  }, [change, undo]);

  /** Resolves a conflict. The other text can be restored. */
  const resolveConflict = useCallback(
    (whose: "mine" | "theirs") => {
      const at = now.current;
      if (!theirs) return;
      at.conflict = false;
      at.basis = theirs.revision;
      at.saved = theirs.theirs;
      setTheirs(null);
      if (whose === "mine") {
        at.over = true;
        void send();
        return;
      }
      setUndo({ text: at.text, words: "You’re using their version. You can bring yours back." });
      at.text = theirs.theirs;
      setText(theirs.theirs);
      setRound((one) => one + 1);
      deleteLocalCopy(sequenceId);
      setSaving("saved");
    },
    [send, sequenceId, theirs],
  );

  /** Waits for the save, and returns whether it succeeded. */
  const flush = useCallback(async (): Promise<boolean> => {
    const at = now.current;
    for (let round = 0; round < 100; round++) {
      if (at.conflict) return false;
      if (at.busy) await new Promise((resolve) => setTimeout(resolve, 50));
      else if (same(at.text, at.saved)) return true;
      else {
        await send();
        if (!at.busy && !same(at.text, at.saved)) return false;
      }
    }
    return false;
  }, [send]);

  const adopt = useCallback(
    ({
      text: saved,
      revision,
      meanwhile,
      isCompleted,
    }: {
      text: DraftText;
      revision: number;
      isCompleted?: boolean;
      meanwhile?: { by: string | null; when: string; theirs: DraftText; revision: number };
    }) => {
      const at = now.current;
      if (meanwhile) {
        at.conflict = true;
        setTheirs({ ...meanwhile, at: meanwhile.when });
        setSaving("conflict");
        return;
      }
      at.basis = revision;
      at.saved = saved;
      if (!isCompleted) return;
      at.text = saved;
      setText(saved);
      setRound((one) => one + 1);
    },
    [],
  );

  useEffect(() => {
    const local = loadLocalCopy(sequenceId);
    if (local && !same(local.text, begun.text)) {
      now.current.basis = local.basis;
      change(local.text, { rerender: true, delay: 0 });
      setWasRestored(true);
    } else if (local) deleteLocalCopy(sequenceId);
    const retry = () => void send();
    addEventListener("online", retry);
    const timers = now.current;
    return () => {
      removeEventListener("online", retry);
      clearTimeout(timers.timer);
    };
    // The initial text doesn't change.
  }, []);

  return {
    text,
    round,
    saving,
    theirs,
    undo,
    wasRestored,
    basis: now,
    change,
    read,
    runCommand,
    undoLast,
    resolveConflict,
    send,
    flush,
    adopt,
  };
}

function onlyShown(step: DraftText["steps"][number], fields: Readonly<Record<string, string>>, at: number) {
  return Object.fromEntries(
    Object.entries(step).filter(([field]) => fields[`steps.${at}.${field}`] !== undefined),
  );
}
