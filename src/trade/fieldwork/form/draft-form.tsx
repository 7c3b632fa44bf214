import { type ReactNode, useLayoutEffect, useRef } from "react";
import type { ButtonKind } from "#ui/button.tsx";
import { useOpenForm, useScreen, useScreenDrafts } from "../screen/field-screen.tsx";
import { type FormDraft, type FormOf, saveFormDraft, useDraft } from "./draft.ts";
import { FieldForm, type Outcome } from "./field-form.tsx";

/** The draft of an open form on a `FieldScreen`: what was typed before, or a new one. */
export function useFormDraft(of: FormOf): FormDraft {
  useOpenForm(of.of);
  return useDraft(of, useScreenDrafts());
}

/** A `FieldForm` that saves what is typed as a draft on this device until it is saved or discarded. */
export function DraftForm({
  draft,
  submit,
  save,
  kind,
  beside,
  className,
  onInput,
  children,
}: {
  draft: FormDraft;
  submit: (form: HTMLFormElement) => Promise<Outcome | undefined>;
  save?: ReactNode;
  kind?: ButtonKind | undefined;
  beside?: ReactNode;
  className?: string | undefined;
  onInput?: ((form: HTMLFormElement) => void) | undefined;
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
}) {
  const { tell } = useScreen();
  const form = useRef<HTMLFormElement>(null);
  const opened = useRef(onInput);
  // Before paint: text typed into a form that looks empty would be lost.
  useLayoutEffect(() => {
    if (!form.current) return;
    draft.open(form.current);
    opened.current?.(form.current);
  }, [draft]);
  return (
    <FieldForm
      ref={form}
      submit={submit}
      save={save}
      {...(kind ? { kind } : {})}
      {...(className === undefined ? {} : { className })}
      beside={beside}
      tell={tell}
      onInput={(filled) => {
        saveFormDraft(draft, filled);
        onInput?.(filled);
      }}
    >
      {children}
    </FieldForm>
  );
}
