import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { faceOf } from "#features/businesses/public.server.ts";
import { markOfVisit } from "#features/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { ClientErrorBoundary } from "#ui/client-error.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { Checkbox, Field } from "#ui/field.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { acceptCapture } from "./captures.server.ts";
import { captureAccepted } from "./keeper.server.ts";
import { hearSender, thanksAt } from "./door.server.ts";
import { atPage } from "./pages.server.ts";
import { captureSchema, consentWording, sourceFrom, sourceOf } from "./schema.ts";

export const handle = { static: true };

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> | undefined }) =>
  // The error page brings its own.
  loaderData
    ? [
        { title: `${loaderData.title} – ${loaderData.face.business}` },
        { name: "description", content: loaderData.promise },
        { name: "robots", content: "noindex" },
      ]
    : [];

export const headers = () => ({ "Referrer-Policy": "same-origin" });

/** Shows what is offered, or the thanks after it was asked for. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  return answering(() =>
    atPage(params["slug"] ?? "", async (ctx, page, business) => {
      // A name that the page had before. Not for good: it may get that one back.
      if (page.slug !== params["slug"])
        throw redirect(`/p/${page.slug}${url.search}`, { status: 301, headers: { "Cache-Control": "no-store" } });
      const name = business.name ?? "";
      return {
        thanks: url.searchParams.has("thanks"),
        face: faceOf(business),
        title: page.offer.title,
        promise: page.offer.promise,
        consent: consentWording(page.offer, name),
        here: markOfVisit(ctx, request) ?? "",
        submission: newId(),
        source: JSON.stringify(sourceOf(url, request.headers.get("referer"))),
      };
    }),
  );
}

/** Keeps what a client left: acknowledged only once it is durable. */
export async function action({ params, request }: ActionFunctionArgs) {
  const slug = params["slug"] ?? "";
  const form = await readForm(request);
  const values = {
    name: form["name"] ?? "",
    email: form["email"] ?? "",
    consent: form["consent"] ?? "",
    submission: form["submission"] ?? "",
    here: form["here"] ?? "",
  };
  try {
    const capture = form.check(captureSchema);
    await acceptCapture(slug, capture, sourceFrom(form["source"]));
    captureAccepted();
    hearSender(values.here);
  } catch (error) {
    // A page that is gone has no form to come back to.
    if (error instanceof AppError && error.code === "not_found") throw data({ code: error.code, message: error.message }, { status: 404 });
    return refuseForm(error, values);
  }
  return redirect(thanksAt(slug), 303);
}

export default function PersonalPage() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (page.thanks)
    return (
      <ClientPage face={page.face} here={page.here || undefined}>
        <h1>It is on its way</h1>
        <p className="mt-6 max-w-measure text-lg">
          <strong>{page.title}</strong> is going out to your mailbox now. It usually takes a minute. If you don't see it, look in the spam
          folder. If you have asked for it before, it is the mail you already have.
        </p>
        <p className="mt-4 max-w-measure">Have a question in the meantime? Answer that mail. It goes straight to {page.face.business}.</p>
      </ClientPage>
    );
  const { values, errors, message } = refused ?? {
    values: { name: "", email: "", consent: "", submission: "", here: "" },
    errors: {},
    message: null,
  };
  return (
    <ClientPage face={page.face} here={page.here || undefined}>
      <p className="label">Free guide</p>
      <h1 className="mt-2">{page.title}</h1>
      <p className="mt-4 max-w-measure text-lg">{page.promise}</p>
      <form method="post" className="form mt-8">
        <ErrorSummary errors={errors} />
        <input type="hidden" name="submission" value={values.submission || page.submission} />
        <input type="hidden" name="source" value={page.source} />
        {page.here || values.here ? <input type="hidden" name="here" value={values.here || page.here} /> : null}
        <Field name="name" label="Your name" required autoComplete="name" defaultValue={values.name} error={errors["name"]} />
        <Field
          name="email"
          label="Email"
          type="email"
          required
          autoComplete="email"
          inputMode="email"
          defaultValue={values.email}
          error={errors["email"]}
        />
        <Checkbox
          name="consent"
          value="yes"
          label={page.consent}
          required
          defaultChecked={values.consent === "yes"}
          error={errors["consent"]}
        />
        <SubmitButton busy="Sending..." wide>
          Send me the guide
        </SubmitButton>
        <StatusLine kind="error">{message}</StatusLine>
      </form>
    </ClientPage>
  );
}

/** With storage away there is no page around the form; what was typed is kept in one of its own, ready to be sent again. */
export function ErrorBoundary() {
  const refused = useActionData<typeof action>();
  if (!refused) return <ClientErrorBoundary />;
  const { values, message } = refused;
  return (
    <main id="content">
      <div className="page page-narrow py-16">
        <title>Please send it once more</title>
        <meta name="robots" content="noindex" />
        <h1>Please send it once more</h1>
        <form method="post" className="form mt-6">
          <input type="hidden" name="submission" value={values.submission} />
          <input type="hidden" name="consent" value={values.consent} />
          <Field name="name" label="Your name" required autoComplete="name" defaultValue={values.name} />
          <Field name="email" label="Email" type="email" required autoComplete="email" inputMode="email" defaultValue={values.email} />
          <SubmitButton busy="Sending..." wide>
            Send me the guide
          </SubmitButton>
          <StatusLine kind="error">{message}</StatusLine>
        </form>
      </div>
    </main>
  );
}
