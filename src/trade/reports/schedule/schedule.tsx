import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { inAccount, ZONE_CHOICES } from "#ground/businesses/public.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { moment } from "#platform/time/format.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Panel } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { clientOf } from "../mail/client.server.ts";
import { choicesFor } from "../data.server.ts";
import { formatTurn } from "../rules.ts";
import { ScheduleFields, typedSchedule } from "./form.tsx";
import { changeSchedule, endSchedule, getSchedule, jobNames, pauseSchedule } from "./schedules.server.ts";
import { scheduleChangeSchema } from "../schema.ts";

export const meta = () => [{ title: "Schedule" }];

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const schedule = await getSchedule(ctx, args.params["scheduleId"] ?? "");
    const client = await clientOf(ctx, schedule.jobId);
    const {
      every,
      weekday,
      hour,
      zone,
      shape,
      company,
      photosPerPage,
      places,
      toClient,
      recipients,
      pausedAt,
      endedAt,
      nextAt,
      jobId,
    } = schedule;
    return {
      id: schedule.id,
      jobId,
      jobName: (await jobNames(ctx, [jobId])).get(jobId) ?? "A deleted job",
      turn: formatTurn(schedule),
      next: moment(nextAt, zone),
      isPaused: pausedAt !== null,
      isEnded: endedAt !== null,
      client: client && { name: client.name, address: client.address },
      zones: ZONE_CHOICES,
      choices: await choicesFor(ctx, jobId),
      saved: new URL(args.request.url).searchParams.has("saved"),
      values: {
        every,
        weekday: String(weekday),
        hour: String(hour),
        zone,
        shape,
        company: company ?? "",
        photos: String(photosPerPage),
        places: places ? "yes" : "",
        client: toClient ? "yes" : "",
        to: recipients.join(", "),
      },
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const id = args.params["scheduleId"] ?? "";
  return inAccount(args, "work.write", async (ctx) => {
    try {
      switch (form["intent"]) {
        case "pause":
        case "resume":
          await pauseSchedule(ctx, id, form["intent"] === "pause");
          return redirect(`/account/reports/schedules/${id}`, 303);
        case "end":
        case "restore":
          await endSchedule(ctx, id, form["intent"] === "end");
          return redirect(`/account/reports/schedules/${id}`, 303);
        default:
          await changeSchedule(ctx, id, form.check(scheduleChangeSchema));
          return redirect(`/account/reports/schedules/${id}?saved`, 303);
      }
    } catch (error) {
      return refuseForm(error, typedSchedule(form));
    }
  });
}

export default function SchedulePage() {
  const { id, jobId, jobName, turn, next, isPaused, isEnded, client, zones, choices, saved, values } =
    useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigation = useNavigation();
  const doing = navigation.state === "idle" ? null : navigation.formData?.get("intent");
  const errors = refused?.errors ?? {};
  const actionButton = (intent: string, words: string, kind: "plain" | "stop" | "chalk") => (
    <Form method="post" action={`/account/reports/schedules/${id}`}>
      <input type="hidden" name="intent" value={intent} />
      <SubmitButton kind={kind} size="small" busy="One moment..." sending={doing === intent}>
        {words}
      </SubmitButton>
    </Form>
  );
  return (
    <Page narrow>
      <PageHeader title={turn}>
        Scheduled report for{" "}
        <a className="text-link" href={`/account/reports?job=${jobId}`}>
          {jobName}
        </a>
        .
      </PageHeader>
      <StatusLine kind="done" takesFocus={saved}>
        {saved ? "Saved." : null}
      </StatusLine>
      {isEnded ? (
        <Panel className="mb-8">
          <h2 className="text-xl">This schedule has ended</h2>
          <p className="mt-2">No more reports. Earlier ones stay.</p>
          <div className="mt-4">{actionButton("restore", "Undo", "chalk")}</div>
        </Panel>
      ) : (
        <>
          <p className="mb-4">
            {isPaused ? (
              "Paused. The next report after you resume covers everything since."
            ) : (
              <>
                The next one runs on <time dateTime={next.iso}>{next.words}</time>.
              </>
            )}
          </p>
          <div className="mb-8 flex flex-wrap gap-3 border-y border-rule py-4">
            {isPaused ? actionButton("resume", "Resume", "chalk") : actionButton("pause", "Pause", "plain")}
            {actionButton("end", "End schedule", "stop")}
          </div>
          <Form method="post" action={`/account/reports/schedules/${id}`} className="form">
            <ErrorSummary errors={errors} />
            <input type="hidden" name="intent" value="save" />
            <ScheduleFields
              values={refused?.values ?? values}
              errors={errors}
              zones={zones}
              client={client}
              choices={choices}
            />
            <SubmitButton busy="Saving..." sending={doing === "save"}>
              Save
            </SubmitButton>
            <StatusLine kind="error">{refused?.message}</StatusLine>
          </Form>
        </>
      )}
    </Page>
  );
}
