import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { DetailsFields } from "./details-form.tsx";
import { businessDetailsSchema, getBusiness, inAccount, saveBusinessDetails, ZONE_CHOICES } from "./public.server.ts";

export const meta = () => [{ title: "Settings" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, async (ctx) => {
    const business = await getBusiness(ctx);
    return {
      values: {
        businessName: business.name ?? "",
        postalAddress: business.postalAddress ?? "",
        zone: business.zone ?? "",
        replyAddress: business.replyAddress ?? "",
      },
      email: ctx.user?.email ?? "",
      verified: ctx.user?.emailVerified ?? false,
      saved: new URL(args.request.url).searchParams.has("saved"),
      zones: ZONE_CHOICES,
    };
  });
}

export function action(args: ActionFunctionArgs) {
  return inAccount(args, async (ctx) => {
    const form = await readForm(args.request);
    try {
      await saveBusinessDetails(ctx, form.check(businessDetailsSchema));
    } catch (error) {
      return refuseForm(error, {
        businessName: form["businessName"] ?? "",
        postalAddress: form["postalAddress"] ?? "",
        zone: form["zone"] ?? "",
        replyAddress: form["replyAddress"] ?? "",
      });
    }
    return redirect("/account/settings?saved", 303);
  });
}

export default function Settings() {
  const { values: stored, email, verified, saved, zones } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const values = refused?.values ?? stored;
  const errors = refused?.errors ?? {};
  return (
    <Page narrow>
      <PageHeader title="Settings" />
      <Section title="Your business" id="business">
        <Form method="post" className="form mt-6">
          <ErrorSummary errors={errors} />
          <DetailsFields values={values} errors={errors} zones={zones} />
          <Field
            name="replyAddress"
            label="Replies go to"
            type="email"
            autoComplete="email"
            defaultValue={values.replyAddress}
            error={errors["replyAddress"]}
          />
          <SubmitButton busy="Saving..." sending={sending}>
            Save
          </SubmitButton>
          <StatusLine kind={refused ? "error" : "done"}>{refused ? refused.message : saved ? "Saved." : null}</StatusLine>
        </Form>
      </Section>
      <Section title="You" id="you">
        <DataList
          items={[
            ["Email", email],
            ["Address", verified ? "Verified" : "Not verified yet: open the link we mailed you"],
          ]}
        />
      </Section>
    </Page>
  );
}
