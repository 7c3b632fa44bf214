import { type ReactNode, type Ref, type SubmitEvent, useCallback, useEffect, useRef, useState } from "react";
import { Button, type ButtonKind } from "#ui/button.tsx";
import { followKeyboard } from "#ui/scripts/keyboard.ts";
import { StatusLine } from "#ui/messages.tsx";
import { describeFailure, type Announcer } from "./announce.tsx";

/** Field name to what is wrong with it. */
export type Faults = Readonly<Record<string, string | undefined>>;

/** How a save went. Nothing was kept where it names faults or says why it failed. */
export interface Outcome {
  readonly faults?: Faults;
  readonly failed?: string;
  /** What the line beside the button says, in a form that stays open. */
  readonly saved?: string;
}

const firstOf = (faults: Faults): string | undefined => Object.values(faults).find(Boolean);

/** The field that is wrong, opened where it is folded away; the focus and the screen go to it. */
function showFirst(form: HTMLFormElement, line: HTMLElement | null): void {
  const field = form.querySelector<HTMLElement>("[aria-invalid=true]");
  if (!field) return line?.scrollIntoView({ block: "nearest" });
  for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
}

/**
 * The frame of every form in the field app. Its button stays in reach above the tab bar and the keyboard. A
 * save that is refused is said beside the button and at the field, and the focus goes to the first field that
 * is wrong; nothing typed is lost.
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
  /** Saves. What it throws is said beside the button. */
  submit: (form: HTMLFormElement) => Promise<Outcome | undefined> | Outcome | undefined;
  /** What the button says. */
  save?: ReactNode;
  kind?: ButtonKind;
  /** Other buttons, such as Cancel. */
  beside?: ReactNode;
  /**
   * The page's own line: what it says of an earlier save goes when the form opens, and when a save is
   * refused.
   */
  tell: Announcer | null;
  className?: string;
  onInput?: (form: HTMLFormElement) => void;
  ref?: Ref<HTMLFormElement>;
  /** The fields. @param errorOf what is wrong with a field, by its name */
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
    if (firstOf(faults) !== undefined && own.current) showFirst(own.current, line.current);
  }, [faults]);
  const merge = useCallback(
    (form: HTMLFormElement | null) => {
      own.current = form;
      if (typeof ref === "function") ref(form);
      else if (ref) ref.current = form;
    },
    [ref],
  );

  const run = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Set in the very tap: a second one comes before anything is drawn again.
    if (isSaving.current) return;
    isSaving.current = true;
    setBusy(true);
    const form = event.currentTarget;
    try {
      const { faults: wrong = {}, failed: why, saved: words } = (await submit(form)) ?? {};
      const isRefused = firstOf(wrong) !== undefined || why !== undefined;
      if (isRefused) tell?.clear();
      // The same fault twice leads to its field twice.
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
  const hear = (name: string) => {
    setSaved(undefined);
    if (faults[name] !== undefined)
      setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)));
  };
  const why = failed ?? firstOf(faults);
  return (
    <form
      ref={merge}
      className={`form field-frame ${className}`.trimEnd()}
      onSubmit={(event) => void run(event)}
      onInput={(event) => {
        const { target, currentTarget } = event;
        if (
          target instanceof HTMLInputElement ||
          target instanceof HTMLTextAreaElement ||
          target instanceof HTMLSelectElement
        )
          hear(target.name);
        onInput?.(currentTarget);
      }}
      noValidate
    >
      {children((field) => faults[field])}
      <div className="field-save" ref={line}>
        <StatusLine kind={why === undefined ? "done" : "error"}>
          {why === undefined ? saved : `Not saved. ${trimmed(why)}`}
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

/** Some reasons begin as the line does. */
const trimmed = (why: string): string => {
  const rest = why.replace(/^Not saved[:.] ?/, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
};
