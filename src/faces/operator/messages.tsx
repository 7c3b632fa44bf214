import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from "react-router";
import { countMessages, listMessages, markMessage, type Shelf } from "#faces/site/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { moment } from "#platform/time/format.ts";
import { formatNumber } from "#ui/bars.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { inOperator, notHere, recordAction } from "./in-operator.server.ts";
import { Pager } from "./pager.tsx";
import { backTo, dayStart, pageOf, replyLink } from "./rules.ts";

export const meta = () => [{ title: "Operator: messages" }, { name: "robots", content: "noindex" }];

const SIZE = 20;
const SHELVES = ["open", "done", "held"] as const satisfies readonly Shelf[];
const shelfOf = (text: string | null): Shelf => SHELVES.find((one) => one === text) ?? "open";

/** Messages of one shelf, in full. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const shelf = shelfOf(searchParams.get("shelf"));
    const { page, limit, offset } = pageOf(searchParams.get("page"), SIZE);
    const found = await listMessages(ctx, shelf, { limit: limit + 1, offset });
    const [did, id = ""] = (searchParams.get("did") ?? "").split(" ");
    return {
      shelf,
      page,
      more: found.length > limit,
      counts: await countMessages(ctx, dayStart(ctx.now)),
      did: (did === "done" || did === "reopened") && isId(id) ? { what: did, id } : null,
      messages: found.slice(0, limit).map((message) => ({
        id: message.id,
        name: message.name,
        email: message.email,
        text: message.message,
        heldBecause: message.heldBecause,
        isDone: message.doneAt !== null,
        came: moment(message.receivedAt, "UTC"),
        reply: replyLink(message, installation().brand),
      })),
    };
  });
}

/** Marks a message as done, or reopens it. Repeating it changes nothing. */
export function action(args: ActionFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const { intent, id } = await readForm(args.request);
    if (!id || !isId(id) || (intent !== "done" && intent !== "reopen")) throw notHere();
    const changed = await markMessage(ctx, id, intent === "done");
    if (changed === undefined) throw notHere();
    if (changed)
      await recordAction(ctx, ctx.operator, intent === "done" ? "message.done" : "message.reopened", {
        message: id,
      });
    return redirect(
      backTo("/operator/messages", args.request.url, `${intent === "done" ? "done" : "reopened"} ${id}`),
      303,
    );
  });
}

const NAMES = { open: "Open", done: "Done", held: "Held as spam" } as const;
const NOTHING = {
  open: ["No messages", "Messages from the contact page show up here and are emailed to every operator."],
  done: ["Nothing done yet", "Mark a message as done once you’ve replied."],
  held: ["Nothing held", "Messages that look like spam are saved here with the reason, and not emailed."],
} as const;

export default function OperatorMessages() {
  const { shelf, page, more, counts, did, messages } = useLoaderData<typeof loader>();
  const sending = useNavigation().state !== "idle";
  return (
    <Page className="pb-16">
      <PageHeader title="Messages">Messages from the contact page.</PageHeader>
      <nav aria-label="Kinds of messages">
        <ul className="-mx-2.5 flex flex-wrap gap-x-2">
          {SHELVES.map((one) => (
            <li key={one}>
              <Link
                className="bar-link"
                to={one === "open" ? "/operator/messages" : `/operator/messages?shelf=${one}`}
                aria-current={one === shelf ? "page" : undefined}
              >
                {NAMES[one]} ({formatNumber(counts[one])})
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
        <StatusLine kind="done">
          {did ? (did.what === "done" ? "Marked as done." : "Reopened.") : null}
        </StatusLine>
        {did ? (
          <Form method="post">
            <input type="hidden" name="id" value={did.id} />
            <SubmitButton
              kind="quiet"
              size="small"
              name="intent"
              value={did.what === "done" ? "reopen" : "done"}
              sending={sending}
            >
              Undo
            </SubmitButton>
          </Form>
        ) : null}
      </div>
      {messages.length === 0 && page === 1 ? (
        <EmptyState title={NOTHING[shelf][0]}>{NOTHING[shelf][1]}</EmptyState>
      ) : null}
      {messages.map((message) => (
        <Section
          key={message.id}
          id={`message-${message.id}`}
          title={<span className="wrap-anywhere">{message.name}</span>}
          action={
            <time className="text-pencil" dateTime={message.came.iso}>
              {message.came.words}
            </time>
          }
        >
          <p className="text-pencil wrap-anywhere">{message.email}</p>
          {message.heldBecause ? <p className="mt-2 font-bold">Held: {message.heldBecause}</p> : null}
          <p className="mt-4 max-w-measure whitespace-pre-line wrap-anywhere">{message.text}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <LinkButton kind="plain" size="small" href={message.reply}>
              Reply by email
            </LinkButton>
            <Form method="post">
              <input type="hidden" name="id" value={message.id} />
              <SubmitButton
                kind="plain"
                size="small"
                name="intent"
                value={message.isDone ? "reopen" : "done"}
                sending={sending}
                aria-label={`${message.isDone ? "Reopen" : "Mark as done"}: ${message.name}`}
              >
                {message.isDone ? "Reopen" : "Mark as done"}
              </SubmitButton>
            </Form>
          </div>
        </Section>
      ))}
      <Pager page={page} more={more} label="Pages of messages" />
    </Page>
  );
}
