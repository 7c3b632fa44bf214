import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { actInAccount, inAccount } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { CopyButton, LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { FIRMS_PATH, issuePath, sendPath } from "../paths.ts";
import { sendList } from "./send.server.ts";
import { type FirmSending, sendingsOf } from "./sendings.server.ts";

export const meta = () => [{ title: "Send to subs" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.write", async (ctx) => ({
    ...(await sendingsOf(ctx, args.params["issuesJobId"] ?? "")),
    form: newId(),
    sent: new URL(args.request.url).searchParams.get("sent"),
  }));

/** Sends one firm its list, or with `all` each that has new items. */
export async function action(args: ActionFunctionArgs) {
  const jobId = args.params["issuesJobId"] ?? "";
  const { firm = "", form = "", do: what } = await readForm(args.request);
  try {
    await actInAccount(args, "work.write", async (ctx) => {
      if (what !== "all") return sendList(ctx, jobId, firm, form);
      const { firms } = await sendingsOf(ctx, jobId);
      const reached = firms.filter(({ fresh, ways }) => fresh > 0 && ways.length > 0);
      if (reached.length === 0) throw new AppError("conflict", "Nobody here has new items.");
      for (const { id } of reached) await sendList(ctx, jobId, id, form);
    });
  } catch (error) {
    return refuseForm(error, { firm });
  }
  return redirect(`${sendPath(jobId)}?sent=${what === "all" ? "all" : firm}`, 303);
}

/** Sends the subs of a job what they have to fix. */
export default function SendToSubs() {
  const { job, firms, form, sent } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const fresh = firms.filter((firm) => firm.fresh > 0 && firm.ways.length > 0);
  const sentTo = firms.find(({ id }) => id === sent);
  return (
    <Page className="pb-16">
      <p>
        <a className="text-link inline-flex min-h-11 items-center" href={issuePath(job.id)}>
          Issues of {job.name}
        </a>
      </p>
      <PageHeader title="Send to subs">
        Each sub gets one link to its items at this job. New items follow once a day, and we remind them
        before and after the due date, in working hours.
      </PageHeader>
      <StatusLine kind={refused ? "error" : "done"} takesFocus={refused !== undefined || sent !== null}>
        {refused ? refused.message : sentTo ? `Sent to ${sentTo.name}.` : sent === "all" ? "Sent." : null}
      </StatusLine>
      {firms.length === 0 ? (
        <EmptyState
          title="Nothing to send"
          action={<LinkButton href={issuePath(job.id)}>Back to the issues</LinkButton>}
        >
          No open issue of this job is assigned to a sub.
        </EmptyState>
      ) : (
        <>
          {fresh.length > 1 ? (
            <Form method="post" className="mb-4">
              <input type="hidden" name="form" value={form} />
              <SubmitButton
                name="do"
                value="all"
                kind="signal"
                size="large"
                busy="Sending..."
                sending={sending}
              >
                Send new items to {fresh.length} subs
              </SubmitButton>
            </Form>
          ) : null}
          <ul className="firm-rows">
            {firms.map((firm) => (
              <FirmRow key={firm.id} firm={firm} form={form} sending={sending} />
            ))}
          </ul>
        </>
      )}
      <p className="mt-6">
        <a className="text-link inline-flex min-h-11 items-center" href={FIRMS_PATH}>
          All subs
        </a>
      </p>
    </Page>
  );
}

function FirmRow({ firm, form, sending }: { firm: FirmSending; form: string; sending: boolean }) {
  const { id, name, isGone, open, fresh, ways, whyNoText, sent, seen, address, isClosed, trouble } = firm;
  const count = `${open} ${open === 1 ? "item" : "items"} to fix`;
  return (
    <li>
      <div>
        <p>
          <b>{name}</b>, {fresh > 0 && fresh < open ? `${count}, ${fresh} new` : count}
        </p>
        <p className="text-pencil">
          {isGone
            ? "You removed this sub. Assign these items to another one."
            : ways.length > 0
              ? `Goes to ${ways.join(" and ")}.`
              : "Add their email, or their phone and that they agreed to texts."}
          {whyNoText && ways.length > 0 ? ` No text: ${whyNoText}` : ""}
        </p>
        {trouble ? (
          <StateMark state="stopped">{trouble}</StateMark>
        ) : sent ? (
          <p>
            Sent <time dateTime={sent.iso}>{sent.words}</time>
            {seen ? (
              <>
                , seen <time dateTime={seen.iso}>{seen.words}</time>
              </>
            ) : (
              ", not seen yet"
            )}
            {isClosed ? ". You closed the link; sending opens it again." : ""}
          </p>
        ) : (
          <p>Not sent yet</p>
        )}
        {address ? (
          <details className="mt-2">
            <summary>Their link</summary>
            <p className="mt-2 flex flex-wrap items-center gap-3">
              <span id={`link-${id}`} className="wrap-anywhere">
                {address}
              </span>
              <CopyButton target={`link-${id}`} />
            </p>
          </details>
        ) : null}
      </div>
      {isGone ? null : ways.length > 0 ? (
        <Form method="post">
          <input type="hidden" name="form" value={form} />
          <input type="hidden" name="firm" value={id} />
          <SubmitButton
            kind={fresh > 0 ? "chalk" : "plain"}
            name="do"
            value="one"
            busy="Sending..."
            sending={sending}
          >
            {sent && fresh === 0 ? `Send again to ${name}` : `Send to ${name}`}
          </SubmitButton>
        </Form>
      ) : (
        <LinkButton href={`${FIRMS_PATH}?change=${id}#form`} kind="plain">
          Add how to reach them
        </LinkButton>
      )}
    </li>
  );
}
