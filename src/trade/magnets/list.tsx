import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { listPages } from "#trade/leads/public.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { dayOf } from "#platform/time/format.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { listMagnets } from "./data.server.ts";
import { goesAt, listDeleted, restoreMagnet } from "./trash.server.ts";

export const meta = () => [{ title: "Lead magnets" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const [zone, magnets, deleted, pages] = await Promise.all([
      zoneOf(ctx),
      listMagnets(ctx),
      listDeleted(ctx),
      listPages(ctx),
    ]);
    const { searchParams } = new URL(args.request.url);
    return {
      justDeleted: deleted.find(({ id }) => id === searchParams.get("deleted"))
        ? searchParams.get("deleted")
        : null,
      restored: magnets.find(({ id }) => id === searchParams.get("restored"))?.title ?? null,
      magnets: magnets.map(({ id, title, text, createdAt, updatedAt }) => ({
        id,
        title,
        readers: text.readers,
        made: dayOf(createdAt, zone),
        changed: updatedAt ? dayOf(updatedAt, zone) : null,
        picture: `/account/magnets/${id}/cover?at=${(updatedAt ?? createdAt).epochMilliseconds}`,
        slug: pages.find((page) => page.offer.magnetId === id && page.closedAt === null)?.slug ?? null,
      })),
      deleted: deleted.map(({ id, title, deletedAt }) => ({
        id,
        title,
        goes: dayOf(goesAt(deletedAt!), zone),
      })),
    };
  });
}

/** `Undo`: restores a deleted guide. */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const { restore } = await readForm(args.request);
    const { id } = await restoreMagnet(ctx, restore ?? "");
    return redirect(`/account/magnets?restored=${id}`, 303);
  });
}

export default function Magnets() {
  const { magnets, deleted, justDeleted, restored } = useLoaderData<typeof loader>();
  const make = <LinkButton href="/genLeadMagnet">Make a lead magnet</LinkButton>;
  const undoable = deleted.find(({ id }) => id === justDeleted);
  return (
    <Page className="pb-12">
      <PageHeader title="Lead magnets" action={magnets.length ? make : undefined}>
        Guides to share. Each one can have its own personal link.
      </PageHeader>
      {undoable ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-5">
          <StatusLine kind="done" takesFocus>{`Deleted “${undoable.title}”.`}</StatusLine>
          <div>
            <RestoreButton id={undoable.id} title={undoable.title} words="Undo" />
          </div>
        </div>
      ) : (
        <StatusLine kind="done" takesFocus={restored !== null}>
          {restored === null ? null : `“${restored}” is back.`}
        </StatusLine>
      )}
      {magnets.length ? (
        <ul className="kept-list" aria-label="Your lead magnets">
          {magnets.map(({ id, title, readers, made, changed, picture, slug }) => (
            <li key={id}>
              <img src={picture} alt="" width={612} height={792} loading="lazy" />
              <div>
                <h2 className="text-xl wrap-anywhere">
                  <a href={`/account/magnets/${id}`}>{title}</a>
                </h2>
                <p className="mt-1 wrap-anywhere">{readers}</p>
                <p className="mt-1 text-sm text-pencil">
                  Made <time dateTime={made.iso}>{made.words}</time>
                  {changed ? (
                    <>
                      , changed <time dateTime={changed.iso}>{changed.words}</time>
                    </>
                  ) : null}
                </p>
                <p className="mt-1 text-sm">
                  {slug ? (
                    <>
                      Personal link:{" "}
                      <a className="text-link" href={`/account/magnets/${id}/link`}>{`/p/${slug}`}</a>
                    </>
                  ) : (
                    <a className="text-link" href={`/account/magnets/${id}/link`}>
                      Create a personal link
                    </a>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="No lead magnets yet" action={make}>
          Tell us who you are and who you want to reach. A minute later you have a guide to share, as a PDF
          and as text.
        </EmptyState>
      )}
      <p className="my-8">
        <a className="text-link" href="/account/follow-up">
          Follow-up
        </a>
      </p>
      {deleted.length ? (
        <Section title="Deleted" id="deleted">
          <ul className="kept-list" data-plain="">
            {deleted.map(({ id, title, goes }) => (
              <li key={id}>
                <p className="wrap-anywhere">
                  <a href={`/account/magnets/${id}`}>{title}</a>
                </p>
                <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
                  <RestoreButton id={id} title={title} words="Restore" />
                  <span className="text-sm text-pencil">
                    Deleted for good on <time dateTime={goes.iso}>{goes.words}</time>
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </Page>
  );
}

function RestoreButton({ id, title, words }: { id: string; title: string; words: string }) {
  const navigation = useNavigation();
  return (
    <Form method="post" action="/account/magnets">
      <input type="hidden" name="restore" value={id} />
      <SubmitButton
        kind="plain"
        size="small"
        busy="One moment..."
        sending={navigation.formData?.get("restore") === id}
      >
        {words}
        <span className="sr-only"> {title}</span>
      </SubmitButton>
    </Form>
  );
}
