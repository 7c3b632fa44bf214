import { useEffect } from "react";
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  data,
  Form,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useFetcher,
  useLoaderData,
  useNavigation,
} from "react-router";
import { actInAccount, inAccount } from "#ground/businesses/public.server.ts";
import { markAnswered, cancelAnswer, markUnanswered } from "#trade/leads/public.server.ts";
import { restartFollowUp, stopFollowUp } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { type FormFailure, refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { listQueryOf, withList } from "#platform/http/list-place.ts";
import { markMessageSentByHand } from "#platform/sending/by-hand.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { leadOfAddress, sendAnswer } from "./send-answer.server.ts";
import { Composer } from "./composer.tsx";
import { Conversation } from "./conversation.tsx";
import { showThread } from "./thread-view.server.ts";

export const meta = ({ loaderData }: { loaderData?: { name: string } | undefined }) => [
  { title: loaderData ? `${loaderData.name}, inbox` : "Inbox" },
];

/** One lead's conversation, and the data to answer. */
export function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  return inAccount(args, "work.read", async (ctx) => ({
    ...(await showThread(ctx, args.params["leadId"], { draft: query.get("draft"), via: query.get("via") })),
    done: DONE[query.get("done") ?? ""] ?? null,
  }));
}

/** The last action, and how to undo it. */
const DONE: Readonly<
  Record<
    string,
    { readonly words: string; readonly undo: string | null; readonly isAnswer?: true; readonly isHeld?: true }
  >
> = {
  answer: {
    words: "Sending in a moment. You can still undo it.",
    undo: null,
    isAnswer: true,
    isHeld: true,
  },
  "take-back": {
    words: "Undone. It wasn’t sent, and your words are back in the box.",
    undo: null,
    isAnswer: true,
  },
  settle: { words: "Marked “No reply needed.”", undo: "wait" },
  wait: { words: "Waiting for your reply again.", undo: "settle" },
  stop: { words: "Their follow-up stopped.", undo: "restart" },
  restart: { words: "Their follow-up resumed.", undo: "stop" },
  "sent-mail": { words: "Marked as sent by you.", undo: null },
  "sent-text": { words: "Marked as sent by you.", undo: null },
};

const DEEDS: Readonly<
  Record<string, (ctx: AccountContext, leadId: string, form: PostedForm) => Promise<unknown>>
> = {
  answer: sendAnswer,
  "take-back": (ctx, id, form) => cancelAnswer(ctx, id, form["answer"] ?? ""),
  settle: markAnswered,
  wait: markUnanswered,
  stop: stopFollowUp,
  restart: restartFollowUp,
  "sent-mail": (ctx, aboutId, form) =>
    markMessageSentByHand(
      ctx.db,
      "mail",
      { accountId: ctx.account.id, aboutId, id: form["answer"] ?? "" },
      ctx.now,
    ),
  "sent-text": (ctx, aboutId, form) =>
    markMessageSentByHand(
      ctx.db,
      "sms",
      { accountId: ctx.account.id, aboutId, id: form["answer"] ?? "" },
      ctx.now,
    ),
};

/** Runs a button's action. A refused one is rolled back as a whole, and the input survives. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const what = form["do"] ?? "";
  // Without the lead there is no page to show an error on.
  const { id } = await inAccount(args, "work.write", (ctx) => leadOfAddress(ctx, args.params["leadId"]));
  try {
    await actInAccount(args, "work.write", async (ctx) => {
      if (!Object.hasOwn(DEEDS, what))
        throw new AppError("invalid", "Something went wrong, and nothing was changed. Please try again.");
      await DEEDS[what]!(ctx, id, form);
    });
  } catch (error) {
    return refuseForm<Values>(error, {
      via: form["via"] ?? "",
      subject: form["subject"] ?? "",
      body: form["body"] ?? "",
    });
  }
  const place = DONE[what]?.isAnswer ? "#answer" : "";
  const path = withList(`/account/inbox/${args.params["leadId"]}`, listQueryOf(new URL(args.request.url)), {
    done: what,
  });
  return redirect(`${path}${place}`, 303);
}

interface Values {
  readonly via: string;
  readonly subject: string;
  readonly body: string;
}

/** Reports a lost connection beside the input, and preserves the input. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<FormFailure<Values>>();
  } catch (error) {
    if (!isAway(error)) throw error;
    // Returned as a failure, so that the page stays as it is.
    return data<FormFailure<Values>>(
      {
        values: { via: "", subject: "", body: "" },
        errors: {},
        message:
          "You’re offline. Nothing was sent, and what you typed is saved in this browser tab. Try again when you’re back online.",
      },
      { status: 503 },
    );
  }
}

/** The error a browser throws without a connection, and the statuses of an unavailable server. */
const isAway = (error: unknown) =>
  error instanceof TypeError || (isRouteErrorResponse(error) && error.status >= 502);

