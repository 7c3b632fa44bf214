import type { ReactNode } from "react";
import { Form } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import type { StartView } from "./load-start.server.ts";
import { type StepName, stepAddress } from "./steps.ts";

/** Props of a step's part of the screen. */
export interface AskProps {
  readonly view: StartView;
  /** Rejected input. */
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string | undefined>>;
  /** The button that is being submitted. */
  readonly doing: string | null;
}

/** The form of a step, with one button. */
export function StepForm({
  step,
  name,
  button,
  busy,
  doing,
  files = false,
  children,
}: {
  step: StepName;
  name: string;
  button: string;
  busy: string;
  doing: string | null;
  files?: boolean;
  children?: ReactNode;
}) {
  return (
    <Form
      method="post"
      action={stepAddress(step)}
      className="form"
      {...(files && { encType: "multipart/form-data" })}
    >
      {children}
      <SubmitButton
        kind="signal"
        size="large"
        wide
        name="do"
        value={name}
        busy={busy}
        sending={doing === name}
      >
        {button}
      </SubmitButton>
    </Form>
  );
}

/** Continues when the step has nothing more to ask. */
export const Next = ({
  step,
  doing,
  children = "Next",
}: {
  step: StepName;
  doing: string | null;
  children?: string;
}) => <StepForm step={step} name="next" button={children} busy="One moment..." doing={doing} />;
