import { type ComponentProps, useRef } from "react";
import { TextArea } from "#ui/field.tsx";
import { Dictate } from "./dictate.tsx";

/** A text area that people may also speak into. @param isSpoken listens right away */
export function DictatedText({
  isSpoken = false,
  ...props
}: Omit<ComponentProps<typeof TextArea>, "ref"> & { isSpoken?: boolean }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const hear = (words: string) => {
    if (!area.current) return;
    area.current.value = [area.current.value.trim(), words].filter(Boolean).join(" ");
    // So that the form saves its draft, as after typing.
    area.current.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
  return (
    <>
      <TextArea {...props} ref={area} />
      <Dictate hear={hear} isBegun={isSpoken} />
    </>
  );
}