/** The last data that this tab was shown. */
let shown: { readonly leadId: string; readonly thread: unknown } | undefined;

/** Reloading must not remove anything: without a connection the page stays as it was. */
export async function clientLoader({ serverLoader, params }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    if (!isAway(error) || !shown || shown.leadId !== params["leadId"]) throw error;
    return shown.thread as Awaited<ReturnType<typeof serverLoader<typeof loader>>>;
  }
}

/** How often the page polls, in milliseconds: while something is being sent, and otherwise. */
const LOOK_SOON_MS = 2_000;
const LOOK_MS = 20_000;

/**
 * The latest conversation; reloaded separately while the page is visible, so that a failure affects
 * nothing else.
 */
function useNewest(given: Shown): Shown {
  const { load, state, data: found } = useFetcher<typeof loader>();
  const later = found?.id === given.id && found.readAt > given.readAt ? found : undefined;
  const newest = later ? { ...later, done: given.done } : given;
  const { id, isMoving } = newest;
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (document.visibilityState === "visible" && state === "idle") void load(`/account/inbox/${id}`);
      },
      isMoving ? LOOK_SOON_MS : LOOK_MS,
    );
    return () => clearInterval(timer);
  }, [id, isMoving, load, state]);
  useEffect(() => {
    shown = { leadId: given.id, thread: later ?? given };
  }, [given, later]);
  return newest;
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;

export default function ThreadPage() {
  const thread = useNewest(useLoaderData<typeof loader>());
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const { done, follow } = thread;
  return (
    <Page className="pb-16">
      <BackToList title="Inbox" href="/account/inbox" />
      <PageHeader title={thread.name}>
        <span className="wrap-anywhere">{[thread.email, thread.phoneWords].filter(Boolean).join(", ")}</span>
      </PageHeader>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <a className="text-link inline-flex min-h-11 items-center" href={`/account/leads/${thread.id}`}>
          View full history
        </a>
        {thread.phone ? (
          <a className="text-link inline-flex min-h-11 items-center" href={`tel:${thread.phone}`}>
            Call {thread.phoneWords}
          </a>
        ) : null}
        {thread.waiting ? (
          <Form method="post" preventScrollReset>
            <SubmitButton
              kind="plain"
              size="small"
              name="do"
              value="settle"
              busy="Saving..."
              sending={sending}
            >
              No reply needed
            </SubmitButton>
          </Form>
        ) : null}
      </div>
      <Form method="post" preventScrollReset className="mt-2 flex flex-wrap items-center gap-x-4">
        <StatusLine kind="done">{refused || done?.isAnswer ? "" : done?.words}</StatusLine>
        {done?.undo && !refused ? (
          <SubmitButton
            kind="quiet"
            size="small"
            name="do"
            value={done.undo}
            busy="One moment..."
            sending={sending}
          >
            Undo
          </SubmitButton>
        ) : null}
      </Form>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 wrap-anywhere lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div>
          <Section title="Conversation" id="conversation">
            {thread.entries.length ? (
              <Conversation name={thread.name} entries={thread.entries} sending={sending} />
            ) : (
              <p className="max-w-measure">No messages yet.</p>
            )}
          </Section>
        </div>
        <div>
          <Section title="Reply" id="answer">
            <Composer
              key={thread.id}
              thread={thread}
              refused={refused}
              said={done?.isAnswer ? done : undefined}
              sending={sending}
            />
          </Section>
          <Section title="Follow-up" id="follow-up">
            <p className="max-w-measure">{follow.words}</p>
            <Form method="post" preventScrollReset className="mt-4 flex flex-wrap gap-3">
              {follow.canStop ? (
                <SubmitButton
                  kind="plain"
                  size="small"
                  name="do"
                  value="stop"
                  busy="Stopping..."
                  sending={sending}
                >
                  Stop follow-up
                </SubmitButton>
              ) : null}
              {follow.canRestart ? (
                <SubmitButton
                  kind="plain"
                  size="small"
                  name="do"
                  value="restart"
                  busy="One moment..."
                  sending={sending}
                >
                  Resume follow-up
                </SubmitButton>
              ) : null}
            </Form>
          </Section>
        </div>
      </div>
    </Page>
  );
}
