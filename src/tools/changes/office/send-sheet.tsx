import { Form } from "react-router";
import { MadeLink, SendForm, ShareForm } from "#ground/papers/public.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { Checkbox } from "#ui/field.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import type { ChangeView } from "./change.server.ts";

type Value = "intent" | "to" | "words" | "days" | "passcode" | "asks" | "everyone" | "reason";

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
  doing,
  refused,
  made,
}: {
  view: ChangeView;
  form: string;
  path: string;
  doing: FormDataEntryValue | null | undefined;
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
          <details className="fold" open={sending?.values.everyone === "yes" || undefined}>
            <summary>Several people decide</summary>
            <Checkbox
              name="everyone"
              label="With several addresses, everyone must approve it"
              defaultChecked={sending?.values.everyone === "yes"}
            />
          </details>
          <SubmitButton kind="signal" busy="Sending..." sending={doing === "send"}>
            Send change
          </SubmitButton>
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
