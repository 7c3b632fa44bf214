import { useState } from "react";
import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { publicProfileOf, getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { Button, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Checkbox, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { CaptureFields } from "./fields.tsx";
import { FormChoice, NoForm } from "./choice.tsx";
import {
  ANSWER_NAMES,
  ASKS_NOTHING,
  parseAsks,
  boxesOf,
  fieldsOf,
  type FormAsks,
  type Question,
  QUESTIONS,
} from "./questions.ts";
import { formSettingsSchema } from "./settings-schema.ts";
import { saveForm } from "./submit.server.ts";
import { choosePage } from "../page/pages.server.ts";
import { consentWording, textConsentWording } from "./schema.ts";

export const meta = () => [{ title: "Your form" }];

const CHOICES = [
  { value: "off", label: "Not asked" },
  { value: "optional", label: "Optional" },
  { value: "required", label: "Required" },
];
const HINTS: Readonly<Record<Question, string>> = {
  phone: "We check that it’s a valid number.",
  address: "Where the work is.",
  need: "In their own words.",
  when: "A day or time for a call or visit.",
};

/** The settings of a page's form, and its preview. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "business.change", async (ctx) => {
    const query = new URL(args.request.url).searchParams;
    const { pages, page } = await choosePage(ctx, query.get("page"));
    const business = await getBusiness(ctx);
    const name = business.name ?? "";
    return {
      pages: pages.map(({ id, offer }) => ({ id, title: offer.title })),
      page: page && {
        id: page.id,
        title: page.offer.title,
        promise: page.offer.promise,
        asks: page.form ?? ASKS_NOTHING,
        words: { texts: textConsentWording(name), consent: consentWording(page.offer, name) },
      },
      look: publicProfileOf(business).look,
      saved: query.has("saved"),
    };
  });
}

/** Saves the settings; `do=preview` only shows them, for browsers without script. */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "business.change", async (ctx) => {
    const form = await readForm(args.request);
    const values = parseAsks((name) => form[name]);
    try {
      if (form["do"] === "preview") return { values, errors: {}, message: null, previewed: true };
      const { pageId, ...asks } = form.check(formSettingsSchema);
      await saveForm(ctx, pageId, asks);
      return redirect(`/account/settings/form?page=${encodeURIComponent(pageId)}&saved`, 303);
    } catch (error) {
      if (toAppError(error).code === "not_found") throw error;
      return refuseForm(error, values);
    }
  });
}

export default function FormSettings() {
  const { pages, page, look, saved } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const sending = useNavigation().formMethod === "POST";
  if (!page) return <NoForm title="Your form" />;
  return (
    <Page className="pb-16">
      <PageHeader title="Your form">
        What people fill in on your personal page and your own site. Every question you add loses a few
        people.
      </PageHeader>
      <FormChoice pages={pages} chosen={page.id} under="/account/settings/form" />
      <Settings key={page.id} page={page} look={look} saved={saved} sending={sending} answer={answer} />
    </Page>
  );
}

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly promise: string;
  readonly asks: FormAsks;
  readonly words: { readonly texts: string; readonly consent: string };
}

interface Answer {
  readonly values: FormAsks;
  readonly errors: Readonly<Record<string, string>>;
  readonly message: string | null;
  readonly previewed?: boolean;
}

function Settings({
  page,
  look,
  saved,
  sending,
  answer,
}: {
  page: Shown;
  look: { readonly name: string; readonly sheet: string } | null;
  saved: boolean;
  sending: boolean;
  answer: Answer | undefined;
}) {
  const current = answer?.values ?? page.asks;
  const [edited, setEdited] = useState<FormAsks>();
  const errors = answer?.errors ?? {};
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
      <div>
        <Form
          method="post"
          className="form"
          onChange={(event) => {
            const typed = new FormData(event.currentTarget);
            setEdited(parseAsks((name) => typed.get(name)));
          }}
        >
          <ErrorSummary errors={errors} />
          <input type="hidden" name="pageId" value={page.id} />
          <p>Name and email are always included, because the guide goes out by email.</p>
          {QUESTIONS.map((question) => (
            <Select
              key={question}
              name={question}
              label={ANSWER_NAMES[question]}
              hint={HINTS[question]}
              unmarked
              options={CHOICES}
              defaultValue={current[question]}
              error={errors[question]}
            />
          ))}
          <Checkbox
            name="texts"
            label="Ask permission to text"
            hint="Adds an optional checkbox with the wording the law requires. We save the wording, time, and page with each yes."
            defaultChecked={current.texts}
            error={errors["texts"]}
          />
          <Checkbox
            name="confirm"
            label="Ask people to confirm their email first"
            hint="They get an email with a button, and nothing else until they tap it. You’ll get fewer fake addresses, and some countries require it, but you’ll lose people who never open that email."
            defaultChecked={current.confirm ?? false}
            error={errors["confirm"]}
          />
          <div className="form-ways">
            <SubmitButton name="do" value="save" busy="Saving..." sending={sending}>
              Save form
            </SubmitButton>
            <noscript>
              <Button type="submit" kind="plain" name="do" value="preview">
                Preview
              </Button>
            </noscript>
          </div>
          <StatusLine kind={answer && !answer.previewed ? "error" : "done"}>
            {answer?.previewed
              ? "Preview only. Not saved yet."
              : (answer?.message ??
                (saved && !answer && isSame(edited ?? page.asks, page.asks)
                  ? "Saved. Your page and your site are up to date."
                  : null))}
          </StatusLine>
        </Form>
        <p>
          <Link
            className="text-link inline-block py-2.5"
            to={`/account/settings/form/website?page=${page.id}`}
          >
            Put this form on your site
          </Link>
        </p>
      </div>
      <Preview page={page} asks={edited ?? current} look={look} />
    </div>
  );
}

const isSame = (one: FormAsks, other: FormAsks) =>
  one.texts === other.texts &&
  Boolean(one.confirm) === Boolean(other.confirm) &&
  QUESTIONS.every((question) => one[question] === other[question]);

function Preview({
  page,
  asks,
  look,
}: {
  page: Shown;
  asks: FormAsks;
  look: { readonly name: string; readonly sheet: string } | null;
}) {
  const fields = fieldsOf(asks);
  return (
    <figure className="min-w-0" data-look={look?.name}>
      {look ? <link rel="stylesheet" href={look.sheet} precedence="look" /> : null}
      <figcaption className="label">
        What they see
        <span className="sr-only">
          : {fields.map(({ label, required }) => (required ? label : `${label} (optional)`)).join(", ")}
        </span>
      </figcaption>
      <div className="panel mt-3" inert>
        <p className="text-2xl font-semibold">{page.title}</p>
        <p className="mt-2">{page.promise}</p>
        {/* A new key per set of questions discards values typed before. */}
        <div className="form mt-6" key={JSON.stringify(asks)}>
          <CaptureFields fields={fields} boxes={boxesOf(asks, page.words)} prefix="preview-" />
          <Button>Send me the guide</Button>
        </div>
      </div>
      <p className="mt-4">
        <LinkButton href={`/account/settings/link#page-${page.id}`} kind="plain" size="small">
          The link to this page
        </LinkButton>
      </p>
    </figure>
  );
}
