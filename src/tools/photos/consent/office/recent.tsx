import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { isManager } from "#trade/fieldwork/public.server.ts";
import { findJobs } from "#trade/jobs/public.server.ts";
import { moment } from "#platform/time/format.ts";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { BackToList } from "#ui/list-beside.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { chosenWork, workToChoose } from "../recent.server.ts";
import { LONGEST, MOST_RECENT, RECENT_PATH } from "../rules.ts";
import { photosConsented } from "../stored.server.ts";
import { ActButton, ActForm } from "./act-form.tsx";
import { actOnRecent } from "./act.server.ts";
import { listAsks } from "../asked.server.ts";

export const meta = () => [{ title: "Recent work" }];

const DONE = {
  shown: "It’s on your page now.",
  hidden: "It’s off your page. Your client’s yes stays.",
  saved: "Saved.",
} as const;
const DID = ["shown", "hidden", "saved"] as const;

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const zone = (await getBusiness(ctx)).zone ?? "UTC";
    const rows = await chosenWork(ctx);
    const agreed = new Set((await photosConsented(ctx, "page")).map(({ sha256 }) => sha256));
    const choices = await workToChoose(ctx);
    const jobs = await findJobs(
      ctx,
      [...rows, ...choices].map(({ jobId }) => jobId),
    );
    const nameOf = (jobId: string) => jobs.get(jobId)?.name ?? "A job";
    return {
      mayAct: isManager(ctx),
      isFull: rows.length >= MOST_RECENT,
      works: rows.map(({ id, jobId, sha256, pair, caption }) => ({
        ...{ id, sha256, pair, caption, job: nameOf(jobId) },
        isShown: agreed.has(sha256) && (pair === null || agreed.has(pair)),
      })),
      choices: choices.map((one) => ({ ...one, job: nameOf(one.jobId) })),
      asks: (await listAsks(ctx)).map(({ createdAt, ...one }) => ({ ...one, at: moment(createdAt, zone) })),
      did: DID.find((one) => searchParams.has(one)) ?? null,
    };
  });

export const action = (args: ActionFunctionArgs) => actOnRecent(args);

/** What the business's page shows of its jobs, as clients agree to, and what clients were asked. */
export default function RecentWorkOffice() {
  const { works, choices, asks, mayAct, isFull, did } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "errors" in answer ? answer : undefined;
  return (
    <Page className="pb-12">
      <BackToList title="Photos" href="/account/photos" />
      <PageHeader title="Recent work">
        Photos that your clients let you show. They leave your page the moment a client changes their mind.
      </PageHeader>
      <StatusLine kind={refused ? "error" : "done"} takesFocus={did !== null}>
        {refused ? (refused.message ?? Object.values(refused.errors)[0]) : did ? DONE[did] : null}
      </StatusLine>
      <Section title="On your page" id="shown">
        {works.length === 0 ? (
          <p className="mt-2 max-w-measure">
            Nothing yet. Open the photos of a job, tap Select, then More, then “Ask the client to show it.”
            What they agree to shows up here.
          </p>
        ) : null}
        <ul className="mt-4 grid gap-6">
          {works.map((work, at) => (
            <li key={work.id} className="consent-work">
              <Thumbs {...work} />
              <div className="min-w-0 flex-[1_1_14rem]">
                <p>
                  <b>{work.job}</b>
                  {work.pair ? ", before and after" : ""}
                </p>
                {work.isShown ? null : (
                  <p className="text-pencil">
                    Not shown: your client doesn’t agree, or the photo was hidden.
                  </p>
                )}
                {mayAct ? (
                  <>
                    <ActForm intent="caption" path={RECENT_PATH} className="form mt-2">
                      <input type="hidden" name="work" value={work.id} />
                      <Field
                        id={`caption-${work.id}`}
                        name="caption"
                        label="Caption"
                        maxLength={LONGEST.caption}
                        defaultValue={work.caption}
                      />
                      <div className="flex flex-wrap gap-3">
                        <ActButton intent="caption" kind="plain" size="small" />
                      </div>
                    </ActForm>
                    <div className="mt-3 flex flex-wrap gap-3">
                      {at > 0 ? <OnWork intent="up" work={work.id} /> : null}
                      {at < works.length - 1 ? <OnWork intent="down" work={work.id} /> : null}
                      <OnWork intent="hide" work={work.id} />
                    </div>
                  </>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      </Section>
      {choices.length > 0 ? (
        <Section title="You may show" id="choices">
          {isFull ? (
            <p className="mt-2">Your page has room for {MOST_RECENT}. Take one off to show another.</p>
          ) : null}
          <ul className="mt-4 grid gap-6">
            {choices.map((work) => (
              <li key={work.id} className="consent-work">
                <Thumbs {...work} />
                <div className="min-w-0 flex-[1_1_14rem]">
                  <p>
                    <b>{work.job}</b>
                    {work.pair ? ", before and after" : ""}
                  </p>
                  {mayAct && !isFull ? <OnWork intent="show" work={work.id} /> : null}
                </div>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {asks.length > 0 ? (
        <Section title="Requests" id="requests">
          <ul className="mt-4">
            {asks.map(({ id, job, state, at }) => (
              <li key={id} className="border-t border-rule">
                <a className="consent-ask" href={`/account/photos/asks/${id}`}>
                  <b>{job}</b>
                  <span className="text-pencil">
                    {state}, asked <time dateTime={at.iso}>{at.words}</time>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </Page>
  );
}

function OnWork({ intent, work }: { intent: "up" | "down" | "hide" | "show"; work: string }) {
  return (
    <ActForm intent={intent} path={RECENT_PATH}>
      <input type="hidden" name="work" value={work} />
      <ActButton intent={intent} kind={intent === "show" ? "signal" : "plain"} size="small" />
    </ActForm>
  );
}

function Thumbs({ sha256, pair, job }: { sha256: string; pair: string | null; job: string }) {
  return (
    <div className="consent-work-thumbs">
      {[sha256, ...(pair ? [pair] : [])].map((one, at) => (
        <img
          key={one}
          src={`/account/media/${one}/thumb`}
          alt={pair ? `${job}, ${at === 0 ? "before" : "after"}` : job}
          width={112}
          height={84}
          loading="lazy"
          data-hide-on-error=""
        />
      ))}
    </div>
  );
}
