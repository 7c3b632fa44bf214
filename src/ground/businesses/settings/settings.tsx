import { useEffect } from "react";
import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
} from "react-router";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field, fieldId, Select, TextArea } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { saveBusiness } from "./save-business.server.ts";
import { DetailsFields, withChosen } from "./details-form.tsx";
import { HoursFields } from "./hours-fields.tsx";
import { getBusiness, inAccount, USUAL_ZONE_CHOICES, ZONE_CHOICES } from "../public.server.ts";
import { checkSettings, CURRENCY_CHOICES, formOf, isUsualCurrency } from "./settings-form.ts";
import { TaxesFields } from "./taxes-fields.tsx";

export const meta = () => [{ title: "Settings" }];

export function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const isWhole = query.has("every");
  return inAccount(args, "business.change", async (ctx) => {
    const values = formOf(await getBusiness(ctx));
    return {
      values,
      saved: query.has("saved"),
      isWhole,
      // Full lists of both double the rendering time.
      zones: isWhole ? ZONE_CHOICES : USUAL_ZONE_CHOICES,
      currencies: CURRENCY_CHOICES.filter(
        ({ value }) => isWhole || isUsualCurrency(value) || value === values["currency"],
      ),
    };
  });
}

export function action(args: ActionFunctionArgs) {
  return inAccount(args, "business.change", async (ctx) => {
    const form = await readForm(args.request);
    try {
      await saveBusiness(ctx, checkSettings(form));
    } catch (error) {
      const typed = Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined);
      return refuseForm(error, Object.fromEntries(typed));
    }
    return redirect("/account/settings?saved", 303);
  });
}

export default function Settings() {
  const { values: stored, saved, isWhole, zones, currencies } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const { hash } = useLocation();
  useEffect(() => {
    // The pressed link has disappeared, so focus moves to its field.
    if (isWhole && hash) document.getElementById(hash.slice(1))?.focus();
  }, [isWhole, hash]);
  const values: Readonly<Record<string, string>> = refused?.values ?? stored;
  const errors = refused?.errors ?? {};
  const of = (name: string) => ({ name, defaultValue: values[name] ?? "", error: errors[name] });
  return (
    <Page narrow>
      <PageHeader title="Settings" />
      <StatusLine kind="done">{saved && !refused ? "Saved." : null}</StatusLine>
      <Form method="post" className="form">
        <ErrorSummary errors={errors} />
        <Section title="Your business" id="business">
          <div className="form">
            <DetailsFields
              values={{
                businessName: values["businessName"] ?? "",
                postalAddress: values["postalAddress"] ?? "",
                zone: values["zone"] ?? "",
              }}
              errors={errors}
              zones={zones}
              otherZones={isWhole ? null : <ShowAll of="zone" words="Show every time zone" />}
            />
            <Field
              {...of("phone")}
              label="Phone"
              type="tel"
              autoComplete="tel"
              hint="Shown on your page the way you type it. Clients tap it to call."
            />
            <Field
              {...of("licenceNumber")}
              label="License number"
              autoComplete="off"
              hint="Many states require it wherever you advertise. It goes at the bottom of your page."
            />
            <HoursFields values={values} errors={errors} />
          </div>
        </Section>
        <Section title="Email" id="mail">
          <div className="form">
            <Field
              {...of("replyAddress")}
              label="Replies go to"
              type="email"
              autoComplete="email"
              unmarked
              hint="Where client replies go."
            />
            <TextArea
              {...of("signature")}
              label="Signature"
              rows={4}
              hint="How your emails end: your name, what you do, how to reach you. Up to six lines."
            />
          </div>
        </Section>
        <Section title="Follow-up" id="follow-up">
          <div className="form">
            <Field
              {...of("reviewLink")}
              label="Review link"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              hint="Where clients can review your work: the link from your Google or Facebook page. Follow-up after a job points there."
            />
            <HoursFields week="sending" values={values} errors={errors} />
          </div>
        </Section>
        <Section title="Prices" id="prices">
          <div className="form">
            <Select
              {...of("currency")}
              label="Currency"
              unmarked
              hint={isWhole ? undefined : <ShowAll of="currency" words="Show every currency" />}
              options={withChosen(currencies, values["currency"])}
              defaultValue={values["currency"] ?? "USD"}
            />
            <TaxesFields values={values} errors={errors} />
          </div>
        </Section>
        <SubmitButton busy="Saving..." sending={sending}>
          Save
        </SubmitButton>
        <StatusLine kind="error">{refused?.message}</StatusLine>
      </Form>
    </Page>
  );
}

/** A link from the usual choices to the whole list. With script, typed values are preserved. */
function ShowAll({ of, words }: { of: string; words: string }) {
  return (
    <Link className="text-link" to={`?every#${fieldId(of)}`} preventScrollReset replace>
      {words}
    </Link>
  );
}
