import { useState, useSyncExternalStore } from "react";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useParams,
  useSearchParams,
} from "react-router";
import { publicProfileOf, getBusiness, jobZone } from "#ground/businesses/public.server.ts";
import { visitMarkFor } from "#ground/events/public.server.ts";
import { recordVisitLater } from "#ground/shares/public.server.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { moment } from "#platform/time/format.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { Checkbox, Field, RadioGroup, TextArea } from "#ui/field.tsx";
import { ErrorSummary } from "#ui/messages.tsx";
import { choiceAt, refuseOtherChoice } from "./choice.server.ts";
import { declineDocument, signDocument } from "./answer.server.ts";
import { answerAt, sha256Of } from "../signatures.server.ts";
import { disclosureOf } from "./disclosure.ts";
import { atSigning, senderOf } from "./open.server.ts";
import { SignaturePad } from "./pad.tsx";
import type { Drawing } from "../rules.ts";
import { declineSchema, drawingOf, signSchema } from "./schema.ts";

export const meta = ({ loaderData }: { loaderData?: { title: string } | undefined }) =>
  loaderData ? [{ title: `Sign ${loaderData.title}` }, { name: "robots", content: "noindex" }] : [];
export const headers = () => ({
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
  "Cache-Control": "no-store",
});

/** Viewing changes nothing. People who already signed see that. */
export function loader(args: LoaderFunctionArgs) {
  return answering(() =>
    atSigning(args, async (ctx, document) => {
      const answer = await answerAt(ctx, document.id);
      if (answer?.state === "signed") throw redirect(`/s/${args.params["token"]}/signed`, 303);
      const business = await getBusiness(ctx);
      const face = publicProfileOf(business);
      return {
        title: document.title,
        sha256: sha256Of(document.file),
        face,
        here: visitMarkFor(ctx, args.request, document.madeFor),
        disclosure: disclosureOf(face),
        choice: await choiceAt(ctx, document.id, Object.fromEntries(new URL(args.request.url).searchParams)),
        declined: answer ? moment(answer.at, await jobZone(ctx, answer.jobId)) : null,
      };
    }),
  );
}

/** Signs or declines, once: pressing twice or in two tabs leads to the first answer. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const form = await readForm(args.request);
    try {
      if (form["answer"] === "decline") await decline(args, form);
      else await sign(args, form);
    } catch (error) {
      return refuseForm(error, valuesOf(form));
    }
    return redirect(`/s/${args.params["token"]}/signed`, 303);
  });
}

async function sign(args: ActionFunctionArgs, form: PostedForm): Promise<void> {
  const signed = await atSigning(args, async (ctx, document) => {
    // People who already signed are shown that, whatever this form contains.
    if ((await answerAt(ctx, document.id))?.state === "signed") return null;
    const { document: shown, ...input } = form.check(signSchema);
    const { name, email, phone, zone } = input;
    const disclosure = disclosureOf(publicProfileOf(await getBusiness(ctx)));
    const choice = await choiceAt(ctx, document.id, form);
    refuseOtherChoice(choice, form);
    await signDocument(ctx, document, {
      signer: { name, email, phone, zone, ...senderOf(args) },
      input,
      disclosure,
      shown,
      choice,
    });
    return { account: ctx.account.id, link: document.id };
  });
  // Also in the link's log, beside opening and saving.
  if (signed) recordVisitLater(signed.account, args.request, signed.link, "signed");
}

async function decline(args: ActionFunctionArgs, form: PostedForm): Promise<void> {
  const { document: shown, decliner: name, reason, zone } = form.check(declineSchema);
  const declined = await atSigning(args, async (ctx, document) => {
    const { state } = await declineDocument(ctx, document, {
      signer: { name, email: "", phone: "", zone, ...senderOf(args) },
      reason,
      shown,
    });
    return { account: ctx.account.id, link: document.id, state };
  });
  if (declined.state === "declined")
    recordVisitLater(declined.account, args.request, declined.link, "declined");
}

const valuesOf = (form: PostedForm) => ({
  name: form["name"] ?? "",
  email: form["email"] ?? "",
  phone: form["phone"] ?? "",
  consent: form["consent"] === "yes",
  means: form["means"] === "typed" ? ("typed" as const) : ("drawn" as const),
  drawing: drawingOf(form["drawing"]),
  answer: form["answer"] ?? "",
  decliner: form["decliner"] ?? "",
  reason: form["reason"] ?? "",
});

const never = () => () => {};
/** Whether script runs. Without it drawing isn't offered. */
const useScript = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

