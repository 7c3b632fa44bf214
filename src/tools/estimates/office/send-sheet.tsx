import { Form } from "react-router";
import { MadeLink, SendForm, ShareForm } from "#ground/papers/public.tsx";
import { formatMoney } from "#platform/money/money.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Checkbox, Field } from "#ui/field.tsx";
import { Panel } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { FollowUpField } from "../follow-up/choice-field.tsx";
import type { ScheduleView } from "../send/scheduled.server.ts";
import type { EstimateView } from "./estimate.server.ts";

type Value = "intent" | "to" | "words" | "days" | "passcode" | "asks" | "everyone" | "later" | "sendAt";

/** What was wrong with a submitted form. */
export interface SheetRefusal {
  readonly values: Readonly<Record<Value, string>>;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly message: string | null;
}

/** Every way to send an estimate: email now or later, text, link, and signing on this phone. */
export function SendSheet({
  view,
  form,
  path,
  doing,
  refused,
  made,
}: {
  view: EstimateView;
  form: string;
  path: string;
  doing: FormDataEntryValue | null | undefined;
  refused: SheetRefusal | undefined;
  made: { readonly link: string; readonly qr: { readonly path: string; readonly size: number } } | undefined;
}) {
  const sending = refused?.values.intent === "send" ? refused : undefined;
  const sharing = refused?.values.intent === "share" ? refused : undefined;
  const { sendings, schedule, outside, business, total, currency, phone } = view;
  const from = business ? ` from ${business}` : "";
  return (
    <section className="estimate-sheet" id="send" aria-labelledby="send-title">
      <h2 className="text-2xl" id="send-title">
        {sendings.length > 0 ? "Send it again" : "Send it"}
      </h2>
      <Waiting schedule={schedule} path={path} doing={doing} />
      {view.refusal ? (
        <p className="mt-4 max-w-measure">{view.refusal}</p>
      ) : (
        <Form method="post" action={`${path}#send`} className="form mt-4" key={sendings.length}>
          <ErrorSummary errors={sending?.errors} />
          <SendForm form={form} client={view.client} refused={sending} asks="yes" />
          <input type="hidden" name="shown" value={schedule.shown} />
          <details className="fold" open={sending?.values.everyone === "yes" || undefined}>
            <summary>Two people decide</summary>
            <Checkbox
              name="everyone"
              label="With several addresses, everyone must approve it"
              defaultChecked={sending?.values.everyone === "yes"}
            />
          </details>
          <FollowUpField choice={view.followUp} />
          <SubmitButton kind="signal" busy="Sending..." sending={doing === "send"}>
            Send estimate
          </SubmitButton>
          <StatusLine kind="error">{sending?.message}</StatusLine>
          <details className="fold" open={sending?.values.later === "yes" || undefined}>
            <summary>Send it later, such as tomorrow at 8:00 AM</summary>
            <div className="form mt-2">
              <Field
                name="sendAt"
                label="Day and time"
                type="datetime-local"
                unmarked
                hint={schedule.zone ?? "In UTC, until you set your time zone in Settings."}
                defaultValue={sending?.values.sendAt || schedule.tomorrow}
                error={sending?.errors["sendAt"]}
              />
              <SubmitButton
                name="later"
                value="yes"
                kind="plain"
                busy="Scheduling..."
                sending={doing === "send"}
              >
                {schedule.waiting ? "Change the schedule" : "Schedule it"}
              </SubmitButton>
            </div>
          </details>
        </Form>
      )}
      <h3 className="mt-6 text-lg" id="share">
        Or hand it over yourself
      </h3>
      {made ? (
        <MadeLink
          link={made.link}
          qr={made.qr}
          text={{ phone, about: `${outside}${from}, ${formatMoney(total, currency)}:` }}
        />
      ) : null}
      <Form method="post" action={`${path}#share`} className="form mt-3">
        <ErrorSummary errors={sharing?.errors} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="how" value="link" kind="plain" busy="One moment..." sending={doing === "share"}>
            Text it, or copy a link
          </SubmitButton>
          <SubmitButton name="how" value="here" kind="plain" busy="One moment..." sending={doing === "share"}>
            Sign on this phone
          </SubmitButton>
        </div>
        <ShareForm refused={sharing} asks="yes" />
        <StatusLine kind="error">{sharing?.message}</StatusLine>
      </Form>
    </section>
  );
}

/** What waits for its time, or why it wasn't sent. */
function Waiting({
  schedule: { waiting, failure },
  path,
  doing,
}: {
  schedule: ScheduleView;
  path: string;
  doing: FormDataEntryValue | null | undefined;
}) {
  if (!waiting && !failure) return null;
  return (
    <Panel tone={waiting && !waiting.isChanged ? "level" : "brick"} className="mt-4">
      {waiting ? (
        <>
          <p className="wrap-anywhere">
            <b>Scheduled</b> for {waiting.to} on <time dateTime={waiting.at.iso}>{waiting.at.words}</time>.
          </p>
          <p className="mt-1">
            {waiting.isChanged
              ? "It was changed after that, so it won’t be sent. Send it now, or schedule it again."
              : "If it’s changed before then, we won’t send it, and we’ll email you."}
          </p>
        </>
      ) : (
        <p>
          <b>Not sent.</b> {failure}
        </p>
      )}
      <Form method="post" action={path} className="mt-3">
        <input type="hidden" name="intent" value="unschedule" />
        <SubmitButton kind="plain" size="small" busy="One moment..." sending={doing === "unschedule"}>
          {waiting ? "Cancel sending" : "OK"}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
