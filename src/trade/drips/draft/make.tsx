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
  type DripBrief,
  dripBriefSchema,
  nextVersion,
  otherStages,
  versionsOf,
  otherLanguage,
  understoodIn,
} from "#ground/writing/public.server.ts";
import { DRIP_LIMITS } from "#ground/writing/public.tsx";
import { brand } from "#platform/config/brand.ts";
import { installation } from "#platform/config/installation.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { answering, refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { CACHE_FOR_BACK, NO_CONNECTION, useOtherSpelling } from "#platform/http/back-button.ts";
import { head } from "#platform/http/head.ts";
import { addressKey, createLimiter, refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field, Select, TextArea } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { getDrip } from "./drafts.server.ts";
import { rememberDrip, isOtherVersion } from "./cookie.server.ts";
import { beginDraft, chooseText, otherOf } from "./model-draft.server.ts";
import { DripReading } from "../reading.tsx";
import { toPlainText } from "../paper/render.ts";
import { LEAD_HINT, LEAD_LABELS } from "../labels.ts";

export const handle = { static: true };

export const meta = ({ loaderData }: { loaderData?: { made: unknown } | undefined }) =>
  head({
    title: `Write a Lead Drip: Emails and Call Scripts – ${brand}`,
    description:
      "Tell us what you sell, how far along the lead is, and what’s holding them back. You get 3 to 5 follow-up emails and 2 or 3 call scripts to paste.",
    // A finished drip is private to those with its URL.
    ...(loaderData?.made ? {} : { path: "/genLeadDrip" }),
  });

/** When to retry, and not to leak a URL with a token. */
export const headers = ({ loaderHeaders, actionHeaders }: HeadersArgs) =>
  new Headers([...loaderHeaders, ...actionHeaders]);

const FIELDS = [
  "name",
  "email",
  "company",
  "industry",
  "product",
  "leadType",
  "tone",
  "objection",
  "goal",
] as const;
const TONES = ["Friendly", "Straightforward", "Professional", "Reassuring", "Direct"];
const GOALS = ["Book a site visit", "Schedule a call", "Get a quote request", "Get a yes or a no"];
const OBJECTIONS = [
  "It's too expensive",
  "We need to think about it",
  "We want to wait until spring",
  "We already have someone",
];
/** A hint with the field's maximum length. */
const upTo = (name: keyof typeof DRIP_LIMITS, hint?: string) =>
  [hint, `Up to ${DRIP_LIMITS[name]} characters`].filter(Boolean).join(". ");
const perAddress = createLimiter({ name: "make-drip", limit: 30, windowSeconds: 600 });
const perModel = createLimiter({ name: "make-drip-model", limit: 10, windowSeconds: 600 });

const isSecure = () => installation().publicUrl.startsWith("https:");

