import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { actingRole, inAccount, may, zoneOf } from "#ground/businesses/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { moment } from "#platform/time/format.ts";
import { formatNumber } from "#ui/bars.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import {
  countQuarantined,
  deleteQuarantined,
  QUARANTINE_DAYS,
  listQuarantined,
  releaseQuarantined,
} from "./quarantine.server.ts";
import { answerLines } from "../form/answer-lines.server.ts";
import { describeSign } from "./spam.ts";

/** Static: plain forms submit once, with or without script. */
export const handle = { static: true };

export const meta = () => [{ title: "Held as spam" }];

/** Quarantined captures with the reasons. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const [zone, count, captures] = await Promise.all([
      zoneOf(ctx),
      countQuarantined(ctx),
      listQuarantined(ctx),
    ]);
    return {
      count,
      notice: new URL(args.request.url).searchParams.get("notice"),
      mayDecide: may(actingRole(ctx), "work.write"),
      days: QUARANTINE_DAYS,
      held: captures.map(({ id, name, email, at, answers, reasons }) => ({
        id,
        name,
        email,
        came: moment(at, zone),
        answers: answerLines(answers),
        reasons: reasons.map(describeSign),
      })),
    };
  });
}

/** Releases or deletes a capture; says so if another window decided it first. */
export async function action(args: ActionFunctionArgs) {
  const { do: what, capture = "", email = "" } = await readForm(args.request);
  const notice = await inAccount(args, "work.write", async (ctx) => {
    if (what === "release") return RELEASED[await releaseQuarantined(ctx, capture, email)];
    if (what === "delete") return (await deleteQuarantined(ctx, capture, email)) ? "deleted" : "gone";
    return null;
  });
  return notice
    ? redirect(`/account/leads/held?notice=${notice}`, 303)
    : refuseForm(new AppError("invalid", "Choose what to do."), {});
}

const RELEASED = { released: "released", waits: "asked", gone: "gone" } as const;

const NOTICES: Readonly<Record<string, string>> = {
  released: "They’re a lead now, and what they asked for is on its way.",
  asked:
    "They’re a lead now. We asked them to confirm their address. What they asked for goes out once they do.",
  deleted: "Deleted. Nothing was sent to them.",
  gone: "That one was already decided, or it expired.",
};

export default function QuarantineList() {
  const { count, notice, mayDecide, days, held: captures } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const status = refused?.message ?? (notice ? NOTICES[notice] : undefined);
  return (
    <Page className="pb-16">
      <PageHeader
        title="Held as spam"
        action={
          <LinkButton kind="plain" href="/account/leads">
            All leads
          </LinkButton>
        }
      >
        Requests that look like spam. Nothing is sent until you say it’s a real person. After {days} days
        they’re deleted.
      </PageHeader>
      <div className={status ? "mb-6" : undefined}>
        <StatusLine kind={refused ? "error" : "done"}>{status}</StatusLine>
      </div>
      {captures.length === 0 ? (
        <EmptyState
          title="Nothing held"
          example={
            <>
              <p>
                <b>Cheap-Links www.example.com</b>
              </p>
              <p className="text-pencil">Why it’s held: the name has a link or code in it</p>
            </>
          }
        >
          <p>
            Requests wait here when they look automated: a hidden field filled in, links in the name, the same
            text over and over.
          </p>
        </EmptyState>
      ) : (
        captures.map(({ id, name, email, came, answers, reasons }, place) => (
          <Section
            key={`${id} ${email}`}
            id={`held-${place}`}
            title={<span className="wrap-anywhere">{name}</span>}
          >
            <div className="wrap-anywhere mt-4">
              <DataList
                items={[
                  ["Email", email],
                  [
                    "Added",
                    <time key="came" dateTime={came.iso}>
                      {came.words}
                    </time>,
                  ],
                  ...answers.map(
                    (answer) =>
                      [
                        answer.name,
                        <span key={answer.name} className="whitespace-pre-line">
                          {answer.text}
                        </span>,
                      ] as const,
                  ),
                  [
                    "Why it’s held",
                    <ul key="why">
                      {reasons.map((reason) => (
                        <li key={reason}>{reason}</li>
                      ))}
                    </ul>,
                  ],
                ]}
              />
            </div>
            {mayDecide ? (
              <form method="post" className="mt-4 flex flex-wrap gap-3">
                <input type="hidden" name="capture" value={id} />
                <input type="hidden" name="email" value={email} />
                <SubmitButton
                  name="do"
                  value="release"
                  size="small"
                  aria-label={`It’s a real person: ${name}`}
                >
                  It’s a real person
                </SubmitButton>
                <SubmitButton
                  name="do"
                  value="delete"
                  kind="plain"
                  size="small"
                  aria-label={`Delete: ${name}`}
                >
                  Delete
                </SubmitButton>
              </form>
            ) : null}
          </Section>
        ))
      )}
      {count > captures.length ? (
        <p className="mt-6">
          {formatNumber(count - captures.length)} more will show once you’ve decided on these.
        </p>
      ) : null}
    </Page>
  );
}
