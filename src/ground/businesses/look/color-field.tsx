import { useState } from "react";
import { fieldId } from "#ui/field.tsx";
import { Icon } from "#ui/icons.tsx";
import { colorFrom, describeColor } from "./look.ts";

/** A browser color input can't be empty, so it starts with this one. */
const DEFAULT_COLOR = "#1a43ba";

/**
 * A color as a picker and a text field. With script they stay in sync; without it, the one that was changed
 * counts (form.server.ts).
 */
export function ColorField({
  stored,
  typed,
  error,
  onColor,
}: {
  stored: string;
  typed: string | undefined;
  error: string | undefined;
  onColor: (color: string) => void;
}) {
  const [text, setText] = useState(typed ?? stored);
  const color = colorFrom(text);
  const began = colorFrom(stored) ?? DEFAULT_COLOR;
  const id = fieldId("color");
  const setColor = (next: string) => {
    setText(next);
    const read = colorFrom(next);
    if (read || next.trim() === "") onColor(read ?? "");
  };
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>Color</label>
        <span className="field-optional">optional</span>
      </div>
      <p className="field-hint" id={`${id}-hint`}>
        For buttons and lines. Blank means blue.
      </p>
      <input type="hidden" name="shown" value={stored} />
      <input type="hidden" name="began" value={began} />
      <div className="color-field">
        <input
          className="input"
          type="color"
          name="picked"
          aria-label="Pick a color"
          value={color ?? began}
          onChange={(event) => setColor(event.target.value)}
        />
        <input
          className="input"
          id={id}
          name="color"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={DEFAULT_COLOR}
          maxLength={40}
          aria-describedby={`${error ? `${id}-error ` : ""}${id}-hint`}
          aria-invalid={error ? true : undefined}
          value={text}
          onChange={(event) => setColor(event.target.value)}
        />
      </div>
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      ) : null}
      <p className="field-hint" aria-live="polite">
        {color ? describeColor(color) : null}
      </p>
    </div>
  );
}
