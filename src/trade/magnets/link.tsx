import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { DetailsFields } from "#ground/businesses/public.tsx";
import {
  businessDetailsSchema,
  getBusiness,
  actInAccount,
  inAccount,
  saveBusinessDetails,
  ZONE_CHOICES,
} from "#ground/businesses/public.server.ts";
import { findPageOfMagnet, openPage } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { CopyButton, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { drawOffer, getMagnet, saveOffer, planOffer } from "./data.server.ts";
import { renewOffersSoon } from "./paper/renew.server.ts";

export const meta = () => [{ title: "Your personal link" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const magnet = await getMagnet(ctx, args.params["magnetId"] ?? "");
    const page = await findPageOfMagnet(ctx, magnet.id);
    const business = await getBusiness(ctx);
    return {
      magnetId: magnet.id,
      title: magnet.title,
      link: page && !page.closedAt ? `${installation().publicUrl}/p/${page.slug}` : null,
      known: business.name !== null && business.zone !== null,
      hasAddress: business.postalAddress !== null,
      // The brief has these already.
      values: {
        businessName: business.name ?? magnet.brief.company,
        postalAddress: business.postalAddress ?? "",
        zone: business.zone ?? "",
      },
      zones: ZONE_CHOICES,
    };
  });
}

/** Stores the PDF and opens the page. Rendering and storing are slow, so no transaction is open meanwhile. */
export async function action(args: ActionFunctionArgs) {
  const magnetId = args.params["magnetId"] ?? "";
  const form = await readForm(args.request);
  const refuse = (error: unknown) =>
    refuseForm(error, {
      businessName: form["businessName"] ?? "",
      postalAddress: form["postalAddress"] ?? "",
      zone: form["zone"] ?? "",
    });
  try {
    const plan = await actInAccount(args, "work.write", async (ctx) =>
      planOffer(ctx, magnetId, await settleName(ctx, form)),
    );
    const drawn = await drawOffer(plan);
    await actInAccount(args, "work.write", async (ctx) => {
      await openPage(ctx, plan.business.name ?? "", await saveOffer(ctx, drawn));
      // The PDF's QR code can link to the page only now that its URL is known.
      if (plan.page === undefined) await renewOffersSoon(ctx);
    });
  } catch (error) {
    return refuse(error);
  }
  return redirect(`/account/magnets/${magnetId}/link`, 303);
}

// Asked once: with name and zone on file the form is a single button.
async function settleName(ctx: AccountContext, form: Awaited<ReturnType<typeof readForm>>): Promise<string> {
  const business = await getBusiness(ctx);
  if (business.name !== null && business.zone !== null) return business.name;
  const details = form.check(businessDetailsSchema);
  await saveBusinessDetails(ctx, details);
  return details.businessName;
}

export default function PersonalLink() {
  const { magnetId, title, link, known, hasAddress, values: stored, zones } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  if (link)
    return (
      <Page narrow>
        <PageHeader title="Your personal link">
          Anyone with the link can ask for “{title}”. They’ll show up on Today, and follow-up starts by
          itself.
        </PageHeader>
        <p className="text-xl">
          <a className="text-link wrap-anywhere" id="personal-link" href={link}>
            {link}
          </a>
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <CopyButton target="personal-link">Copy the link</CopyButton>
          <LinkButton href="/account/dashboard" kind="plain">
            Go to Today
          </LinkButton>
        </div>
        {hasAddress ? null : (
          <p className="mt-6 max-w-measure">
            You don’t have a mailing address on file. People can leave their names, but no email goes out
            until you add one in{" "}
            <a className="text-link" href="/account/settings">
              your settings
            </a>
            .
          </p>
        )}
      </Page>
    );
  const errors = refused?.errors ?? {};
  return (
    <Page narrow>
      <PageHeader title="Your personal link">
        {known
          ? `One short link where people can ask for “${title}”.`
          : `Three things first. We only ask once, and clients see them in every email.`}
      </PageHeader>
      <Form method="post" className="form">
        <ErrorSummary errors={errors} />
        {known ? null : <DetailsFields values={refused?.values ?? stored} errors={errors} zones={zones} />}
        <SubmitButton busy="Making it..." sending={sending}>
          Create my personal link
        </SubmitButton>
        <StatusLine kind="error">{refused?.message}</StatusLine>
      </Form>
      <p className="mt-6">
        <a className="text-link inline-block py-2.5" href={`/account/magnets/${magnetId}`}>
          Back to the lead magnet
        </a>
      </p>
    </Page>
  );
}
