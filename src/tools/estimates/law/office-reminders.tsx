import { CancelNoticeForm, Reminders } from "#trade/law/public.tsx";
import { Section } from "#ui/layout.tsx";
import { ActButton, ActForm } from "../office/act-form.tsx";
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
        <ActForm intent="hide" path={path} place="#law" className="mt-4">
          <ActButton intent="hide" kind="plain" size="small" />
        </ActForm>
      </Reminders>
      {hidden.length > 0 ? (
        <ActForm intent="unhide" path={path} place="#law" className="mb-4">
          <ActButton intent="unhide" kind="quiet" size="small">
            {hidden.length === 1 ? "Show the hidden reminder" : `Show ${hidden.length} hidden reminders`}
          </ActButton>
        </ActForm>
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
