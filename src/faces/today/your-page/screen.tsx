import { useState } from "react";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { getBusiness, inAccount, publicProfileOf, TEXT_NAMES } from "#ground/businesses/public.server.ts";
import { ProfileFields } from "#ground/businesses/public.tsx";
import { newestPhotos } from "#ground/media/public.server.ts";
import { guideOf, listPages, profileOf, recentWorkPath, shownJobPhotos } from "#trade/leads/public.server.ts";
import { renewOffersSoon } from "#trade/magnets/public.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { changePage } from "./act.server.ts";
import { FacePart, WorkPart } from "./pictures.tsx";
import { PagePreview } from "./preview.tsx";

export const meta = () => [{ title: "Your page" }];

/** Job photos to choose from. */
const MOST_PHOTOS = 24;

/** What the page says of the business, with a live look at it. */
export function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  return inAccount(args, "business.change", async (ctx) => {
    const business = await getBusiness(ctx);
    const page = (await listPages(ctx)).find(({ closedAt }) => closedAt === null);
    // Drawn before covers were: they are there in a minute.
    if (page && !page.offer.cover) await renewOffersSoon(ctx);
    const shown = new Set(await shownJobPhotos(ctx));
    return {
      values: Object.fromEntries(TEXT_NAMES.map((name) => [name, business[name] ?? ""])),
      face: publicProfileOf(business),
      profile: await profileOf(ctx, business),
      page: page && { slug: page.slug, promise: page.offer.promise, guide: guideOf(page.offer) },
      recentPath: recentWorkPath(),
      photos: (await newestPhotos(ctx, MOST_PHOTOS)).filter((sha256) => !shown.has(sha256)),
      did: query.get("did"),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const typed: Record<string, string> = {};
  try {
    const did = await changePage(args, typed);
    return redirect(`/account/settings/page?did=${did}${did === "words" ? "" : "#pictures"}`, 303);
  } catch (error) {
    return refuseForm(error, typed);
  }
}

export default function YourPage() {
  const { values: stored, face, profile, page, photos, recentPath, did } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().formMethod === "POST";
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>();
  const errors: Readonly<Record<string, string>> = refused?.errors ?? {};
  const values = { ...stored, ...refused?.values };
  const live = { ...values, ...edited };
  const text = (name: string) => live[name]?.trim() || null;
  return (
    <Page className="pb-16">
      <PageHeader title="Your page">
        What clients see before they leave their name. Anything you leave empty isn’t shown.
      </PageHeader>
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <div>
          <Form
            method="post"
            className="form"
            onChange={(event) =>
              setEdited(
                Object.fromEntries(
                  [...new FormData(event.currentTarget)].filter(
                    (field): field is [string, string] => typeof field[1] === "string",
                  ),
                ),
              )
            }
          >
            <ErrorSummary errors={errors} />
            <ProfileFields values={values} errors={errors} />
            <SubmitButton busy="Saving..." sending={sending}>
              Save
            </SubmitButton>
            <StatusLine kind={refused ? "error" : "done"}>
              {refused ? refused.message : did === "words" ? "Saved. Your page has it now." : null}
            </StatusLine>
          </Form>
          <p className="mt-6 max-w-measure">
            Phone, hours, license and review link are in{" "}
            <a className="text-link" href="/account/settings">
              Business
            </a>
            , your logo and color in{" "}
            <a className="text-link" href="/account/settings/look">
              Look
            </a>
            , and the questions you ask in{" "}
            <a className="text-link" href="/account/settings/form">
              Your form
            </a>
            .
          </p>
          <Section title="Pictures" id="pictures">
            <FacePart face={profile.face} error={errors["face"]} did={did} sending={sending} />
            <WorkPart
              work={profile.work}
              photos={photos}
              recentPath={recentPath}
              error={errors["work"]}
              did={did}
              sending={sending}
            />
          </Section>
        </div>
        <PagePreview
          face={face}
          profile={{
            ...profile,
            person: text("personName"),
            services: text("services"),
            area: text("serviceArea"),
            words: text("introduction"),
          }}
          page={page}
        />
      </div>
    </Page>
  );
}
