import { type SubmitEvent, useEffect, useId, useRef } from "react";
import { Button } from "#ui/button.tsx";
import { Icon, type IconName } from "#ui/icons.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { COLOR_LABELS, MARK_LABELS } from "./labels.ts";
import { type Mark, MARK_COLORS, MARK_KINDS, type MarkKind, textLimit } from "./marks.ts";
import type { MarkEditor } from "../use-mark-editor.ts";

const ICONS: Readonly<Record<MarkKind, IconName>> = {
  arrow: "arrow",
  circle: "circle",
  box: "box",
  line: "measure",
  words: "words",
  blur: "blur",
};

/** The tools for drawing, below the photo, where a thumb reaches. */
export function MarkTools({ editor, done }: { editor: MarkEditor; done: () => void }) {
  const { tool, color, selected, canUndo, canRedo, problem } = editor;
  const group = useId();
  const addInMiddle = () => {
    const mark = editor.begin([0.35, 0.45], tool === "words" ? [0.35, 0.45] : [0.65, 0.55]);
    editor.save(mark);
  };
  return (
    <div className="mark-tools" role="group" aria-label="Draw on this photo">
      {selected && textLimit(selected.kind) > 0 ? (
        <MarkText key={selected.id} mark={selected} write={editor.type} />
      ) : null}
      <div className="mark-kinds" role="radiogroup" aria-label="What to draw">
        {MARK_KINDS.map((kind) => (
          <label key={kind} className="mark-kind">
            <input
              type="radio"
              className="sr-only"
              name={`${group}-kind`}
              checked={tool === kind}
              onChange={() => editor.choose(kind)}
            />
            <Icon name={ICONS[kind]} />
            <span>{MARK_LABELS[kind]}</span>
          </label>
        ))}
      </div>
      <div className="mark-row">
        <div className="mark-colors" role="radiogroup" aria-label="Color">
          {MARK_COLORS.map((one) => (
            <label key={one} className="mark-color" data-color={one}>
              <input
                type="radio"
                className="sr-only"
                name={`${group}-color`}
                checked={color === one}
                onChange={() => editor.paint(one)}
              />
              <span className="sr-only">{COLOR_LABELS[one]}</span>
            </label>
          ))}
        </div>
        <Button kind="quiet" size="small" className="sr-only focus:not-sr-only" onClick={addInMiddle}>
          Add {MARK_LABELS[tool].toLowerCase()} in the middle
        </Button>
      </div>
      <div className="mark-row">
        <Button kind="plain" size="small" aria-disabled={!canUndo || undefined} onClick={editor.undo}>
          <Icon name="undo" />
          Undo
        </Button>
        <Button kind="plain" size="small" aria-disabled={!canRedo || undefined} onClick={editor.redo}>
          <Icon name="redo" />
          Redo
        </Button>
        <Button kind="plain" size="small" aria-disabled={!selected || undefined} onClick={editor.remove}>
          <Icon name="trash" />
          Delete
        </Button>
        <Button size="small" className="mark-done" onClick={done}>
          Done
        </Button>
      </div>
      {problem ? <StatusLine kind="error">{problem}</StatusLine> : null}
    </div>
  );
}

/** The words of a mark, or the length of a line. Saved when the field is left. */
function MarkText({ mark, write }: { mark: Mark; write: (text: string) => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // New words can't be seen until they are typed.
    if (mark.kind === "words" && mark.text === "") field.current?.focus();
  }, [mark.kind, mark.text]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    write(field.current?.value ?? "");
  };
  return (
    <form className="mark-text" onSubmit={submit}>
      <label htmlFor={id}>{mark.kind === "line" ? "Length" : "Words"}</label>
      <input
        ref={field}
        id={id}
        className="input"
        autoComplete="off"
        maxLength={textLimit(mark.kind)}
        defaultValue={mark.text}
        placeholder={mark.kind === "line" ? `3' 6 1/2"` : undefined}
        enterKeyHint="done"
        onBlur={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => event.stopPropagation()}
      />
      <Button type="submit" kind="plain" size="small">
        Set
      </Button>
    </form>
  );
}
