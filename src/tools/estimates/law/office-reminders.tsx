import { Form } from "react-router";
import { CancelNoticeForm, Reminders } from "#trade/law/public.tsx";
import { Button } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import type { LawView } from "./law-view.server.ts";

/** Reminders of the law before an estimate is sent. */
export function OfficeReminders({
  law: { state, shown, hidden },
  path,
  currency,
}: {
  law: LawView;
  path: string;
  currency: string;
}) {
  return (
    <div id="law">
      <Reminders state={state} reminders={shown} currency={currency}>
        <Form method="post" action={`${path}#law`} className="mt-4">
          <Button type="submit" name="intent" value="hide" kind="plain" size="small">
            Hide for this estimate
          </Button>
        </Form>
      </Reminders>
      {hidden.length > 0 ? (
        <Form method="post" action={`${path}#law`} className="mb-4">
          <button type="submit" name="intent" value="unhide" className="text-link">
            {hidden.length === 1 ? "Show the hidden reminder" : `Show ${hidden.length} hidden reminders`}
          </button>
        </Form>
      ) : null}
    </div>
  );
}

/** Opens the notice of cancellation, or says what it still needs. */
export function CancelNotice({ notice, path }: { notice: NonNullable<LawView["notice"]>; path: string }) {
  const { missing, ...form } = notice;
  return (
    <Section title="Cancellation notice" id="cancellation">
      {missing ? (
        <p className="mt-4 max-w-measure">
          The notice names your {missing}. Add it in{" "}
          <a className="text-link" href="/account/settings">
            Settings
          </a>
          , then come back.
        </p>
      ) : (
        <CancelNoticeForm action={`${path}/cancellation`} {...form} />
      )}
    </Section>
  );
}
