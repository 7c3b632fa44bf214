import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { nextVersion, writeDrip } from "#features/writing/public.server.ts";
import { readForm } from "#platform/http/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { getKept } from "./kept.server.ts";
import { DripTimeline } from "./steps.tsx";
import { changeDrip, newestNumber } from "./versions.server.ts";

export const meta = () => [{ title: "Another version" }];

/** Which of the writer's versions is asked for: the second where it is not said. */
const numberIn = (typed: string | null | undefined): number => (/^(?:[1-9]|1[0-2])$/.test(typed ?? "") ? Number(typed) : 2);

/** The same brief, written anew: shown first, used only when chosen. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const drip = await getKept(ctx, args.params["dripId"] ?? "");
    const number = numberIn(new URL(args.request.url).searchParams.get("write"));
    return {
      id: drip.id,
      title: drip.title,
      number,
      next: nextVersion(number),
      text: writeDrip(drip.brief, number),
      basis: await newestNumber(ctx, drip.id),
    };
  });
}

export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const { write, basis } = await readForm(args.request);
    const drip = await getKept(ctx, args.params["dripId"] ?? "");
    const text = writeDrip(drip.brief, numberIn(write));
    const changed = await changeDrip(ctx, drip.id, { text, basis: Number(basis), made: "another" });
    if ("meanwhile" in changed)
      return data(
        { message: "Nothing was changed: the words were edited meanwhile. Look at them first, then choose again." },
        { status: 409 },
      );
    return redirect(`/account/drips/${drip.id}?saved=${changed.isNew ? changed.number : "same"}`, 303);
  });
}

export default function AnotherDrip() {
  const { id, title, number, next, text, basis } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state === "submitting";
  const address = `/account/drips/${id}/another`;
  return (
    <Page className="pb-12">
      <PageHeader title="Another version">
        Written anew from what you told us. “{title}” stays as it is until you choose this one.
      </PageHeader>
      <Form method="post" action={address} className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="write" value={number} />
        <input type="hidden" name="basis" value={basis} />
        <SubmitButton busy="Using it..." sending={sending}>
          Use this version
        </SubmitButton>
        <LinkButton href={`${address}?write=${next}`} kind="plain">
          Write another
        </LinkButton>
        <LinkButton href={`/account/drips/${id}`} kind="quiet">
          Keep what I have
        </LinkButton>
      </Form>
      <StatusLine kind="error">{refused?.message}</StatusLine>
      <p className="mt-3 text-sm text-pencil">What you have now stays under Versions.</p>
      <div className="mt-8 border-t border-rule pt-8">
        <DripTimeline text={text} />
      </div>
    </Page>
  );
}
