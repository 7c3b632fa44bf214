import type { ComponentProps, ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { SubmitButton } from "#ui/button.tsx";

/**
 * The forms of a document's page in the office, and their buttons.
 * @param acts by the `intent` of their form; `busy` is on the button while it happens
 */
export function actForms<Intent extends string>(
  acts: Readonly<Record<Intent, { readonly label: string; readonly busy: string }>>,
) {
  /** @param place "#law": what it is about, where the page opens again */
  function ActForm({
    intent,
    path,
    place = "",
    id,
    className,
    children,
  }: {
    intent: Intent;
    path: string;
    place?: string;
    id?: string;
    className?: string;
    children: ReactNode;
  }) {
    return (
      <Form method="post" action={`${path}${place}`} id={id} className={className}>
        <input type="hidden" name="intent" value={intent} />
        {children}
      </Form>
    );
  }

  /** Busy while it happens. @param children another label than the act's own */
  function ActButton({
    intent,
    children,
    ...rest
  }: { intent: Intent } & Partial<Omit<ComponentProps<typeof SubmitButton>, "sending">>) {
    const { state, formData } = useNavigation();
    const { label, busy } = acts[intent];
    return (
      <SubmitButton busy={busy} sending={state !== "idle" && formData?.get("intent") === intent} {...rest}>
        {children ?? label}
      </SubmitButton>
    );
  }

  return { ActForm, ActButton };
}
