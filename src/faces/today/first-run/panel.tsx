import { Form } from "react-router";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Panel } from "#ui/layout.tsx";
import type { FirstRunNote } from "./run.server.ts";
import { stepAddress } from "./steps.ts";
import { WorkFields } from "./work-fields.tsx";

/**
 * Setup progress for a new account, at the top of the dashboard; one tap hides it, another shows it again.
 */
export function FirstRunPanel({ note, sending }: { note: FirstRunNote | null; sending: boolean }) {
  if (!note) return null;
  const put = (name: string, label: string) => (
    <Form method="post" action="/account/start">
      <SubmitButton kind="quiet" size="small" name="do" value={name} busy="One moment..." sending={sending}>
        {label}
      </SubmitButton>
    </Form>
  );
  if (note.kind === "hidden")
    return (
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1" role="status">
        <p>Setup is hidden.</p>
        {put("back", "Undo")}
      </div>
    );
  const { begun, done, all, next, product, audience } = note;
  return (
    <Panel tone="chalk" className="mb-6">
      <h2 className="text-xl">
        {begun ? "Pick up where you left off" : "Be ready for your first lead in ten minutes"}
      </h2>
      <p className="mt-2 max-w-measure">
        {begun
          ? `${done} of ${all} steps done. Next: ${next.toLowerCase()}.`
          : "Six quick steps and your guide, your page, and your follow-up are ready. Skip anything you like. Here’s the first:"}
      </p>
      {begun ? null : (
        <Form method="post" action={stepAddress("work")} className="form mt-4 max-w-narrow" id="first-steps">
          <WorkFields product={product} audience={audience} errors={{}} />
          <SubmitButton
            kind="signal"
            size="large"
            wide
            name="do"
            value="save"
            busy="One moment..."
            sending={sending}
          >
            Start
          </SubmitButton>
        </Form>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {begun ? <LinkButton href="/account/start">Continue</LinkButton> : null}
        {put("away", "Hide this")}
      </div>
    </Panel>
  );
}
