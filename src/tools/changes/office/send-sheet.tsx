import { Form } from "react-router";
import { ApproversField, MadeLink, SendForm, ShareForm } from "#ground/papers/public.tsx";
import { FollowUpField } from "#trade/sequences/public.tsx";
import { Field } from "#ui/field.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { ActButton } from "./act-form.tsx";
import type { ChangeView } from "./change.server.ts";

type Value = "answerBy" | "intent" | "to" | "words" | "days" | "passcode" | "asks" | "everyone" | "reason";

/** What was wrong with a submitted form. */
interface SheetRefusal {
  readonly values: Readonly<Record<Value, string>>;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly message: string | null;
}

/** Every way to send a change: email, text, link, and signing on this phone. */
export function SendSheet({
  view,
  form,
  path,
  refused,
  made,
}: {
  view: ChangeView;
  form: string;
  path: string;
  refused: SheetRefusal | undefined;
  made: { readonly link: string; readonly qr: { readonly path: string; readonly size: number } } | undefined;
}) {
  const sending = refused?.values.intent === "send" ? refused : undefined;
  const sharing = refused?.values.intent === "share" ? refused : undefined;
  const { sendings, business, title, shortPrice, phone } = view;
  const from = business ? ` from ${business}` : "";
  return (
    <section className="estimate-sheet" id="send" aria-labelledby="send-title">
      <h2 className="text-2xl" id="send-title">
        {sendings.length > 0 ? "Send it again" : "Send it"}
      </h2>
      {view.refusal ? (
        <p className="mt-4 max-w-measure">{view.refusal}</p>
      ) : (
        <Form method="post" action={`${path}#send`} className="form mt-4" key={sendings.length}>
          <ErrorSummary errors={sending?.errors} />
          <SendForm form={form} client={view.client} refused={sending} asks="yes" />
          <Field
            name="answerBy"
            label="Reply by"
            type="date"
            hint="They’re reminded two days before, and on that day."
            defaultValue={sending?.values.answerBy ?? view.sheet.answerBy ?? ""}
            error={sending?.errors["answerBy"]}
          />
          <ApproversField refused={sending?.values} />
          <FollowUpField offer={view.followUp} />
          <ActButton intent="send" kind={view.isSent ? "plain" : "signal"} />
          <StatusLine kind="error">{sending?.message}</StatusLine>
        </Form>
      )}
      <h3 className="mt-6 text-lg" id="share">
        Or hand it over yourself
      </h3>
      {made ? (
        <MadeLink link={made.link} qr={made.qr} text={{ phone, about: `${title}${from}, ${shortPrice}:` }} />
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
