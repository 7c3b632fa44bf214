import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useNavigation, useSubmit } from "react-router";
import { Button, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import type { DraftStep } from "../draft/draft.ts";
import { problemsById } from "../draft/labels.ts";
import { type EditCommand, parseCommand } from "../draft/form.ts";
import { dragList } from "#ui/drag-list.ts";
import type { Loaded } from "./load-editor.server.ts";
import type { Typed } from "./edit-action.server.ts";
import { Meanwhile } from "./conflict.tsx";
import { AddStep, StepCard } from "./step-card.tsx";
import { TriggerFields } from "./trigger-fields.tsx";
import { SAVING_LABELS } from "../draft/saving-labels.ts";
import { useDraft } from "../draft/use-draft.ts";

/** One form that works without script; with script, commands run in the page and the text saves itself. */
export function Editor({ loaded, typed }: { loaded: Loaded; typed: Typed | undefined }) {
  const draft = useDraft(loaded.id, typed ?? loaded);
  const { text, round, saving, theirs, undo, wasRestored, read } = draft;
  const form = useRef<HTMLFormElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const submit = useSubmit();
  const isSending = useNavigation().state !== "idle";
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [opened, setOpened] = useState<string | null>(loaded.open);
  const [moveMessage, setMoveMessage] = useState("");
  const [focus, setFocus] = useState<{ readonly selector: string } | null>(null);
  // By step id, because steps move.
  const errors = useMemo(() => (typed ? problemsById(typed.errors ?? {}, typed.text.steps) : {}), [typed]);

  const act = (command: EditCommand, focusOn?: string) => {
    const added = draft.runCommand(command);
    if (added) {
      setOpened(added);
      setFocus({ selector: `#step-${added} .step-fields :is(input, select, textarea)` });
      return;
    }
    if (command.do === "delete") setFocus({ selector: "#undo-delete" });
    else if (focusOn) setFocus({ selector: focusOn });
  };
  const move = (from: number, to: number, focusOn?: string) => {
    const { length } = draft.basis.current.text.steps;
    const before = draft.basis.current.text;
    act({ do: "move", at: from, to }, focusOn);
    setMoveMessage(
      draft.basis.current.text === before ? "It can’t go there." : `Now step ${to + 1} of ${length}.`,
    );
  };
  const moveByKeys = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    const { target } = event;
    if (!(target instanceof HTMLElement) || target instanceof HTMLSelectElement) return;
    const id = target.closest<HTMLElement>("[data-step]")?.dataset["step"];
    const at = draft.basis.current.text.steps.findIndex((step) => step.id === id);
    if (at < 0) return;
    event.preventDefault();
    move(
      at,
      at + (event.key === "ArrowUp" ? -1 : 1),
      target.id ? `#${CSS.escape(target.id)}` : `[data-handle="${id}"]`,
    );
  };
  const latest = useRef({ move, moveByKeys });
  useEffect(() => {
    latest.current = { move, moveByKeys };
  });

  const sendForm = async (sent: HTMLFormElement, button: HTMLButtonElement | null) => {
    // Save first, and don't navigate offline: the browser's error page would replace the text.
    if (!(await draft.flush())) return;
    const basis = sent.elements.namedItem("basis");
    if (basis instanceof HTMLInputElement) basis.value = String(draft.basis.current.basis);
    await submit(button ?? sent, { method: "post" });
  };

  const { adopt } = draft;
  useEffect(() => {
    if (typed) adopt(typed);
  }, [typed, adopt]);
  useEffect(() => {
    if (!form.current || !list.current) return;
    const listening = new AbortController();
    const { signal } = listening;
    const typing = form.current;
    // Text typed before hydration.
    read(typing, true);
    typing.addEventListener("input", () => read(typing), { signal });
    typing.addEventListener("keydown", (event) => latest.current.moveByKeys(event), { signal });
    const dragging = dragList(list.current, ({ from, to }) => latest.current.move(from, to));
    return () => {
      listening.abort();
      dragging();
    };
  }, [read]);
  useEffect(() => {
    if (!focus) return;
    document.querySelector<HTMLElement>(focus.selector)?.focus();
  }, [focus]);

  return (
    <form
      ref={form}
      method="post"
      className="max-w-3xl"
      noValidate
      onSubmit={(event) => {
        const button = event.nativeEvent.submitter as HTMLButtonElement | null;
        const command = parseCommand(button?.value ?? "");
        if (!command && button?.value !== "save") {
          event.preventDefault();
          return void sendForm(event.currentTarget, button);
        }
        event.preventDefault();
        if (!command) return void draft.send();
        if (command.do === "up" || command.do === "down") {
          const id = text.steps[command.at]?.id;
          move(
            command.at,
            command.at + (command.do === "up" ? -1 : 1),
            `#step-${id} [value^="${command.do}:"]:enabled, #step-${id} [data-handle]`,
          );
        } else act(command);
        button?.closest<HTMLDetailsElement>("details.step-add")?.removeAttribute("open");
      }}
    >
      <input type="hidden" name="basis" value={typed?.revision ?? loaded.revision} key={`basis-${round}`} />
      <p className="sr-only" role="status">
        {moveMessage}
      </p>
      <ErrorSummary key={typed?.at} title={typed?.message ?? "Fix these and try again"} errors={errors} />
      {typed?.message && !Object.keys(errors).length ? (
        <StatusLine kind="error">{typed.message}</StatusLine>
      ) : null}
      {theirs ? (
        <Meanwhile
          by={theirs.by}
          when="a moment ago"
          theirs={theirs.theirs}
          revision={theirs.revision}
          resolveConflict={draft.resolveConflict}
        />
      ) : typed?.meanwhile && !isAlive ? (
        <Meanwhile {...typed.meanwhile} />
      ) : null}
      {wasRestored ? (
        <StatusLine kind="info">We restored what you typed before you lost your connection.</StatusLine>
      ) : null}
      <div key={`head-${round}`} className="form mb-8 max-w-narrow">
        <Field
          name="name"
          label="Name"
          hint="Just for you and your team. Clients never see it."
          unmarked
          defaultValue={text.name}
          error={errors["name"]}
        />
        <TriggerFields trigger={text.trigger} pages={loaded.pages} events={loaded.events} errors={errors} />
      </div>
      <h2 className="text-2xl" id="field-steps">
        Steps
      </h2>
      {errors["steps"] ? <p className="field-error my-3">{errors["steps"]}</p> : null}
      {text.steps.length ? (
        <p className="my-3 text-sm text-pencil">
          Drag a step by its dots to move it, or press Alt with the up and down arrows.
        </p>
      ) : (
        <div className="my-4">
          <p className="mb-3 max-w-measure">
            No steps yet. Start with what they should get first. Most start with an email, then a call two
            days later.
          </p>
        </div>
      )}
      {text.steps[0]?.kind === "gift" ? null : (
        <AddStep
          at={-1}
          words={text.steps.length ? "Add a step at the top" : "Add the first step"}
          open={!text.steps.length}
        />
      )}
      <ol className="step-list" ref={list} aria-label="Steps">
        {text.steps.map((step, at) => (
          <StepCard
            key={`${round}-${step.id}`}
            step={step}
            at={at}
            of={text.steps.length}
            isOpen={opened === step.id}
            errors={errorsOf(errors, step.id)}
            advice={isUnchanged(step, loaded.text.steps) ? loaded.advice[step.id] : undefined}
            sequenceId={loaded.id}
            frame={loaded.frame}
            alike={text.steps.slice(0, at).filter(({ kind }) => kind === step.kind).length}
          />
        ))}
      </ol>
      {undo ? (
        <p className="my-4 flex flex-wrap items-center gap-3" role="status">
          {undo.words}
          <Button kind="plain" size="small" id="undo-delete" onClick={draft.undoLast}>
            Undo
          </Button>
        </p>
      ) : typed?.deleted && !isAlive ? (
        <p className="my-4 flex flex-wrap items-center gap-3" role="status">
          Step deleted.
          <input type="hidden" name="deleted" value={JSON.stringify(typed.deleted)} />
          <SubmitButton kind="plain" size="small" name="do" value="undelete">
            Undo
          </SubmitButton>
        </p>
      ) : null}
      {loaded.replaced ? (
        <details className="steps my-4">
          <summary>
            The version that was replaced, by {loaded.replaced.by ?? "someone else"}, {loaded.replaced.when}
          </summary>
          <p className="my-2">
            <SubmitButton
              kind="plain"
              size="small"
              name="do"
              value="bring-back"
              onClick={(event) => {
                event.preventDefault();
                draft.change(loaded.replaced!.text, { rerender: true, delay: 0 });
              }}
            >
              Bring it back
            </SubmitButton>
          </p>
        </details>
      ) : null}
      <div className="mt-8 max-w-measure">
        <p>
          {loaded.runs
            ? loaded.inside
              ? `${loaded.inside} active in the live version will finish it. New people get this one.`
              : "No one is in the live version. New people get this one."
            : "Nothing is sent until you publish."}
        </p>
      </div>
      <div className="edit-bar">
        <SubmitButton name="do" value="publish" busy="One moment..." sending={isSending}>
          Publish
        </SubmitButton>
        {isAlive ? null : (
          <SubmitButton kind="plain" name="do" value="save">
            Save draft
          </SubmitButton>
        )}
        <a className="text-link" href={`/account/sequences/${loaded.id}/preview`}>
          Preview
        </a>
        {loaded.isNew ? (
          // The list also knows what can be restored.
          <SubmitButton kind="quiet" name="discard" value={loaded.id} formAction="/account/follow-up">
            Delete draft
          </SubmitButton>
        ) : (
          <SubmitButton kind="quiet" name="do" value="discard">
            Discard changes
          </SubmitButton>
        )}
        <p
          className="status-line"
          role="status"
          data-kind={saving === "lost" || saving === "refused" || saving === "conflict" ? "error" : "info"}
        >
          {isAlive ? SAVING_LABELS[saving] : loaded.isSaved ? "Saved." : ""}
        </p>
      </div>
    </form>
  );
}

const NONE = {};
const never = () => () => {};

/** Always the same object if there are none, so that memoized cards don't render again. */
function errorsOf(errors: Readonly<Record<string, string>>, id: string): Readonly<Record<string, string>> {
  const mine = Object.entries(errors).filter(([name]) => name === id || name.startsWith(`${id}.`));
  return mine.length
    ? Object.fromEntries(mine.map(([name, message]) => [name.slice(id.length + 1), message]))
    : NONE;
}

const isUnchanged = ({ id, subject, body }: DraftStep, loaded: readonly DraftStep[]): boolean =>
  loaded.some((step) => step.id === id && step.subject === subject && step.body === body);
