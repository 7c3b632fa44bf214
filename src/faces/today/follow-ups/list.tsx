import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { deleteDraft, restoreDrip } from "#trade/drips/public.server.ts";
import { readSort, sortHeading, sortParam } from "#platform/http/list-sort.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { listFollowUps } from "./list.server.ts";
import { FOLLOW_UP_SORTS, type FollowUpSort, NEWEST } from "./sort.ts";

export const meta = () => [{ title: "Follow-up" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const { search, searchParams: query } = new URL(args.request.url);
    // Until the list moved here, this address chose the page for a drip.
    if (query.has("with")) throw redirect(`/account/follow-up/choose${search}`);
    const sort = readSort(query, FOLLOW_UP_SORTS, NEWEST);
    return {
      ...(await listFollowUps(ctx, sort)),
      sort,
      discarded: query.has("discarded"),
      justDeleted: query.get("deleted"),
      restored: query.get("restored"),
    };
  });
}

/** Deletes a draft, or restores one that the drip maker wrote. */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const { discard = "", restore } = await readForm(args.request);
    if (restore) {
      const { id } = await restoreDrip(ctx, restore);
      return redirect(`/account/follow-up?restored=${id}`, 303);
    }
    const undoable = await deleteDraft(ctx, discard);
    return redirect(`/account/follow-up?${undoable ? `deleted=${discard}` : "discarded=1"}`, 303);
  });
}

/** The address of the list in an order. */
const sorted = (sort: FollowUpSort) => `/account/follow-up?sort=${sortParam(sort)}`;

type Shown = Awaited<ReturnType<typeof loader>>;
type Family = Shown["families"][number];

const GROUPS = [
  { id: "live", title: "Live", states: ["live", "waiting"] },
  { id: "paused", title: "Paused", states: ["paused"] },
  { id: "ended", title: "Ended", states: ["finishing", "ended"] },
] as const;

