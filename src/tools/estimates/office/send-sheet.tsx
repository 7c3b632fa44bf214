import { Form } from "react-router";
import { ApproversField, MadeLink, SendForm, ShareForm } from "#ground/papers/public.tsx";
import { FollowUpField } from "#trade/sequences/public.tsx";
import { formatMoney } from "#platform/money/money.ts";
import { Field } from "#ui/field.tsx";
import { Panel } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import type { ScheduleView } from "../send/scheduled.server.ts";
import { ActButton, ActForm } from "./act-form.tsx";
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
  refused,
  made,
}: {
  view: EstimateView;
  form: string;
  path: string;
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
      <Waiting schedule={schedule} path={path} />
      {view.refusal ? (
        <p className="mt-4 max-w-measure">{view.refusal}</p>
      ) : (
        <Form method="post" action={`${path}#send`} className="form mt-4" key={sendings.length}>
          <ErrorSummary errors={sending?.errors} />
          <SendForm form={form} client={view.client} refused={sending} asks="yes" />
          <input type="hidden" name="shown" value={schedule.shown} />
          <ApproversField refused={sending?.values} />
          <FollowUpField offer={view.followUp} />
          {/* Your client has it: sending it once more is no longer the next step. */}
          <ActButton intent="send" kind={view.isSent ? "plain" : "signal"} />
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
              <ActButton intent="send" name="later" value="yes" kind="plain" busy="Scheduling...">
                {schedule.waiting ? "Change the schedule" : "Schedule it"}
              </ActButton>
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
          <ActButton intent="share" name="how" value="link" kind="plain" />
          <ActButton intent="share" name="how" value="here" kind="plain">
            Sign on this phone
          </ActButton>
        </div>
        <ShareForm refused={sharing} asks="yes" />
        <StatusLine kind="error">{sharing?.message}</StatusLine>
      </Form>
    </section>
  );
}

/** What waits for its time, or why it wasn't sent. */
function Waiting({ schedule: { waiting, failure }, path }: { schedule: ScheduleView; path: string }) {
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
      <ActForm intent="unschedule" path={path} className="mt-3">
        <ActButton intent="unschedule" kind="plain" size="small">
          {waiting ? undefined : "OK"}
        </ActButton>
      </ActForm>
    </Panel>
  );
}
