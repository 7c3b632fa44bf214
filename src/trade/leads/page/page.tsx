import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { publicProfileOf } from "#ground/businesses/public.server.ts";
import { visitMarkFor } from "#ground/events/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { now } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { addressKey } from "#platform/http/limits/limits.server.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { SubmitButton } from "#ui/button.tsx";
import { ClientErrorBoundary } from "#ui/client-error.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { CaptureFields } from "../form/fields.tsx";
import { readSender, thanksPath } from "../capture/post-form.server.ts";
import { definitionOf } from "../form/definition.server.ts";
import { shownMark } from "../form/shown-mark.server.ts";
import { ASKS_NOTHING, FIELD_LABELS, fieldsOf, QUESTIONS } from "../form/questions.ts";
import { submitForm } from "../form/submit.server.ts";
import { atPage } from "./pages.server.ts";
import { referrerOf } from "./referrals.server.ts";
import { sourceFrom, sourceOf, sourceOfSender } from "./source.ts";
import { SHOWN } from "../form/trap.ts";
import { Trap } from "../form/trap-field.tsx";
import { AboutBusiness, FromBusiness, GuideInside } from "../profile/parts.tsx";
import { guideOf, profileOf } from "../profile/profile.server.ts";
import { loadThanks } from "./thanks.server.ts";
import { Thanks } from "./thanks.tsx";

export const handle = { static: true, lightFonts: true };

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> | undefined }) =>
  // The error page sets its own.
  loaderData
    ? [
        { title: `${loaderData.title} – ${loaderData.face.business}` },
        { name: "description", content: loaderData.promise },
        { name: "robots", content: "noindex" },
      ]
    : [];

export const headers = () => ({ "Referrer-Policy": "same-origin" });

/** The offer and its form, or the thank-you after a submission. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  return answering(() =>
    atPage(params["slug"] ?? "", async (ctx, page, business) => {
      // An earlier slug of the page. Not cached, because the page may change back to it.
      if (page.slug !== params["slug"])
        throw redirect(`/p/${page.slug}${url.search}`, {
          status: 301,
          headers: { "Cache-Control": "no-store" },
        });
      const { boxes, action } = definitionOf(page, business);
      const [profile, thanks] = await Promise.all([
        profileOf(ctx, business),
        loadThanks(ctx, page, { query: url.searchParams, who: business.personName ?? business.name ?? "" }),
      ]);
      const source = sourceOf(url, request.headers.get("referer"));
      const referrer = await referrerOf(ctx, source);
      return {
        // A first name is all that a visitor learns of who sent them.
        referrer: referrer ? greetingName(referrer.name) : "",
        thanks,
        profile,
        guide: guideOf(page.offer),
        card: `/p/${page.slug}/contact`,
        face: publicProfileOf(business),
        title: page.offer.title,
        promise: page.offer.promise,
        here: visitMarkFor(ctx, request) ?? "",
        asks: page.form ?? ASKS_NOTHING,
        boxes,
        action,
        submission: newId(),
        shown: shownMark(now()),
        source: JSON.stringify(source),
      };
    }),
  );
}

const TYPED = ["name", "email", ...QUESTIONS, "texts", "consent", "submission", "here", SHOWN] as const;
type Typed = Partial<Record<(typeof TYPED)[number], string>>;

/**
 * Stores a submission, acknowledged only after it is durable. Other sites post their plain HTML forms here
 * too, so nothing may depend on who is signed in.
 */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const slug = params["slug"] ?? "";
  const form = await readForm(request);
  const values: Typed = Object.fromEntries(TYPED.map((name) => [name, form[name] ?? ""]));
  let sent: { readonly email: string };
  try {
    const own = [new URL(request.url).origin, new URL(installation().publicUrl).origin];
    const source = form["source"]
      ? sourceFrom(form["source"])
      : sourceOfSender(request.headers.get("referer"), own);
    sent = await submitForm(slug, form.check, source, { fields: form, network: addressKey(context) });
    readSender(values.here);
  } catch (error) {
    // A closed page has no form to return to.
    if (error instanceof AppError && error.code === "not_found")
      throw data({ code: error.code, message: error.message }, { status: 404 });
    return refuseForm(error, values);
  }
  return redirect(thanksPath(slug, sent.email), 303);
}

