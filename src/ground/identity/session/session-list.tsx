import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { isId } from "#platform/db/scope.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";
import { deleteListedSession } from "../queries.server.ts";
import { describeDevice } from "./devices.ts";
import { originOf, recordEvent } from "../security/events.server.ts";
import { readForm } from "../forms.server.ts";
import { LocalTime } from "./local-time.tsx";
import { activityOf, sessionsOf } from "./session-list.server.ts";
import { requirePerson, revokeSessions } from "./sessions.server.ts";
import { identity, signedOutHeaders } from "../start.server.ts";

export const meta = () => [{ title: "Devices" }];

const HERE = "/account/settings/sessions";
const NOTICES: Readonly<Record<string, string>> = {
  one: "That device is logged out.",
  others: "All your other devices are logged out.",
  none: "No other devices were logged in.",
};

export function loader({ request, context }: LoaderFunctionArgs) {
  return answering(async () => {
    const person = await requirePerson(request, context);
    const [sessions, activity] = await Promise.all([sessionsOf(person, request), activityOf(person)]);
    return {
      sessions,
      activity,
      notice: NOTICES[new URL(request.url).searchParams.get("out") ?? ""] ?? null,
    };
  });
}

/** Signs out one device, or all others. Deleting the row ends a session at the device's next request. */
export function action({ request, context }: ActionFunctionArgs) {
  return answering(async () => {
    const person = await requirePerson(request, context);
    const { intent, session } = await readForm(request, ["intent", "session"]);
    const origin = originOf(request, context);
    if (intent === "others") {
      const count = await revokeSessions(person, request);
      if (count) await recordEvent(person.id, "sessions-ended", origin, { count: String(count) });
      return redirect(`${HERE}?out=${count ? "others" : "none"}`, 303);
    }
    const ended = isId(session)
      ? await deleteListedSession(person.id, session, identity().cookie.read(request) ?? "")
      : undefined;
    // Another person's or already ended, such as after a second press. The answer doesn't reveal which.
    if (!ended)
      return data({ message: "That device is already logged out. Nothing was changed." }, { status: 404 });
    await recordEvent(person.id, "session-ended", origin, { device: describeDevice(ended.userAgent) });
    if (ended.wasPresent) return redirectDocument("/", { status: 303, headers: signedOutHeaders() });
    return redirect(`${HERE}?out=one`, 303);
  });
}

export default function Devices() {
  const { sessions, activity, notice } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigation = useNavigation();
  const pressed = navigation.formData?.get("session") ?? navigation.formData?.get("intent");
  return (
    <Page>
      <PageHeader title="Devices">
        Where you’re logged in. Log out any device you don’t recognize or use.
      </PageHeader>
      <StatusLine kind={refused ? "error" : "done"}>{refused ? refused.message : notice}</StatusLine>
      <Section
        title="Logged in now"
        id="sessions"
        action={
          sessions.length > 1 ? (
            <Form method="post" action={HERE}>
              <input type="hidden" name="intent" value="others" />
              <SubmitButton kind="stop" busy="Logging out..." sending={pressed === "others"}>
                Log out everywhere else
              </SubmitButton>
            </Form>
          ) : undefined
        }
      >
        <Table
          caption="Devices that are logged in"
          rows={sessions}
          rowKey={({ id }) => id}
          columns={[
            { label: "Device", cell: ({ device }) => device },
            { label: "Place", cell: (one) => <Place {...one} /> },
            { label: "Last used", cell: ({ used }) => <LocalTime {...used} /> },
            { label: "Logged in since", cell: ({ since }) => <LocalTime {...since} /> },
            {
              label: "Log out",
              cell: ({ id, device, isPresent }) =>
                isPresent ? (
                  <StateMark state="now">This device</StateMark>
                ) : (
                  <Form method="post" action={HERE}>
                    <input type="hidden" name="session" value={id} />
                    <SubmitButton kind="plain" size="small" busy="Logging out..." sending={pressed === id}>
                      Log out<span className="sr-only"> {device}</span>
                    </SubmitButton>
                  </Form>
                ),
            },
          ]}
        />
      </Section>
      <Section title="Recent activity" id="activity">
        <Table
          caption="What happened to your account, newest first"
          rows={activity}
          rowKey={({ id }) => id}
          columns={[
            { label: "What", cell: ({ what }) => what },
            { label: "Device", cell: ({ device }) => device ?? "–" },
            { label: "Place", cell: ({ place }) => (place ? <Place {...place} /> : "–") },
            { label: "When", cell: ({ at }) => <LocalTime {...at} /> },
          ]}
        />
        <p className="mt-6 max-w-measure text-sm text-pencil">
          Don’t recognize something?{" "}
          <a className="text-link" href="/account/settings/you">
            Change your password
          </a>
          . That logs out all your other devices. Locations come from network addresses and are country-level
          at best, using data from the Number Resource Organization (
          <a className="text-link" href="https://www.nro.net/">
            nro.net
          </a>
          ).
        </p>
      </Section>
    </Page>
  );
}

function Place({ place, address }: { place: string; address: string | null }) {
  return (
    <div>
      {place}
      {address ? <span className="block text-sm text-pencil">{address}</span> : null}
    </div>
  );
}
