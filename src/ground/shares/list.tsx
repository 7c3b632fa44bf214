import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { actingRole, inAccount, may, jobZones } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { moment } from "#platform/time/format.ts";
import { Button, SubmitButton } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { closeLink, extendLink, duplicateLink, linksOf, lockLink, reopenLink } from "./links.server.ts";
import { isKept, mayTurn } from "./kept.server.ts";
import { LIFETIMES, LONGEST_PASSCODE, describeVisit } from "./rules.ts";
import { visitsOf } from "./visits.server.ts";

export const meta = () => [{ title: "Shared by link" }];

const MOST_VISITS = 12;

/** All shared links with their visits; of one job with `?job=`. */
export function loader(args: LoaderFunctionArgs) {
  const search = new URL(args.request.url).searchParams;
  const job = search.get("job");
  return inAccount(args, "work.read", async (ctx) => {
    const links = await linksOf(ctx, job === null ? {} : { jobId: job });
    const zoneOf = await jobZones(
      ctx,
      links.map(({ jobId }) => jobId),
    );
    const visits = await visitsOf(
      ctx,
      links.map(({ id }) => id),
      MOST_VISITS,
    );
    return {
      job,
      notice: NOTICES[search.get("did") ?? ""] ?? null,
      undo: search.get("did") === "closed" ? search.get("link") : null,
      links: links.map((link) => ({
        id: link.id,
        title: link.title,
        isKept: isKept(link.kind),
        mayChange: may(actingRole(ctx), "work.write") && mayTurn(ctx, link.kind),
        made: moment(link.createdAt, zoneOf(link.jobId)),
        ends: moment(link.expiresAt, zoneOf(link.jobId)),
        state: link.revokedAt
          ? ("closed" as const)
          : Temporal.Instant.compare(link.expiresAt, ctx.now) <= 0
            ? ("ended" as const)
            : ("open" as const),
        hasPasscode: link.hasPasscode,
        askSignature: link.askSignature,
        visits: (visits.get(link.id) ?? []).map((visit) => ({
          at: moment(visit.at, zoneOf(link.jobId)),
          words: describeVisit(visit),
        })),
        isRead: (visits.get(link.id) ?? []).some(({ who, did }) => who === "person" && did !== "mistyped"),
      })),
    };
  });
}

const NOTICES: Readonly<Record<string, string>> = {
  closed: "Link closed. People who open it will see that it’s closed.",
  reopened: "Link reopened.",
  extended: "Expiration extended.",
  locked: "Passcode set. Give it to them separately from the link.",
  unlocked: "Passcode removed.",
};

