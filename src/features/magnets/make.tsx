import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { hasSessionHint } from "#features/identity/public.server.ts";
import { magnetBriefSchema } from "#features/writing/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { clientAddressContext, directLoopbackContext } from "#platform/http/contexts.ts";
import { readForm } from "#platform/http/form.server.ts";
import { createLimiter, refuseTooMany } from "#platform/http/limits.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { getDraft, makeDraft, rememberDraft } from "./drafts.server.ts";
import { MagnetReading } from "./reading.tsx";

export const handle = { static: true };

export const meta = ({ loaderData }: { loaderData?: { made: unknown } | undefined }) => [
  { title: "Make a lead magnet in 60 seconds" },
  // A finished magnet is for whoever holds its address.
  ...(loaderData?.made ? [{ name: "robots", content: "noindex" }] : []),
  {
    name: "description",
    content: "Tell us who you are and who you want to reach. You get a finished guide to give away, as a PDF and as text.",
  },
];

const FIELDS = ["name", "email", "company", "product", "targetAudience", "goal", "tone", "topic"] as const;
const TONES = ["Friendly", "Straightforward", "Professional", "Warm", "Confident"];
const GOALS = ["Get more quote requests", "Book more site visits", "Show people I know my trade", "Win back past clients"];
const perAddress = createLimiter({ name: "make-magnet", limit: 30, windowSeconds: 600 });

/** The form, or the finished magnet that `?made=` names. */
export function loader({ request }: LoaderFunctionArgs) {
  return answering(async () => {
    const token = new URL(request.url).searchParams.get("made");
    if (token === null) return { made: null };
    const draft = await getDraft(token);
    return { made: { token, text: draft.text, signedIn: hasSessionHint(request) } };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const values = Object.fromEntries(FIELDS.map((name) => [name, form[name] ?? ""]));
  try {
    const brief = form.check(magnetBriefSchema);
    if (!context.get(directLoopbackContext)) {
      const verdict = perAddress.check(context.get(clientAddressContext), now());
      if (!verdict.ok) return refuseTooMany(verdict, values, "That was a lot of guides in a short time. What you typed is still here.");
    }
    const token = await makeDraft(brief);
    const secure = installation().publicUrl.startsWith("https:");
    return redirect(`/genLeadMagnet?made=${token}`, { status: 303, headers: { "Set-Cookie": rememberDraft(token, secure) } });
  } catch (error) {
    return refuseForm(error, values);
  }
}

export default function MakeMagnet() {
  const { made } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (made)
    return (
      <Page>
        <PageHeader title="Here is your lead magnet">Read it through. Every word is yours to give away.</PageHeader>
        <MagnetReading text={made.text} fileAt={(format) => `/genLeadMagnet/${format}/${made.token}`}>
          <LinkButton href={made.signedIn ? "/account/dashboard" : "/register"} kind="signal">
            Keep it in my account
          </LinkButton>
        </MagnetReading>
        <p className="mt-10">
          <a href="/genLeadMagnet">Make another one</a>
        </p>
      </Page>
    );
  const values: Record<string, string> = refused?.values ?? {};
  const errors = refused?.errors ?? {};
  const text = (name: (typeof FIELDS)[number]) => ({ name, defaultValue: values[name] ?? "", error: errors[name] });
  return (
    <Page narrow>
      <PageHeader title="Make a lead magnet">
        A short guide that answers what your clients ask before they hire somebody. It takes about 60 seconds.
      </PageHeader>
      <form method="post" className="form" data-busy="Generating...">
        <ErrorSummary errors={errors} />
        <Field {...text("name")} label="Name" required autoComplete="name" />
        <Field {...text("email")} label="Email" type="email" required autoComplete="email" inputMode="email" />
        <Field {...text("company")} label="Company" autoComplete="organization" />
        <TextArea {...text("product")} label="Product or service" rows={2} hint="For example: cedar and composite decks, built to code" />
        <Field {...text("targetAudience")} label="Target audience" hint="For example: homeowners in Denver with an old deck" />
        <Field {...text("goal")} label="Goal" suggestions={GOALS} />
        <Field {...text("tone")} label="Tone" suggestions={TONES} />
        <Field {...text("topic")} label="Topic" hint="What people ask you about most" />
        <SubmitButton busy="Generating...">Make my lead magnet</SubmitButton>
        <StatusLine kind="error">{refused?.message}</StatusLine>
      </form>
    </Page>
  );
}
