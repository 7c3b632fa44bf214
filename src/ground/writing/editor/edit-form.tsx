import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button, LinkButton, SubmitButton } from "#ui/button.tsx";
import { fieldId } from "#ui/field.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { type Meanwhile, UnsavedOffer, ConflictPanel } from "./edit-panels.tsx";
import { applyEdit, type Edit, fieldsOf, readEdit, readRemoved, readTree } from "./edit-text.ts";
import type { Notes } from "./notes.ts";
import type { Outline, Tree } from "../outline.ts";
import { TextFields } from "./text-fields.tsx";
import { findUnsaved, deleteUnsaved, saveUnsaved, type Unsaved } from "./unsaved.ts";

/** The server's response to a submitted form. */
export interface Refused {
  readonly errors: Readonly<Record<string, string>>;
  readonly message?: string | null;
  readonly meanwhile?: Meanwhile | undefined;
  readonly notes?: Notes;
}

interface Props {
  readonly outline: Outline;
  readonly stored: Tree;
  readonly basis: number;
  readonly notes: Notes;
  readonly answer:
    | (Refused & { readonly typed?: Tree; readonly removed?: string | undefined; readonly looksAt?: string })
    | undefined;
  readonly address: string;
  readonly back: string;
  /** Rendered beside the fields; gets the form and a number that increases with every change. */
  readonly beside?: (
    form: () => HTMLFormElement | null,
    change: number,
    field: string,
    onNotes: (notes: Notes) => void,
  ) => ReactNode;
  readonly besideLabel?: string;
}

/** Session-storage key of unsaved text, by address. */
export const unsavedKey = (address: string): string => `unsaved ${address}`;

function foldsAround(outline: Outline, field: string): string[] {
  const [key = "", at] = field.split(".");
  const chapter = outline.chapters.find((one) => one.each === key || one.keys.includes(key));
  if (!chapter) return [];
  return chapter.each === key ? [`${key}.${at ?? 0}`] : [`fold:${chapter.title}`];
}

const wordsIn = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

const NONE: Readonly<Record<string, string>> = {};
// Avoids re-rendering a hundred fields on every keystroke.
const Fields = memo(TextFields);

/**
 * A form with every sentence of a text. Works with plain posts; with script, editing steps are immediate and
 * unsaved text is stored in the tab.
 */