/** `again` makes another link to the same document and shows it once. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { do: deed = "", link = "", passcode = "" } = form;
  const days = LIFETIMES.find((one) => String(one) === form["days"]) ?? 30;
  return inAccount(args, "work.write", async (ctx) => {
    const deeds: Readonly<Record<string, () => Promise<unknown>>> = {
      closed: () => closeLink(ctx, link),
      reopened: () => reopenLink(ctx, link),
      extended: () => extendLink(ctx, link, days),
      locked: () => lockLink(ctx, link, passcode),
      unlocked: () => lockLink(ctx, link, null),
    };
    try {
      if (deed === "again")
        return {
          made: `${installation().publicUrl}/s/${(await duplicateLink(ctx, link, days)).token}`,
          link,
        };
      const run = deeds[deed];
      if (!run) throw new AppError("invalid", "Choose what to do.");
      await run();
    } catch (error) {
      return refuseForm(error, { link });
    }
    const job = new URL(args.request.url).searchParams.get("job");
    return redirect(
      `/account/shares?${new URLSearchParams({ ...(job ? { job } : {}), did: deed, link })}`,
      303,
    );
  });
}

export default function SharedLinks() {
  const { job, links, notice, undo } = useLoaderData<typeof loader>();
  const acted = useActionData<typeof action>();
  const made = acted && "made" in acted ? acted : undefined;
  const refused = acted && "errors" in acted ? acted : undefined;
  return (
    <Page>
      <PageHeader title={job ? "Shared from this job" : "Shared by link"}>
        What you’ve shared by link, and who opened it. Links work without an account until they expire or you
        close them.
      </PageHeader>
      {job ? (
        <p className="mb-6 flex flex-wrap gap-x-6">
          <a className="text-link inline-block py-2.5" href={`/account/job/${job}`}>
            Back to the job
          </a>
          <a className="text-link inline-block py-2.5" href="/account/shares">
            Links for every job
          </a>
        </p>
      ) : null}
      <StatusLine kind="done" takesFocus={notice !== null && !acted}>
        {acted ? null : notice}
      </StatusLine>
      {undo && !acted ? (
        <Form method="post" className="mb-6">
          <input type="hidden" name="link" value={undo} />
          <SubmitButton kind="plain" size="small" name="do" value="reopened">
            Undo
          </SubmitButton>
        </Form>
      ) : null}
      {links.length === 0 ? (
        <EmptyState title="Nothing is shared yet">
          {job
            ? "Create a report for this job and share it. The link shows up here, with who opened it."
            : "Guides people ask for, job reports, and any other link you share show up here, with who opened them."}
        </EmptyState>
      ) : (
        <ul className="grid gap-6 pb-12">
          {links.map((link) => (
            <Shared
              key={link.id}
              link={link}
              made={made?.link === link.id ? made.made : undefined}
              refused={refused}
            />
          ))}
        </ul>
      )}
    </Page>
  );
}

type Listed = ReturnType<typeof useLoaderData<typeof loader>>["links"][number];

function Shared({
  link,
  made,
  refused,
}: {
  link: Listed;
  made: string | undefined;
  refused:
    | {
        readonly errors: Readonly<Record<string, string>>;
        readonly message: string | null;
        readonly values: Readonly<Record<string, unknown>>;
      }
    | undefined;
}) {
  const { id, title, state, visits } = link;
  const mine = refused?.values["link"] === id ? refused : undefined;
  const sending = useNavigation().state !== "idle";
  return (
    <li className="panel">
      <h2 className="text-xl wrap-anywhere">{title}</h2>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-pencil">
        <StateMark state={state === "open" ? (link.isRead ? "done" : "waiting") : "stopped"}>
          {state === "closed"
            ? "Closed"
            : state === "ended"
              ? "Expired"
              : link.isRead
                ? "Opened by a person"
                : "Not opened yet"}
        </StateMark>
        <span>
          Created <time dateTime={link.made.iso}>{link.made.words}</time>
        </span>
        {link.isKept ? null : (
          <span>
            {state === "ended" ? "Expired" : "Expires"}{" "}
            <time dateTime={link.ends.iso}>{link.ends.words}</time>
          </span>
        )}
        {link.hasPasscode ? <span>Needs a passcode</span> : null}
        {link.askSignature ? <span>Asks for a signature</span> : null}
      </p>
      {made ? (
        <div className="mt-4">
          <p className="font-semibold">New link. We only show it once:</p>
          <p className="mt-2 wrap-anywhere" id={`made-${id}`}>
            {made}
          </p>
          <Button type="button" kind="plain" size="small" data-copy={`made-${id}`}>
            Copy
          </Button>
        </div>
      ) : null}
      <details className="fold mt-3">
        <summary>{visits.length === 0 ? "Not opened yet" : `Who opened it (${visits.length})`}</summary>
        {visits.length === 0 ? (
          <p className="mt-2">
            When someone opens it, you’ll see it here. We tell people and email scanners apart.
          </p>
        ) : (
          <ol className="mt-2 grid gap-1">
            {visits.map(({ at, words }) => (
              <li key={at.iso + words}>
                <time className="text-pencil" dateTime={at.iso}>
                  {at.words}
                </time>{" "}
                {words}
              </li>
            ))}
          </ol>
        )}
      </details>
      {link.mayChange ? (
        <details className="fold" open={mine !== undefined || undefined}>
          <summary>Change</summary>
          <Form method="post" className="form mt-3">
            <input type="hidden" name="link" value={id} />
            <div className="flex flex-wrap items-end gap-3">
              {link.isKept ? null : (
                <>
                  <Select
                    name="days"
                    label="Expires, counting from today"
                    unmarked
                    defaultValue="30"
                    options={LIFETIMES.map((days) => ({
                      value: String(days),
                      label: days === 365 ? "A year" : `${days} days`,
                    }))}
                  />
                  <SubmitButton kind="plain" name="do" value="extended" sending={sending} busy="Changing...">
                    Set expiration
                  </SubmitButton>
                </>
              )}
              <SubmitButton kind="plain" name="do" value="again" sending={sending} busy="Creating...">
                New link
              </SubmitButton>
            </div>
            {link.isKept ? null : (
              <div className="flex flex-wrap items-end gap-3">
                <Field
                  name="passcode"
                  label={link.hasPasscode ? "New passcode" : "Passcode"}
                  autoComplete="off"
                  maxLength={LONGEST_PASSCODE}
                  error={mine?.errors["passcode"]}
                />
                <SubmitButton kind="plain" name="do" value="locked" sending={sending} busy="Changing...">
                  Set passcode
                </SubmitButton>
                {link.hasPasscode ? (
                  <SubmitButton kind="quiet" name="do" value="unlocked" sending={sending} busy="Changing...">
                    Remove passcode
                  </SubmitButton>
                ) : null}
              </div>
            )}
            <div>
              {state === "closed" ? (
                <SubmitButton kind="plain" name="do" value="reopened" sending={sending} busy="Opening...">
                  Reopen
                </SubmitButton>
              ) : (
                <SubmitButton kind="quiet" name="do" value="closed" sending={sending} busy="Closing...">
                  Close now
                </SubmitButton>
              )}
            </div>
            <StatusLine kind="error">{mine?.message}</StatusLine>
          </Form>
        </details>
      ) : null}
    </li>
  );
}
