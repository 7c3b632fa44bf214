import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { hasSessionHint } from "#ground/identity/public.server.ts";
import {
  guideMiss,
  guidesBeside,
  type MagnetBrief,
  magnetBriefSchema,
  nextVersion,
  versionsOf,
  otherLanguage,
} from "#ground/writing/public.server.ts";
import { AnotherVersion, BRIEF_LIMITS, EnglishNote, OtherVersion } from "#ground/writing/public.tsx";
import { brand } from "#platform/config/brand.ts";
import { installation } from "#platform/config/installation.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { CACHE_FOR_BACK, NO_CONNECTION, useOtherSpelling } from "#platform/http/back-button.ts";
import { head } from "#platform/http/head.ts";
import { addressKey, createLimiter, refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { beginDraft, chooseText, otherOf } from "./model-draft.server.ts";
import { getDraft, rememberDraft, isOtherVersion } from "./drafts.server.ts";
import { MagnetReading } from "../reading.tsx";

export const handle = { static: true };

export const meta = ({ loaderData }: { loaderData?: { made: unknown } | undefined }) =>
  head({
    title: `Make a Lead Magnet in 60 Seconds – ${brand}`,
    description:
      "Tell us who you are and who you want to reach. You get a finished guide to share, as a PDF and as text.",
    // A finished guide is private to those with its URL.
    ...(loaderData?.made ? {} : { path: "/genLeadMagnet" }),
  });

const FIELDS = ["name", "email", "company", "product", "targetAudience", "goal", "tone", "topic"] as const;
const TONES = ["Friendly", "Straightforward", "Professional", "Warm", "Confident"];
const GOALS = [
  "Get more quote requests",
  "Book more site visits",
  "Show people I know my trade",
  "Win back past clients",
];
/** Why the guide isn't about what was asked for. */
const MISSES = {
  subject:
    "We may not have a guide on exactly that yet. This is the closest we have. We’ve noted what you asked for.",
  trade:
    "We don’t have guides for your trade yet, so this is one for anyone who hires a pro. We’ve noted what you asked for.",
} as const;
/** A hint with the field's maximum length. */
const upTo = (name: keyof typeof BRIEF_LIMITS, hint?: string) =>
  [hint, `Up to ${BRIEF_LIMITS[name]} characters`].filter(Boolean).join(". ");
const perAddress = createLimiter({ name: "make-magnet", limit: 30, windowSeconds: 600 });
const perModel = createLimiter({ name: "make-magnet-model", limit: 10, windowSeconds: 600 });

/** When to retry, and not to leak a URL with a token. */
export const headers = ({ loaderHeaders, actionHeaders }: HeadersArgs) =>
  new Headers([...loaderHeaders, ...actionHeaders]);

const isSecure = () => installation().publicUrl.startsWith("https:");
export function loader({ request }: LoaderFunctionArgs) {
  return answering(async () => {
    const query = new URL(request.url).searchParams;
    const token = query.get("made");
    if (token === null) return data({ made: null }, { headers: CACHE_FOR_BACK });
    const { text, version, brief } = await getDraft(token);
    const other = await otherOf(token);
    const readingOther = query.get("read") === "other" && other.text !== null;
    const language = otherLanguage([
      brief.product,
      brief.targetAudience,
      brief.goal,
      brief.tone,
      brief.topic,
    ]);
    const made = {
      token,
      text: readingOther ? other.text : text,
      version,
      versions: versionsOf(text),
      others: readingOther ? [] : guidesBeside(text, brief),
      miss: readingOther ? null : guideMiss(text, brief),
      offer: other.offer,
      readingOther,
      language,
      signedIn: hasSessionHint(request),
    };
    const headers = new Headers({ "X-Robots-Tag": "noindex", "Referrer-Policy": "same-origin" });
    // "Keep it" saves the version viewed last.
    if (await isOtherVersion(request, { token, brief }))
      headers.set("Set-Cookie", rememberDraft(token, isSecure()));
    return data({ made }, { headers });
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const values = Object.fromEntries(FIELDS.map((name) => [name, form[name] ?? ""]));
  const key = addressKey(context);
  const made = new URL(request.url).searchParams.get("made");
  if (form["intent"] === "use")
    return answering(async () => {
      await chooseText((await getDraft(made ?? "")).token, form["which"] === "ours" ? "ours" : "model");
      return redirect(`/genLeadMagnet?made=${made}`, 303);
    });
  const make = async (brief: MagnetBrief, version: number, tooOften: string, guide?: string) => {
    const verdict = key === undefined ? undefined : perAddress.check(key, now());
    if (verdict && !verdict.ok) return refuseTooMany(verdict, values, tooOften);
    const token = await beginDraft(brief, version, key === undefined || perModel.check(key, now()).ok, guide);
    return redirect(`/genLeadMagnet?made=${token}`, {
      status: 303,
      headers: { "Set-Cookie": rememberDraft(token, isSecure()) },
    });
  };
  if (form["intent"] === "another" || form["intent"] === "guide")
    return answering(async () => {
      const { brief, text, version } = await getDraft(made ?? "");
      const isOther = form["intent"] === "guide";
      return make(
        brief,
        isOther ? 1 : nextVersion(version, text),
        "You’ve made a lot of guides in a short time. This one is still here.",
        isOther ? form["guide"] : text.version === 2 ? text.guide : undefined,
      );
    });
  try {
    return await make(
      form.check(magnetBriefSchema),
      1,
      "You’ve made a lot of guides in a short time. What you typed is still here.",
    );
  } catch (error) {
    return refuseForm(error, values);
  }
}

export default function MakeMagnet() {
  const itself = useOtherSpelling();
  const { made } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (made)
    return (
      <Page className="pb-16">
        <PageHeader title="Here Is Your Lead Magnet">Read it through. It’s yours to share.</PageHeader>
        <EnglishNote language={made.language} />
        <OtherVersion
          page="/genLeadMagnet"
          token={made.token}
          offer={made.offer}
          readingOther={made.readingOther}
        />
        {made.miss ? <p className="mb-4 max-w-measure">{MISSES[made.miss]}</p> : null}
        {made.others.length > 0 ? (
          <form method="post" action={`/genLeadMagnet?made=${made.token}`} className="mb-8 max-w-measure">
            <input type="hidden" name="intent" value="guide" />
            <p className="flex flex-wrap items-baseline gap-x-5">
              <span>
                {made.miss ? "Others that may fit:" : "Not the guide you had in mind? Try another:"}
              </span>
              {made.others.map(({ id, title }) => (
                <SubmitButton key={id} kind="quiet" size="small" name="guide" value={id} busy="Writing...">
                  {title}
                </SubmitButton>
              ))}
            </p>
          </form>
        ) : null}
        <MagnetReading
          text={made.text}
          fileAt={(format) =>
            `/genLeadMagnet/${format}/${made.token}${made.readingOther ? "?read=other" : ""}`
          }
        >
          {made.readingOther ? null : (
            <>
              <LinkButton href={made.signedIn ? "/account/dashboard" : "/register"} kind="signal">
                Save to my account
              </LinkButton>
              <AnotherVersion
                page="/genLeadMagnet"
                token={made.token}
                version={made.version}
                versions={made.versions}
                whole={made.text.version === 2 ? "guide" : undefined}
                refusal={refused?.message}
              />
            </>
          )}
        </MagnetReading>
        {made.signedIn ? (
          <p className="mt-10">
            <LinkButton href="/genLeadMagnet" kind="plain">
              Make another one
            </LinkButton>
          </p>
        ) : (
          <p className="mt-10 max-w-measure">
            Not right yet?{" "}
            <a className="text-link" href="/genLeadMagnet">
              Start over
            </a>
            . The next ones need a free account.
          </p>
        )}
      </Page>
    );
  const values: Record<string, string> = refused?.values ?? {};
  const errors = refused?.errors ?? {};
  const text = (name: (typeof FIELDS)[number]) => ({
    name,
    defaultValue: values[name] ?? "",
    error: errors[name],
  });
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Make a Lead Magnet">
        A short guide that answers what your clients ask before they hire someone. It takes about 60 seconds.
      </PageHeader>
      <form
        method="post"
        action={itself}
        className="form"
        data-busy="Generating..."
        data-lost={NO_CONNECTION}
      >
        <ErrorSummary errors={errors} />
        <Field
          {...text("name")}
          label="Name"
          hint={upTo("name", "The person clients should contact")}
          required
          autoComplete="name"
        />
        <Field
          {...text("email")}
          label="Email"
          type="email"
          hint={upTo("email", "Goes on the last page so readers can reach you")}
          required
          autoComplete="email"
          inputMode="email"
        />
        <Field {...text("company")} label="Company" hint={upTo("company")} autoComplete="organization" />
        <TextArea
          {...text("product")}
          label="Product or service"
          rows={2}
          hint={upTo("product", "For example: cedar and composite decks, built to code")}
        />
        <Field
          {...text("targetAudience")}
          label="Target audience"
          hint={upTo("targetAudience", "For example: homeowners in Denver with an old deck")}
        />
        <Field {...text("goal")} label="Goal" hint={upTo("goal")} suggestions={GOALS} />
        <Field {...text("tone")} label="Tone" hint={upTo("tone")} suggestions={TONES} />
        <Field {...text("topic")} label="Topic" hint={upTo("topic", "What people ask you about most")} />
        <SubmitButton busy="Generating...">Make My Lead Magnet</SubmitButton>
        <StatusLine kind="error">{refused?.message}</StatusLine>
      </form>
    </Page>
  );
}
