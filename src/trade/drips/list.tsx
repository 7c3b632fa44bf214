import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { dayOf } from "#platform/time/format.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { listSavedDrips } from "./data.server.ts";
import { goesAt, listDeleted, restoreDrip } from "./trash.server.ts";
import { countOf, LEAD_LABELS } from "./labels.ts";

export const meta = () => [{ title: "Lead drips" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const [zone, drips, deleted] = await Promise.all([zoneOf(ctx), listSavedDrips(ctx), listDeleted(ctx)]);
    const { searchParams } = new URL(args.request.url);
    return {
      justDeleted: searchParams.get("deleted"),
      restored: drips.find(({ id }) => id === searchParams.get("restored"))?.title ?? null,
      drips: drips.map(({ id, title, text, createdAt, updatedAt }) => ({
        id,
        title,
        what: `${countOf(text)} over ${Math.max(...[...text.emails, ...text.scripts].map(({ day }) => day)) + 1} days. ${LEAD_LABELS[text.leadType]}.`,
        made: dayOf(createdAt, zone),
        changed: updatedAt ? dayOf(updatedAt, zone) : null,
      })),
      deleted: deleted.map(({ id, title, deletedAt }) => ({
        id,
        title,
        goes: dayOf(goesAt(deletedAt!), zone),
      })),
    };
  });
}

/** `Undo`: restores a deleted drip. */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const { restore } = await readForm(args.request);
    const { id } = await restoreDrip(ctx, restore ?? "");
    return redirect(`/account/drips?restored=${id}`, 303);
  });
}

export default function Drips() {
  const { drips, deleted, justDeleted, restored } = useLoaderData<typeof loader>();
  const make = <LinkButton href="/genLeadDrip">Write a lead drip</LinkButton>;
  const undoable = deleted.find(({ id }) => id === justDeleted);
  return (
    <Page className="pb-12">
      <PageHeader title="Lead drips" action={drips.length ? make : undefined}>
        Follow-up emails and call scripts, kept as drafts. Nothing is sent from here.
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
      {drips.length ? (
        <ul className="kept-list" data-plain="" aria-label="Your lead drips">
          {drips.map(({ id, title, what, made, changed }) => (
            <li key={id}>
              <h2 className="text-xl wrap-anywhere">
                <a href={`/account/drips/${id}`}>{title}</a>
              </h2>
              <p className="mt-1">{what}</p>
              <p className="mt-1 text-sm text-pencil">
                Made <time dateTime={made.iso}>{made.words}</time>
                {changed ? (
                  <>
                    , changed <time dateTime={changed.iso}>{changed.words}</time>
                  </>
                ) : null}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="No lead drips yet" action={make}>
          Say what you sell, where the lead stands, and what holds them back. You get emails and call scripts
          to follow up with, and keep them here.
        </EmptyState>
      )}
      <p className="my-8">
        <a className="text-link" href="/account/magnets">
          Your lead magnets
        </a>
      </p>
      {deleted.length ? (
        <Section title="Deleted" id="deleted">
          <ul className="kept-list" data-plain="">
            {deleted.map(({ id, title, goes }) => (
              <li key={id}>
                <p className="wrap-anywhere">
                  <a href={`/account/drips/${id}`}>{title}</a>
                </p>
                <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
                  <RestoreButton id={id} title={title} words="Take it back" />
                  <span className="text-sm text-pencil">
                    Gone for good on <time dateTime={goes.iso}>{goes.words}</time>
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
    <Form method="post" action="/account/drips">
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
