import type { ComponentProps, ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { ACTS, type Intent } from "./acts.ts";

/** The form of an act on an estimate. @param place "#law": what it is about, where the page opens again */
export function ActForm({
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

/** The button of an act's form, busy while it happens. @param children another label than the act's own */
export function ActButton({
  intent,
  children,
  ...rest
}: { intent: Intent } & Partial<Omit<ComponentProps<typeof SubmitButton>, "sending">>) {
  const { state, formData } = useNavigation();
  const { label, busy } = ACTS[intent];
  return (
    <SubmitButton busy={busy} sending={state !== "idle" && formData?.get("intent") === intent} {...rest}>
      {children ?? label}
    </SubmitButton>
  );
}