export default function PersonalPage() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (page.thanks) return <Thanks page={page} thanks={page.thanks} confirms={page.asks.confirm ?? false} />;
  const {
    values,
    errors,
    message,
  }: { values: Typed; errors: Readonly<Record<string, string>>; message: string | null } = refused ?? {
    values: {},
    errors: {},
    message: null,
  };
  // If the owner removed a question while someone was filling it in, their answer stays visible until they
  // submit.
  const typed = QUESTIONS.filter((question) => page.asks[question] === "off" && values[question]);
  const fields = fieldsOf({
    ...page.asks,
    ...Object.fromEntries(typed.map((question) => [question, "optional"])),
  });
  return (
    <ClientPage face={page.face} here={page.here || undefined} wide>
      <div className="offer">
        <div className="offer-what">
          {page.referrer ? <p className="mb-4">{page.referrer} sent you here.</p> : null}
          <p className="label">Free guide</p>
          <h1 className="mt-2">{page.title}</h1>
          <p className="mt-4 max-w-measure text-lg">{page.promise}</p>
          <FromBusiness face={page.face} profile={page.profile} />
          <GuideInside guide={page.guide} />
        </div>
        <form method="post" className="form offer-form">
          <ErrorSummary errors={errors} />
          <input type="hidden" name="submission" value={values.submission || page.submission} />
          <input type="hidden" name="source" value={page.source} />
          {/* The time the form was first shown: correcting one field quickly is not suspicious. */}
          <input type="hidden" name={SHOWN} value={values.shown || page.shown} />
          <Trap />
          {page.here || values.here ? (
            <input type="hidden" name="here" value={values.here || page.here} />
          ) : null}
          <CaptureFields fields={fields} boxes={page.boxes} values={values} errors={errors} />
          <SubmitButton busy="Sending..." wide>
            {page.action}
          </SubmitButton>
          <StatusLine kind="error">{message}</StatusLine>
        </form>
        <div className="offer-who">
          <AboutBusiness face={page.face} profile={page.profile} />
        </div>
      </div>
    </ClientPage>
  );
}

/**
 * When the database is down, the loader fails too; this form preserves what was typed, so it can be sent
 * again.
 */
export function ErrorBoundary() {
  const refused = useActionData<typeof action>();
  if (!refused) return <ClientErrorBoundary />;
  const { values, message } = refused;
  return (
    <main id="content">
      <div className="page page-narrow py-16">
        <title>Please send it again</title>
        <meta name="robots" content="noindex" />
        <h1>Please send it again</h1>
        <form method="post" className="form mt-6">
          <input type="hidden" name="submission" value={values.submission} />
          <input type="hidden" name="consent" value={values.consent} />
          <input type="hidden" name="texts" value={values.texts} />
          <Field name="name" label="Your name" required autoComplete="name" defaultValue={values.name} />
          <Field
            name="email"
            label="Email"
            type="email"
            required
            autoComplete="email"
            inputMode="email"
            defaultValue={values.email}
          />
          {/* The page's questions are unknown here; show only those that were answered. */}
          {QUESTIONS.filter((question) => values[question]).map((question) => (
            <TextArea
              key={question}
              name={question}
              label={FIELD_LABELS[question]}
              rows={2}
              defaultValue={values[question]}
            />
          ))}
          <SubmitButton busy="Sending..." wide>
            Send me the guide
          </SubmitButton>
          <StatusLine kind="error">{message}</StatusLine>
        </form>
      </div>
    </main>
  );
}
