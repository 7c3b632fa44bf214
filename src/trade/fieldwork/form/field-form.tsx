import { type ReactNode, type Ref, type SubmitEvent, useCallback, useEffect, useRef, useState } from "react";
import { Button, type ButtonKind } from "#ui/button.tsx";
import { followKeyboard } from "#ui/scripts/keyboard.ts";
import { StatusLine } from "#ui/messages.tsx";
import { clearLater } from "./clear-saved.ts";
import { describeFailure, type Announcer } from "./announce.tsx";

export type Faults = Readonly<Record<string, string | undefined>>;

/** Nothing was saved if there are faults or a failure. */
export interface Outcome {
  readonly faults?: Faults;
  readonly failed?: string;
  /** Shown beside the button of a form that stays open. */
  readonly saved?: string;
  /** The form stays open, empty, for the next one; `focus` names the field where that begins. */
  readonly next?: { readonly focus?: string };
}

const firstFault = (faults: Faults): string | undefined => Object.values(faults).find(Boolean);

/** Scrolls to the first invalid field, opening folds around it. */
function showFirst(form: HTMLFormElement, line: HTMLElement | null): void {
  const field = form.querySelector<HTMLElement>("[aria-invalid=true]");
  if (!field) return line?.scrollIntoView({ block: "nearest" });
  for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
}

/**
 * The frame of every form in the field app. Its button stays above the tab bar and the keyboard. A refused
 * save shows its reasons, focuses the first invalid field, and loses nothing typed.
 */
export function FieldForm({
  submit,
  save = "Save",
  kind,
  beside,
  tell,
  className = "",
  onInput,
  ref,
  children,
}: {
  /** An error it throws is shown beside the button. */
  submit: (form: HTMLFormElement) => Promise<Outcome | undefined> | Outcome | undefined;
  save?: ReactNode;
  kind?: ButtonKind;
  beside?: ReactNode;
  /** Cleared when the form opens and when a save is refused. */
  tell: Announcer | null;
  className?: string;
  onInput?: (form: HTMLFormElement) => void;
  ref?: Ref<HTMLFormElement>;
  /** @param errorOf the message for a field, by its name */
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
}) {
  const own = useRef<HTMLFormElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const isSaving = useRef(false);
  const [faults, setFaults] = useState<Faults>({});
  const [failed, setFailed] = useState<string>();
  const [saved, setSaved] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => tell?.clear(), [tell]);
  useEffect(() => followKeyboard(), []);
  useEffect(() => {
    if (firstFault(faults) !== undefined && own.current) showFirst(own.current, line.current);
  }, [faults]);
  const setForm = useCallback(
    (form: HTMLFormElement | null) => {
      own.current = form;
      if (typeof ref === "function") ref(form);
      else if (ref) ref.current = form;
    },
    [ref],
  );

  const run = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A second tap can come before the next render.
    if (isSaving.current) return;
    isSaving.current = true;
    setBusy(true);
    const form = event.currentTarget;
    const clear = clearLater(form);
    const focused = document.activeElement;
    try {
      const { faults: wrong = {}, failed: why, saved: words, next } = (await submit(form)) ?? {};
      if (next) {
        clear();
        onInput?.(form);
        // Not away from where a person went meanwhile.
        if (next.focus !== undefined && document.activeElement === focused)
          form.querySelector<HTMLElement>(`[name=${next.focus}]`)?.focus();
      }
      const isRefused = firstFault(wrong) !== undefined || why !== undefined;
      if (isRefused) tell?.clear();
      // A new object, so that the same fault focuses its field again.
      setFaults({ ...wrong });
      setFailed(why);
      setSaved(isRefused ? undefined : words);
    } catch (error) {
      tell?.clear();
      setFaults({});
      setFailed(describeFailure(error));
      setSaved(undefined);
    } finally {
      isSaving.current = false;
      setBusy(false);
    }
  };
  const clearFault = (name: string) => {
    setSaved(undefined);
    if (faults[name] !== undefined)
      setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)));
  };
  const why = failed ?? firstFault(faults);
  return (
    <form
      ref={setForm}
      className={`form field-frame ${className}`.trimEnd()}
      onSubmit={(event) => void run(event)}
      onInput={(event) => {
        const { target, currentTarget } = event;
        if (
          target instanceof HTMLInputElement ||
          target instanceof HTMLTextAreaElement ||
          target instanceof HTMLSelectElement
        )
          clearFault(target.name);
        onInput?.(currentTarget);
      }}
      noValidate
    >
      {children((field) => faults[field])}
      <div className="field-save" ref={line}>
        <StatusLine kind={why === undefined ? "done" : "error"}>
          {why === undefined ? saved : `Not saved. ${withoutPrefix(why)}`}
        </StatusLine>
        <div className="field-save-buttons">
          <Button type="submit" {...(kind ? { kind } : {})} aria-disabled={isBusy || undefined}>
            {save}
          </Button>
          {beside}
        </div>
      </div>
    </form>
  );
}

const withoutPrefix = (why: string): string => {
  const rest = why.replace(/^Not saved[:.] ?/, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
};