export default function Sign() {
  const { title, sha256, face, here, disclosure, choice, declined } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const { token } = useParams();
  const hasScript = useScript();
  const values = failure?.values;
  const errors: Readonly<Record<string, string>> = failure
    ? { ...failure.errors, ...(failure.message ? { form: failure.message } : {}) }
    : {};
  const isDeclining = values?.answer === "decline";
  const [query] = useSearchParams();
  return (
    <ClientPage face={face} here={here}>
      <p className="label">From {face.business}</p>
      <h1 className="mt-2 wrap-anywhere">Sign {title}</h1>
      <p className="mt-6">
        <LinkButton href={`/s/${token}/file`} kind="plain" target="_blank" rel="noopener">
          Read it first (PDF, in a new tab)
        </LinkButton>
      </p>
      {declined ? (
        <p className="mt-4 max-w-measure">
          You declined on {declined.words}. You can still sign.{" "}
          <a href={`/s/${token}/signed`}>See your reply</a>.
        </p>
      ) : null}
      <form method="post" className="form mt-8" noValidate={hasScript}>
        {isDeclining ? null : <ErrorSummary errors={errors} />}
        <input type="hidden" name="document" value={sha256} />
        <DeviceZone />
        <section aria-labelledby="consent-title">
          <h2 id="consent-title">1. Signing electronically</h2>
          <ul className="mt-3 grid max-w-measure list-disc gap-2 pl-5">
            {disclosure.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </section>
        <Checkbox
          name="consent"
          label="I have read this and agree to sign electronically."
          required
          defaultChecked={values?.consent}
          error={errors["consent"]}
        />
        <h2>2. Who you are</h2>
        <Signer values={values} errors={isDeclining ? {} : errors} hasScript={hasScript} />
        {Object.entries(choice?.fields ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className="max-w-measure">
          By signing you agree to <strong className="wrap-anywhere">{title}</strong>
          {choice ? `: ${choice.statement}.` : " as shown above."}
        </p>
        <SubmitButton kind="signal" size="large" busy="Signing...">
          Sign
        </SubmitButton>
      </form>
      {declined ? null : (
        <details
          id="decline"
          className="mt-12 border-t border-rule pt-6"
          open={isDeclining || query.has("decline")}
        >
          <summary className="cursor-pointer py-2 font-semibold">I don’t want to sign this</summary>
          <p className="mt-2 max-w-measure">
            That’s okay. If you say why, such as the price or the timing, it helps{" "}
            {face.business || "the business"}.
          </p>
          <form method="post" className="form mt-4">
            {isDeclining ? <ErrorSummary errors={errors} /> : null}
            <input type="hidden" name="answer" value="decline" />
            <input type="hidden" name="document" value={sha256} />
            <DeviceZone />
            <Field
              name="decliner"
              label="Your name"
              autoComplete="name"
              maxLength={120}
              defaultValue={values?.decliner}
              error={isDeclining ? errors["decliner"] : undefined}
            />
            <TextArea
              name="reason"
              label="Your reason"
              hint={`${face.business || "The business"} will read this.`}
              maxLength={2000}
              defaultValue={values?.reason}
              error={isDeclining ? errors["reason"] : undefined}
            />
            <SubmitButton kind="plain" busy="Sending...">
              Decline
            </SubmitButton>
          </form>
        </details>
      )}
    </ClientPage>
  );
}

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sends the device's time zone with the form, if known. */
function DeviceZone() {
  const zone = useSyncExternalStore(never, deviceZone, () => "");
  return <input type="hidden" name="zone" value={zone} />;
}

interface Values {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly means: "drawn" | "typed";
  readonly drawing: Drawing | null;
}

function Signer({
  values,
  errors,
  hasScript,
}: {
  values: Values | undefined;
  errors: Readonly<Record<string, string>>;
  hasScript: boolean;
}) {
  const [means, setMeans] = useState(values?.means ?? "drawn");
  const [name, setName] = useState(values?.name ?? "");
  return (
    <>
      <Field
        name="name"
        label="Full name"
        autoComplete="name"
        required
        maxLength={120}
        defaultValue={values?.name}
        error={errors["name"]}
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        hint="We’ll send your signed copy here. No email? A phone number is fine."
        unmarked
        defaultValue={values?.email}
        error={errors["email"]}
      />
      <Field
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="tel"
        defaultValue={values?.phone}
        error={errors["phone"]}
      />
      <h2>3. Your signature</h2>
      {hasScript ? (
        <div
          onChange={({ target }) =>
            target instanceof HTMLInputElement &&
            target.name === "means" &&
            setMeans(target.value as "drawn" | "typed")
          }
        >
          <RadioGroup
            name="means"
            label="How do you want to sign?"
            defaultValue={means}
            options={[
              { value: "drawn", label: "Draw it" },
              { value: "typed", label: "Type it" },
            ]}
          />
        </div>
      ) : (
        <input type="hidden" name="means" value="typed" />
      )}
      {hasScript && means === "drawn" ? (
        <SignaturePad name="drawing" before={values?.drawing ?? undefined} error={errors["drawing"]} />
      ) : (
        <div className="grid gap-2">
          <p>Your name as typed above is your signature. It counts the same as a drawn one.</p>
          {hasScript ? (
            <div className="signature-given" aria-hidden="true">
              <p className="signature-typed">{name || "Your full name"}</p>
            </div>
          ) : null}
        </div>
      )}
    </>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