export function EditForm(props: Props) {
  const { outline, stored, basis, answer: refused, address } = props;
  const key = unsavedKey(address);
  const form = useRef<HTMLFormElement>(null);
  const sending = useNavigation().state !== "idle";
  const [tree, setTree] = useState(refused?.typed ?? stored);
  const [since, setSince] = useState(basis);
  const [epoch, setEpoch] = useState(0);
  const [change, setChange] = useState(0);
  const [isDirty, setDirty] = useState(false);
  const [removed, setRemoved] = useState<Edit | undefined>(() => readRemoved(refused?.removed));
  const [status, setStatus] = useState("");
  const [offered, setOffered] = useState<Unsaved>();
  const [view, setView] = useState<"words" | "beside">("words");
  const [isLive, setLive] = useState(false);
  const [liveNotes, setLiveNotes] = useState<Notes>();
  const [field, setField] = useState("");
  const focusAfter = useRef<string>(undefined);
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set([
        ...foldsAround(outline, outline.chapters[0]!.keys[0] ?? `${outline.chapters[0]!.each}.0`),
        ...foldsAround(outline, refused?.looksAt ?? ""),
      ]),
  );
  const unfold = (names: readonly string[]) => setOpen((before) => new Set([...before, ...names]));

  const typedNow = useCallback(() => readTree(outline.root, wordsIn(form.current!)), [outline]);

  const saveNow = useCallback(() => {
    if (form.current)
      saveUnsaved(key, { basis: since, at: Date.now(), fields: fieldsOf(outline.root, typedNow()) });
  }, [key, since, outline, typedNow]);

  useEffect(() => {
    setLive(true);
    const found = findUnsaved(key);
    if (!found) return;
    const same = JSON.stringify(readTree(outline.root, found.fields)) === JSON.stringify(stored);
    if (same) deleteUnsaved(key);
    else setOffered(found);
    // oxlint-disable-next-line react/exhaustive-deps -- only on mount: afterwards this page is the one that stores unsaved text
  }, []);

  useEffect(() => {
    if (change === 0 || sending) return undefined;
    const soon = setTimeout(saveNow, 300);
    return () => clearTimeout(soon);
  }, [change, saveNow, sending]);

  useEffect(() => {
    if (!isDirty || sending) return undefined;
    const warn = (event: BeforeUnloadEvent) => {
      saveNow();
      event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isDirty, sending, saveNow]);

  useEffect(() => {
    const target = focusAfter.current;
    focusAfter.current = undefined;
    if (target === undefined) return;
    const [step = "", name = ""] = target.split(" ");
    const button = (does: string) => document.querySelector<HTMLElement>(`[data-step="${does} ${name}"]`);
    const place = document.getElementById(`at-${fieldId(name)}`) ?? document.getElementById(fieldId(name));
    // Keep focus on the same button, so that an item can be moved again.
    const stays = step === "" ? null : (button(step) ?? button(step === "up" ? "down" : "up"));
    (stays ?? place?.querySelector<HTMLElement>("textarea, input") ?? place)?.focus();
  }, [epoch]);

  // Refusals are shown at the top, away from the pressed button, so move focus there.
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>(".error-summary, [data-refusal]")?.focus();
  }, [refused]);

  const changed = () => {
    setDirty(true);
    setChange((before) => before + 1);
  };
  const show = (next: Tree, focus: string, moved = "") => {
    setTree(next);
    setEpoch((before) => before + 1);
    unfold([...foldsAround(outline, focus), ...(moved ? [`steps:${focus}`] : [])]);
    focusAfter.current = `${moved} ${focus}`;
    changed();
  };
  const applyStep = (edit: Edit, words: string) => {
    const edited = applyEdit(outline.root, typedNow(), edit);
    setRemoved(edited.removed);
    setStatus(words);
    show(edited.tree, edited.focus, edit.do === "up" || edit.do === "down" ? edit.do : "");
  };

  const beside = props.beside?.(() => form.current, change, field, setLiveNotes);
  const notes = liveNotes ?? refused?.notes ?? props.notes;
  const errors = refused?.errors ?? NONE;
  const context = useMemo(
    () => ({
      address,
      errors,
      notes,
      epoch,
      open,
      onFold: (name: string, isOpen: boolean) =>
        setOpen((before) =>
          before.has(name) === isOpen
            ? before
            : new Set(isOpen ? [...before, name] : [...before].filter((one) => one !== name)),
        ),
      onStep: (step: string) => {
        const edit = readEdit(step);
        if (edit)
          applyStep(
            edit,
            { add: "Added.", remove: "Removed.", up: "Moved up.", down: "Moved down.", insert: "" }[edit.do],
          );
      },
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- what the steps use is read when they are taken
    [address, errors, notes, epoch, open],
  );

  return (
    <div className={beside ? "edit edit-beside" : "edit"} data-view={isLive ? view : undefined}>
      {beside && isLive ? (
        <div className="edit-views" role="group" aria-label="Show">
          <Button
            size="small"
            kind={view === "words" ? "chalk" : "plain"}
            aria-pressed={view === "words"}
            onClick={() => setView("words")}
          >
            Words
          </Button>
          <Button
            size="small"
            kind={view === "beside" ? "chalk" : "plain"}
            aria-pressed={view === "beside"}
            onClick={() => setView("beside")}
          >
            {props.besideLabel ?? "Pages"}
          </Button>
        </div>
      ) : null}
      <div className="edit-words">
        {offered ? (
          <UnsavedOffer
            at={offered.at}
            onTake={() => {
              setSince(offered.basis);
              show(readTree(outline.root, offered.fields), outline.chapters[0]!.keys[0] ?? "");
              setStatus("Restored. Save to keep it.");
              setOffered(undefined);
            }}
            onForget={() => {
              deleteUnsaved(key);
              setOffered(undefined);
            }}
          />
        ) : null}
        <Form
          ref={form}
          method="post"
          action={address}
          className="edit-form"
          noValidate
          preventScrollReset
          onInput={changed}
          onSubmit={() => setStatus("")}
          onFocus={(event) => setField((event.target as Partial<HTMLTextAreaElement>).name ?? "")}
        >
          {/* Enter in a field presses the first submit button. */}
          <button type="submit" name="do" value="save" hidden>
            Save
          </button>
          <input type="hidden" name="basis" value={since} />
          <input type="hidden" name="removed" value={removed ? JSON.stringify(removed) : ""} />
          <ErrorSummary errors={errors} />
          {refused?.meanwhile ? (
            <ConflictPanel
              meanwhile={refused.meanwhile}
              address={address}
              sending={sending}
              onDrop={() => {
                setDirty(false);
                deleteUnsaved(key);
              }}
            />
          ) : null}
          {notes[""]?.length ? (
            <ul className="field-notes mb-4">
              {notes[""].map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          ) : null}
          <Fields outline={outline} tree={tree} context={context} />
          <div className="edit-bar">
            <SubmitButton name="do" value="save" busy="Saving..." sending={sending}>
              Save
            </SubmitButton>
            <LinkButton href={props.back} kind="quiet">
              {isDirty ? "Leave without saving" : "Back"}
            </LinkButton>
            {removed ? (
              <Button
                type="submit"
                kind="plain"
                name="do"
                value="insert"
                formAction={`${address}#at-${fieldId(removed.at)}`}
                onClick={(event) => {
                  event.preventDefault();
                  applyStep(removed, "Restored.");
                }}
              >
                Restore what you removed
              </Button>
            ) : null}
            <StatusLine kind={refused?.message && !status ? "error" : "info"}>
              {status || refused?.message}
            </StatusLine>
          </div>
        </Form>
      </div>
      {beside ? <div className="edit-side">{beside}</div> : null}
    </div>
  );
}
