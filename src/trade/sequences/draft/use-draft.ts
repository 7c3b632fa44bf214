import { useCallback, useEffect, useRef, useState } from "react";
import type { DraftText } from "./draft.ts";
import { type Deed, deedDone, readDraft } from "./form.ts";
import { fieldsOf } from "./labels.ts";
import { deleteLocalCopy, saveLocally, loadLocalCopy } from "./local-copy.ts";

/**
 * How the text stands to what the server has. `lost`: it could not be reached, all is kept on this device.
 */
export type Saving = "saved" | "changed" | "saving" | "lost" | "refused" | "conflict";

/** What somebody else saved meanwhile. */
export interface Theirs {
  readonly theirs: DraftText;
  readonly revision: number;
  readonly by: string | null;
  readonly at: string;
}

/** Typing rests this long before it is saved. */
const REST_MS = 700;
const AGAIN_MS = 4000;

const makeId = () => crypto.randomUUID();
const same = (one: DraftText, other: DraftText) =>
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));

/**
 * The text that is edited, saved by itself a moment after each change. Its fields keep their own words while
 * somebody types; `round` changes whenever the text was changed by something else, so that they are drawn
 * anew.
 */
export function useDraft(sequenceId: string, begun: { readonly text: DraftText; readonly revision: number }) {
  const [text, setText] = useState(begun.text);
  const [round, setRound] = useState(0);
  const [saving, setSaving] = useState<Saving>("saved");
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const [undo, setUndo] = useState<{ readonly text: DraftText; readonly words: string } | null>(null);
  const [wasKept, setWasKept] = useState(false);
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
        const isAll = same(at.text, sent);
        if (isAll) deleteLocalCopy(sequenceId);
        setSaving(isAll ? "saved" : "changed");
      } else throw new Error(String(answer.status));
    } catch (error) {
      const refused = error instanceof Error && error.message.startsWith("4");
      setSaving(refused ? "refused" : "lost");
      if (!refused) at.timer = window.setTimeout(() => void send(), AGAIN_MS);
    } finally {
      at.busy = false;
    }
    if (!at.conflict && !same(at.text, sent)) void send();
  }, [sequenceId]);

  const change = useCallback(
    (next: DraftText, { anew = false, rest = REST_MS }: { anew?: boolean; rest?: number } = {}) => {
      const at = now.current;
      if (next === at.text) return;
      at.text = next;
      setText(next);
      if (anew) setRound((one) => one + 1);
      if (at.conflict) return saveLocally(sequenceId, { basis: at.basis, text: next });
      saveLocally(sequenceId, { basis: at.basis, text: next });
      if (!at.busy) setSaving((one) => (one === "lost" ? one : "changed"));
      clearTimeout(at.timer);
      at.timer = window.setTimeout(() => void send(), rest);
    },
    [send, sequenceId],
  );

  /** What the form holds, as it stands. */
  const read = useCallback(
    (form: HTMLFormElement, isEarly = false) => {
      // What was kept here comes before what the page was sent with.
      if (isEarly && now.current.text !== now.current.saved) return;
      const fields = Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]),
      );
      const next = readDraft(fields, makeId);
      // What a step does not show is carried along.
      const steps = next.steps.map((step) => {
        const before = now.current.text.steps.find(({ id }) => id === step.id);
        return before ? { ...before, ...onlyShown(step, fields, next.steps.indexOf(step)) } : step;
      });
      const typed = { ...next, steps };
      if (!same(typed, now.current.text)) change(typed);
    },
    [change],
  );

  const doDeed = useCallback(
    (deed: Deed): string | null => {
      const { text: before } = now.current;
      const steps = deedDone(before.steps, deed, makeId);
      if (steps === before.steps) return null;
      change({ ...before, steps }, { rest: 150 });
      setUndo(deed.do === "delete" ? { text: before, words: "Step deleted." } : null);
      return steps.find(({ id }) => !before.steps.some((one) => one.id === id))?.id ?? null;
    },
    [change],
  );

  const putBack = useCallback(() => {
    if (undo) change(undo.text, { anew: true, rest: 150 });
    setUndo(null);
  }, [change, undo]);

  /** Of two texts one is taken: theirs, or mine in its place. The other can be brought back. */
  const settle = useCallback(
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
      setUndo({ text: at.text, words: "You took the other text. Yours can come back." });
      at.text = theirs.theirs;
      setText(theirs.theirs);
      setRound((one) => one + 1);
      deleteLocalCopy(sequenceId);
      setSaving("saved");
    },
    [send, sequenceId, theirs],
  );

  /** Waits until all is saved. @returns whether it is */
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

  /** What the server answered to the whole form is what it has. */
  const adopt = useCallback(
    ({
      text: saved,
      revision,
      meanwhile,
    }: {
      text: DraftText;
      revision: number;
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
    },
    [],
  );

  useEffect(() => {
    const kept = loadLocalCopy(sequenceId);
    if (kept && !same(kept.text, begun.text)) {
      // The server says by the revision whether somebody else has saved since.
      now.current.basis = kept.basis;
      change(kept.text, { anew: true, rest: 0 });
      setWasKept(true);
    } else if (kept) deleteLocalCopy(sequenceId);
    const again = () => void send();
    addEventListener("online", again);
    const timers = now.current;
    return () => {
      removeEventListener("online", again);
      clearTimeout(timers.timer);
    };
    // Once: what the page began with does not change under it.
  }, []);

  return {
    text,
    round,
    saving,
    theirs,
    undo,
    wasKept,
    basis: now,
    change,
    read,
    doDeed,
    putBack,
    settle,
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