export function loader({ request }: LoaderFunctionArgs) {
  return answering(async () => {
    const query = new URL(request.url).searchParams;
    const token = query.get("made");
    const again = query.get("again");
    if (token === null && again !== null)
      return data(
        { made: null, typed: (await getDrip(again)).brief },
        { headers: { "X-Robots-Tag": "noindex", "Referrer-Policy": "same-origin" } },
      );
    if (token === null) return data({ made: null, typed: null }, { headers: CACHE_FOR_BACK });
    const drip = await getDrip(token);
    const { brief, version } = drip;
    const other = await otherOf(token);
    const readingOther = query.get("read") === "other" && other.text !== null;
    const text = readingOther ? other.text : drip.text;
    const language = otherLanguage([brief.industry, brief.product, brief.tone, brief.objection, brief.goal]);
    const signedIn = hasSessionHint(request);
    const headers = new Headers({ "X-Robots-Tag": "noindex", "Referrer-Policy": "same-origin" });
    // "Keep it" saves the version viewed last.
    if (await isOtherVersion(request, { token, brief }))
      headers.set("Set-Cookie", rememberDrip(token, isSecure()));
    return data(
      {
        typed: null,
        made: {
          token,
          text,
          plain: toPlainText({ ...drip, text }),
          version,
          versions: versionsOf(text),
          offer: other.offer,
          readingOther,
          language,
          understood: understoodIn(brief, text),
          stages: otherStages(brief.leadType),
          signedIn,
        },
      },
      { headers },
    );
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const values = Object.fromEntries(FIELDS.map((name) => [name, form[name] ?? ""]));
  const key = addressKey(context);
  const made = new URL(request.url).searchParams.get("made");
  if (form["intent"] === "use")
    return answering(async () => {
      await chooseText((await getDrip(made ?? "")).token, form["which"] === "ours" ? "ours" : "model");
      return redirect(`/genLeadDrip?made=${made}`, 303);
    });
  const make = async (brief: DripBrief, version: number, tooOften: string) => {
    const verdict = key === undefined ? undefined : perAddress.check(key, now());
    if (verdict && !verdict.ok) return refuseTooMany(verdict, values, tooOften);
    const token = await beginDraft(brief, version, key === undefined || perModel.check(key, now()).ok);
    return redirect(`/genLeadDrip?made=${token}`, {
      status: 303,
      headers: { "Set-Cookie": rememberDrip(token, isSecure()) },
    });
  };
  if (form["intent"] === "another")
    return answering(async () => {
      const { brief, text, version } = await getDrip(made ?? "");
      return make(
        brief,
        nextVersion(version, text),
        "You’ve made a lot of lead drips in a short time. This one is still here.",
      );
    });
  if (form["intent"] === "stage")
    return answering(async () => {
      const { brief } = await getDrip(made ?? "");
      return make(
        dripBriefSchema.parse({ ...brief, leadType: form["stage"] }),
        1,
        "You’ve made a lot of lead drips in a short time. This one is still here.",
      );
    });
  try {
    return await make(
      form.check(dripBriefSchema),
      1,
      "You’ve made a lot of lead drips in a short time. What you typed is still here.",
    );
  } catch (error) {
    return refuseForm(error, values);
  }
}

export default function MakeDrip() {
  const itself = useOtherSpelling();
  const { made, typed } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (made) return <DripReading {...made} refusal={refused?.message} />;
  const values: Record<string, string> = refused?.values ?? typed ?? {};
  const errors = refused?.errors ?? {};
  const text = (name: (typeof FIELDS)[number]) => ({
    name,
    defaultValue: values[name] ?? "",
    error: errors[name],
  });
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Write a Lead Drip">
        Follow-up emails and call scripts for a lead who hasn’t said yes: 3 to 5 emails and 2 or 3 scripts,
        about your trade, ready to paste.
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
          hint={upTo("name", "We sign the emails with it")}
          required
          autoComplete="name"
        />
        <Field
          {...text("email")}
          label="Email"
          type="email"
          hint={upTo("email", "Goes under the emails so leads can reply")}
          required
          autoComplete="email"
          inputMode="email"
        />
        <Field
          {...text("company")}
          label="Company"
          hint={upTo("company")}
          required
          autoComplete="organization"
        />
        <Field {...text("industry")} label="Industry" hint={upTo("industry", "For example: deck building")} />
        <TextArea
          {...text("product")}
          label="Product or service"
          rows={2}
          required
          hint={upTo(
            "product",
            "What this lead would buy, in a few words. For example: cedar decks and screened porches",
          )}
        />
        <Select
          {...text("leadType")}
          label="How far along is the lead?"
          placeholder="Choose one"
          hint={`${LEAD_HINT} If you skip this, we assume a cold lead.`}
          options={Object.entries(LEAD_LABELS).map(([value, label]) => ({ value, label }))}
        />
        <Field {...text("tone")} label="Tone" hint={upTo("tone")} suggestions={TONES} />
        <Field
          {...text("objection")}
          label="Objection"
          hint={upTo("objection", "What this lead says instead of yes")}
          suggestions={OBJECTIONS}
        />
        <Field
          {...text("goal")}
          label="Goal"
          hint={upTo("goal", "What you want them to do next")}
          suggestions={GOALS}
        />
        <SubmitButton busy="Generating...">Write My Lead Drip</SubmitButton>
        <StatusLine kind="error">{refused?.message}</StatusLine>
      </form>
    </Page>
  );
}
