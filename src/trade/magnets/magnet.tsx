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
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { dayOf } from "#platform/time/format.ts";
import { CopyButton, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Panel } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { duplicateMagnet, getMagnet } from "./data.server.ts";
import { MagnetReading, MagnetWords } from "./reading.tsx";
import { deleteMagnet, goesAt, openPageOf, restoreMagnet } from "./trash.server.ts";
import { newestNumber } from "./versions/versions.server.ts";

export const meta = ({ loaderData }: { loaderData?: { text: { title: string } } | undefined }) => [
  { title: loaderData?.text.title ?? "Lead magnet" },
];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const magnet = await getMagnet(ctx, args.params["magnetId"] ?? "", { deleted: true });
    const [number, page, zone] = await Promise.all([
      newestNumber(ctx, magnet.id),
      openPageOf(ctx, magnet.id),
      zoneOf(ctx),
    ]);
    return {
      id: magnet.id,
      title: magnet.title,
      text: magnet.text,
      number,
      link: page ? `${installation().publicUrl}/p/${page.slug}` : null,
      goes: magnet.deletedAt ? dayOf(goesAt(magnet.deletedAt), zone) : null,
      saved: new URL(args.request.url).searchParams.get("saved"),
      // A double click makes one copy.
      copyId: newId(),
    };
  });
}

export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const { intent, copy } = await readForm(args.request);
    const id = args.params["magnetId"] ?? "";
    switch (intent) {
      case "duplicate":
        return redirect(`/account/magnets/${await duplicateMagnet(ctx, id, copy ?? "")}/edit?copy`, 303);
      case "delete":
      case "delete-and-close": {
        const { inTheWay } = await deleteMagnet(ctx, id, { closing: intent === "delete-and-close" });
        if (inTheWay) return data({ inTheWay: `/p/${inTheWay.slug}` }, { status: 409 });
        return redirect(`/account/magnets?deleted=${id}`, 303);
      }
      case "restore":
        await restoreMagnet(ctx, id);
        return redirect(`/account/magnets/${id}`, 303);
      default:
        await getMagnet(ctx, id, { deleted: true });
        return redirect(`/account/magnets/${id}`, 303);
    }
  });
}

export default function MagnetPage() {
  const { id, title, text, number, link, goes, saved, copyId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigation = useNavigation();
  const doing = navigation.state === "idle" ? null : navigation.formData?.get("intent");
  if (goes)
    return (
      <Page className="pb-12">
        <PageHeader title={title} />
        <Panel className="mb-8">
          <h2 className="text-xl">This lead magnet was deleted</h2>
          <p className="mt-2">
            You can restore it until <time dateTime={goes.iso}>{goes.words}</time>. After that it’s gone for
            good.
          </p>
          <Form method="post" className="mt-4">
            <input type="hidden" name="intent" value="restore" />
            <SubmitButton busy="One moment..." sending={doing === "restore"}>
              Restore
            </SubmitButton>
          </Form>
        </Panel>
        <MagnetWords text={text} />
      </Page>
    );
  return (
    <Page className="pb-12">
      <PageHeader title={title} />
      <StatusLine kind="done" takesFocus={saved !== null}>
        {saved === null
          ? null
          : saved === "same"
            ? "No changes to save."
            : `Saved as version ${saved}.${link ? " Your personal page will have it in a minute." : ""}`}
      </StatusLine>
      {refused ? (
        <Panel tone="brick" className="mb-6">
          <div role="alert" tabIndex={-1} autoFocus>
            <h2 className="text-xl">Your personal page shares this guide</h2>
            <p className="mt-2 max-w-measure">
              Anyone who opens{" "}
              <a className="text-link" href={refused.inTheWay}>
                {refused.inTheWay}
              </a>{" "}
              can ask for it, so we didn’t delete it. Close that page first. It will say it’s closed and stop
              taking names. People who have the guide keep it.
            </p>
          </div>
          <Form method="post" className="mt-4 flex flex-wrap gap-3">
            <input type="hidden" name="intent" value="delete-and-close" />
            <SubmitButton kind="stop" busy="Closing..." sending={doing === "delete-and-close"}>
              Close the page and delete the guide
            </SubmitButton>
            <LinkButton href={`/account/magnets/${id}`} kind="plain">
              Keep both
            </LinkButton>
          </Form>
        </Panel>
      ) : null}
      <div className="mb-8 flex flex-wrap gap-3 border-y border-rule py-4">
        <LinkButton href={`/account/magnets/${id}/edit`} kind="plain" size="small">
          Edit
        </LinkButton>
        <LinkButton href={`/account/magnets/${id}/another`} kind="plain" size="small">
          Another version
        </LinkButton>
        <LinkButton href={`/account/magnets/${id}/versions`} kind="plain" size="small">
          {number === 1 ? "Versions" : `Versions (${number})`}
        </LinkButton>
        <Form method="post">
          <input type="hidden" name="intent" value="duplicate" />
          <input type="hidden" name="copy" value={copyId} />
          <SubmitButton kind="plain" size="small" busy="Copying..." sending={doing === "duplicate"}>
            Duplicate
          </SubmitButton>
        </Form>
        <Form method="post">
          <input type="hidden" name="intent" value="delete" />
          <SubmitButton kind="stop" size="small" busy="Deleting..." sending={doing === "delete"}>
            Delete
          </SubmitButton>
        </Form>
      </div>
      <MagnetReading text={text} fileAt={(format) => `/account/magnets/${id}/${format}`}>
        {link ? (
          <>
            <p className="wrap-anywhere">
              Shared at{" "}
              <a className="text-link" id="personal-link" href={link}>
                {link}
              </a>
            </p>
            <CopyButton target="personal-link">Copy the link</CopyButton>
          </>
        ) : (
          <LinkButton href={`/account/magnets/${id}/link`} kind="signal">
            Create my personal link
          </LinkButton>
        )}
      </MagnetReading>
    </Page>
  );
}
