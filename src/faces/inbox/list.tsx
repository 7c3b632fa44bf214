import type { ReactNode } from "react";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { countUnanswered, listWriters, markAnswered, markUnanswered } from "#trade/leads/public.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { withList } from "#platform/http/list-place.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { inboxQuery } from "./list-query.ts";
import { leadOfAddress } from "./send-answer.server.ts";
import { loadWriters } from "./writers.server.ts";

export const meta = () => [{ title: "Inbox" }];

/** People who wrote, with their last message: those waiting for an answer, or all. */
export function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  return inAccount(args, "work.read", async (ctx) => {
    const [waiting, { show, isFirst, next, people }] = await Promise.all([
      countUnanswered(ctx),
      loadWriters(ctx, query),
    ]);
    const settled = query.get("settled") ?? "";
    return {
      show,
      waiting,
      isFirst,
      // Tells "all answered" from "no one has written yet".
      isEmpty:
        show === "waiting" && !people.length
          ? !(await listWriters(ctx, { show: "all", limit: 1 })).length
          : !people.length && isFirst,
      next,
      listed: inboxQuery(show === "all", isFirst ? null : query.get("after")),
      settled: isId(settled) ? await settledName(ctx, settled) : null,
      people,
    };
  });
}

async function settledName(
  ctx: Parameters<typeof leadOfAddress>[0],
  leadId: string,
): Promise<{ id: string; name: string } | null> {
  const lead = await leadOfAddress(ctx, leadId).catch(() => null);
  return lead && { id: lead.id, name: lead.name };
}

/** Marks a message as needing no reply, and undoes that. */
export function action(args: ActionFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const { do: what, lead = "", show } = await readForm(args.request);
    const { id } = await leadOfAddress(ctx, lead);
    const all = show === "all" ? "&show=all" : "";
    if (what === "wait") {
      await markUnanswered(ctx, id);
      return redirect(`/account/inbox${all ? "?show=all" : ""}`, 303);
    }
    await markAnswered(ctx, id);
    return redirect(`/account/inbox?settled=${id}${all}`, 303);
  });
}

/** A filter link; the current one differs by more than its color. */
function Choice({ to, isHere, children }: { to: string; isHere: boolean; children: ReactNode }) {
  return (
    <a
      className={`inline-flex min-h-11 items-center ${isHere ? "border-b-2 border-ink font-bold" : "text-link"}`}
      href={to}
      aria-current={isHere ? "page" : undefined}
    >
      {children}
    </a>
  );
}

/** A person who wrote: name, link to the conversation, last message. */
function Person({
  one,
  show,
  listed,
  sending,
}: {
  one: ReturnType<typeof useLoaderData<typeof loader>>["people"][number];
  show: string;
  listed: string;
  sending: boolean;
}) {
  return (
    <li className="inbox-person">
      <a className="text-link inbox-name" href={withList(`/account/inbox/${one.id}`, listed)}>
        {one.name}
      </a>
      <span className="text-sm text-pencil">
        {one.how}, <time dateTime={one.when.iso}>{one.when.words}</time>
      </span>
      <p className="inbox-words">{one.words}</p>
      {one.waiting ? (
        <Form method="post" className="flex flex-wrap items-center gap-x-4">
          <StateMark state={one.mark.state}>{one.mark.words}</StateMark>
          <input type="hidden" name="lead" value={one.id} />
          <input type="hidden" name="show" value={show} />
          <SubmitButton
            kind="quiet"
            size="small"
            name="do"
            value="settle"
            busy="Saving..."
            sending={sending}
            aria-label={`No reply needed: ${one.name}`}
          >
            No reply needed
          </SubmitButton>
        </Form>
      ) : (
        <p className="flex min-h-11 items-center">
          <StateMark state={one.mark.state}>{one.mark.words}</StateMark>
        </p>
      )}
    </li>
  );
}

export default function Inbox() {
  const { show, waiting, isFirst, isEmpty, next, settled, listed, people } = useLoaderData<typeof loader>();
  const sending = useNavigation().state !== "idle";
  const to = (all: boolean, after: string | null) => {
    const query = inboxQuery(all, after);
    return `/account/inbox${query ? `?${query}` : ""}`;
  };
  const all = show === "all";
  return (
    <Page className="pb-16">
      <PageHeader title="Inbox">
        {waiting === 0
          ? "You’re all caught up."
          : waiting === 1
            ? "1 person is waiting for your reply."
            : `${waiting.toLocaleString("en")} people are waiting for your reply.`}
      </PageHeader>
      {settled ? (
        <Form method="post" className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p role="status">{settled.name} is marked “No reply needed.”</p>
          <input type="hidden" name="lead" value={settled.id} />
          <input type="hidden" name="show" value={show} />
          <SubmitButton
            kind="quiet"
            size="small"
            name="do"
            value="wait"
            busy="One moment..."
            sending={sending}
          >
            Undo
          </SubmitButton>
        </Form>
      ) : null}
      {isEmpty ? (
        <EmptyState
          title="No messages yet"
          action={<LinkButton href="/account/settings/sending">Check how replies reach you</LinkButton>}
          example={
            <p className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
              <b>Rosa Delgado</b>
              <span>Yes, Tuesday works. What would a cedar one cost?</span>
              <span>Tue, Mar 3, 7:42 PM</span>
              <StateMark state="now">Waiting</StateMark>
            </p>
          }
        >
          When someone replies to your email or text, it shows up here and you can reply from here. Their
          follow-up stops by itself, so no one gets a reminder about something they already answered.
        </EmptyState>
      ) : (
        <>
          <nav aria-label="Show" className="mb-4 flex flex-wrap gap-x-6 gap-y-2">
            <Choice to={to(false, null)} isHere={!all}>
              Waiting ({waiting.toLocaleString("en")})
            </Choice>
            <Choice to={to(true, null)} isHere={all}>
              All
            </Choice>
          </nav>
          {people.length ? (
            <ul
              aria-label={
                all ? "Everyone who wrote, newest first" : "People waiting for a reply, newest first"
              }
              className="border-t border-rule"
            >
              {people.map((one) => (
                <Person key={one.id} one={one} show={show} listed={listed} sending={sending} />
              ))}
            </ul>
          ) : (
            <EmptyState
              title={all ? "No older messages" : "All caught up"}
              action={
                all ? undefined : (
                  <LinkButton kind="plain" href={to(true, null)}>
                    See everyone who wrote
                  </LinkButton>
                )
              }
            >
              {all ? "That’s everything." : "You’re all caught up. New messages show up here."}
            </EmptyState>
          )}
          {next || !isFirst ? (
            <nav aria-label="Pages of the list" className="mt-6 flex flex-wrap items-center gap-4">
              {isFirst ? null : (
                <LinkButton kind="plain" size="small" href={to(all, null)}>
                  Newest
                </LinkButton>
              )}
              {next ? (
                <LinkButton kind="plain" size="small" href={to(all, next)} rel="next">
                  Older
                </LinkButton>
              ) : null}
            </nav>
          ) : null}
        </>
      )}
    </Page>
  );
}
