import { useEffect, useId, useRef, useState } from "react";
import { type OnPad, type OpenPad, openPad } from "#platform/local/pad.ts";
import { Button } from "#ui/button.tsx";
import { fieldId } from "#ui/field.tsx";
import { Icon } from "#ui/icons.tsx";

/** What the box says, where it doesn't say it in English. */
export interface PadWords {
  readonly empty: string;
  readonly drawn: string;
  readonly undo: string;
  readonly clear: string;
}

const ENGLISH: PadWords = {
  empty: "Draw with your finger, a pen, or the mouse.",
  drawn: "Signature drawn. Not right? Undo and draw again.",
  ...{ undo: "Undo", clear: "Clear" },
};

/**
 * A box to sign in by finger, mouse or pen. A form gets the strokes as JSON under `name`, empty if none;
 * `onChange` gets them live. Always offer typing too, for people who can't draw.
 */
export function SignaturePad({
  name,
  label = "Your signature",
  error,
  before,
  words = ENGLISH,
  onChange,
}: {
  name: string;
  label?: string;
  error?: string | undefined;
  before?: OnPad | undefined;
  words?: PadWords;
  onChange?: (drawing: OnPad) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<OpenPad>(null);
  const latestOnChange = useRef(onChange);
  const [drawing, setDrawing] = useState(before);
  const [first] = useState(before);
  const hintId = useId();
  useEffect(() => void (latestOnChange.current = onChange));
  useEffect(() => {
    if (!canvas.current) return;
    const opened = openPad(canvas.current, first, (now) => {
      setDrawing(now);
      latestOnChange.current?.(now);
    });
    pad.current = opened;
    return () => opened.close();
  }, [first]);
  const id = fieldId(name);
  const strokes = drawing?.strokes.length ?? 0;
  return (
    <div className="field">
      <div className="field-head">
        <span className="font-semibold" id={`${id}-label`}>
          {label}
        </span>
      </div>
      <div className="signature-pad" data-wrong={error ? "" : undefined}>
        <canvas
          ref={canvas}
          id={id}
          role="img"
          aria-labelledby={`${id}-label`}
          aria-describedby={error ? `${id}-error` : hintId}
        />
        <span className="signature-line" aria-hidden="true" />
      </div>
      <input type="hidden" name={name} value={drawing && strokes > 0 ? JSON.stringify(drawing) : ""} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="field-hint" id={hintId} aria-live="polite">
          {strokes > 0 ? words.drawn : words.empty}
        </p>
        <div className="flex gap-2">
          <Button kind="plain" size="small" disabled={strokes === 0} onClick={() => pad.current?.undo()}>
            {words.undo}
          </Button>
          <Button kind="plain" size="small" disabled={strokes === 0} onClick={() => pad.current?.clear()}>
            {words.clear}
          </Button>
        </div>
      </div>
      {error ? (
        <p className="field-error" id={`${id}-error`} role="alert">
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}