export default function FollowUps() {
  const { sort, drafts, families, ready, deleted, discarded, justDeleted, restored } =
    useLoaderData<typeof loader>();
  const groups = GROUPS.map(({ states, ...group }) => ({
    ...group,
    rows: families.filter(({ state }) => states.some((one) => one === state)),
  })).filter(({ rows }) => rows.length);
  const undoable = deleted.find(({ id }) => id === justDeleted);
  const back = drafts.find(({ id }) => id === restored)?.name;
  const isEmpty = !drafts.length && !families.length;
  const jumps = [
    ...(drafts.length ? [{ id: "drafts", title: "Drafts", count: drafts.length }] : []),
    ...groups.map(({ id, title, rows }) => ({ id, title, count: rows.length })),
    { id: "ready-made", title: "Ready-made", count: ready.length },
  ];
  return (
    <Page className="pb-16">
      <PageHeader
        title="Follow-up"
        action={<LinkButton href="/account/sequences/new">New follow-up</LinkButton>}
      >
        Emails, texts, and calls that go out on schedule. They stop when the person replies.
      </PageHeader>
      <StatusLine kind="done" takesFocus={discarded || restored !== null || undoable !== undefined}>
        {undoable
          ? `Deleted “${undoable.title}”.`
          : discarded
            ? "Draft deleted."
            : back
              ? `Restored “${back}”.`
              : null}
      </StatusLine>
      {undoable ? <Restore id={undoable.id} title={undoable.title} words="Undo" /> : null}
      <nav aria-label="Jump to" className="mb-6 flex flex-wrap gap-x-6">
        {jumps.map(({ id, title, count }) => (
          <a key={id} className="text-link inline-block py-2.5" href={`#${id}`}>
            {title} ({count})
          </a>
        ))}
      </nav>
      {isEmpty ? (
        <EmptyState
          title="No follow-up yet"
          action={<LinkButton href="/genLeadDrip">Write one for me</LinkButton>}
        >
          Answer a few questions and get a draft, add a ready-made one below, or start from scratch.
        </EmptyState>
      ) : null}
      {drafts.length ? <Drafts drafts={drafts} /> : null}
      {groups.map(({ id, title, rows }) => (
        <Section key={id} id={id} title={title}>
          <Published caption={title} rows={rows} sort={sort} />
        </Section>
      ))}
      <Section title="Ready-made" id="ready-made">
        <Table
          caption="Ready-made follow-ups"
          rows={ready}
          rowKey={({ id }) => id}
          columns={[
            {
              label: "Name",
              cell: ({ id, name }) => <a href={`/account/plays#${id}`}>{name}</a>,
            },
            { label: "What it does", cell: ({ does }) => does },
            { label: "Added", isShort: true, cell: ({ isAdded }) => (isAdded ? "Added" : "Not added") },
          ]}
        />
      </Section>
      {deleted.length ? (
        <Section title="Deleted" id="deleted">
          <ul className="kept-list" data-plain="">
            {deleted.map(({ id, title, goes }) => (
              <li key={id}>
                <p className="wrap-anywhere">
                  <a href={`/account/drips/${id}`}>{title}</a>
                </p>
                <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
                  <Restore id={id} title={title} words="Restore" />
                  <span className="text-sm text-pencil">
                    Will be deleted for good on <time dateTime={goes.iso}>{goes.words}</time>
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

function Drafts({ drafts }: { drafts: Shown["drafts"] }) {
  const sending = useNavigation().state === "submitting";
  return (
    <Section title="Drafts" id="drafts">
      <Table
        caption="Drafts"
        rows={drafts}
        rowKey={({ id }) => id}
        columns={[
          { label: "Name", cell: ({ id, name }) => <a href={`/account/sequences/${id}/edit`}>{name}</a> },
          { label: "Status", cell: () => <StateMark state="waiting">Draft</StateMark> },
          { label: "Starts", cell: ({ starts }) => starts },
          { label: "Steps", figures: true, cell: ({ steps }) => steps },
          {
            label: "Changed",
            cell: ({ changed }) => <time dateTime={changed.iso}>{changed.words}</time>,
          },
          {
            label: "More",
            cell: ({ id, name, read }) => (
              <>
                {read ? (
                  <a className="text-link" href={read}>
                    Read or download<span className="sr-only"> {name}</span>
                  </a>
                ) : null}
                <Form method="post">
                  <SubmitButton
                    kind="quiet"
                    size="small"
                    name="discard"
                    value={id}
                    sending={sending}
                    aria-label={`Delete draft: ${name}`}
                  >
                    Delete draft
                  </SubmitButton>
                </Form>
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}

interface Listed {
  caption: string;
  rows: readonly Family[];
  sort: FollowUpSort;
}

function Published({ caption, rows, sort }: Listed) {
  const reasons = new Set(rows.map(({ state, standing }) => (state === "waiting" ? standing.why : null)));
  // Said once where it is the same for all.
  const [shared = null] = reasons.size === 1 ? reasons : [];
  return (
    <>
      {shared ? <p className="mt-4 max-w-measure">{shared}</p> : null}
      <PublishedTable caption={caption} rows={rows} sort={sort} hasReasons={!shared} />
    </>
  );
}

function PublishedTable({ caption, rows, sort, hasReasons }: Listed & { hasReasons: boolean }) {
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          label: "Name",
          sort: sortHeading(sort, "name", "ascending", sorted),
          cell: ({ id, name, hasDraft, read }) => (
            <>
              <a href={`/account/sequences/${id}`}>{name}</a>
              {hasDraft ? (
                <a className="text-link block text-sm" href={`/account/sequences/${id}/edit`}>
                  Unpublished changes
                </a>
              ) : null}
              {read ? (
                <a className="text-link block text-sm" href={read}>
                  Read or download
                </a>
              ) : null}
            </>
          ),
        },
        {
          label: "Status",
          isShort: !hasReasons,
          cell: ({ standing, state }) => (
            <>
              <StateMark state={standing.mark}>{standing.words}</StateMark>
              {hasReasons && state === "waiting" ? (
                <span className="block text-sm">{standing.why}</span>
              ) : null}
            </>
          ),
        },
        {
          label: "People",
          figures: true,
          sort: sortHeading(sort, "people", "descending", sorted),
          cell: ({ people }) => people,
        },
        { label: "Starts", cell: ({ starts }) => starts },
        {
          label: "Next step",
          sort: sortHeading(sort, "next", "ascending", sorted),
          cell: ({ next }) => (next ? <time dateTime={next.iso}>{next.words}</time> : "None"),
        },
        {
          label: "Last sent",
          isShort: true,
          sort: sortHeading(sort, "last", "descending", sorted),
          cell: ({ last }) => (last ? <time dateTime={last.iso}>{last.words}</time> : "Never"),
        },
      ]}
    />
  );
}

function Restore({ id, title, words }: { id: string; title: string; words: string }) {
  const navigation = useNavigation();
  return (
    <Form method="post" action="/account/follow-up">
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
