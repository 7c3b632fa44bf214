import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { answering } from "#platform/http/answers.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { EmptyState, StatusLine } from "#ui/messages.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { originOf } from "../security/events.server.ts";
import { readForm, screenHeaders } from "../forms.server.ts";
import { disconnect, listConnections } from "./connections.server.ts";
import { connectPath, openIdProviders, PROVIDERS_PATH } from "./openid.server.ts";
import { requireRecentProof } from "../login/recent-proof.server.ts";
import { requirePerson } from "../session/sessions.server.ts";

export const headers = screenHeaders;
export const meta = () => [{ title: "Login providers" }];

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Connected providers, available ones, and connections to providers this site no longer uses. */
export async function loader({ request }: LoaderFunctionArgs) {
  return answering(async () => {
    const person = await requirePerson(request);
    const connections = await listConnections(person);
    const of = (issuer: string) => connections.filter((one) => one.issuer === issuer);
    const shown = ({ id, since }: (typeof connections)[number]) => ({
      id,
      since: since.toString(),
      day: DAY.format(since.epochMilliseconds),
    });
    const providers = openIdProviders();
    const query = new URL(request.url).searchParams;
    return {
      providers: providers.map((provider) => ({
        name: provider.name,
        connections: of(provider.issuer).map(shown),
        connectPath: connectPath(provider, person.id),
        works: true,
      })),
      others: connections
        .filter((one) => !providers.some((provider) => provider.issuer === one.issuer))
        .map((one) => ({
          name: new URL(one.issuer).host,
          connections: [shown(one)],
          connectPath: "",
          works: false,
        })),
      connected: providers.find((provider) => provider.id === query.get("connected"))?.name ?? null,
      disconnected: query.has("disconnected"),
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answering(async () => {
    const person = await requireRecentProof({ request });
    const { connection } = await readForm(request, ["connection"]);
    const outcome = isId(connection)
      ? await disconnect(person, connection, openIdProviders(), originOf(request, context))
      : "not there";
    if (outcome === "done") return redirect(`${PROVIDERS_PATH}?disconnected`, 303);
    return outcome === "last way"
      ? data({ lastWay: true, gone: false }, { status: 409 })
      : data({ lastWay: false, gone: true }, { status: 404 });
  });
}

export default function OpenIdProviders() {
  const { providers, others, connected, disconnected } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const all = [...providers, ...others];
  return (
    <Page narrow className="pb-16">
      <PageHeader title="Login providers">
        Log in with an account you already have. No extra password.
      </PageHeader>
      {refused?.lastWay ? (
        <StatusLine kind="error" takesFocus>
          This is your only way to log in.{" "}
          <a className="text-link" href="/account/settings/you">
            Set a password
          </a>{" "}
          first, then disconnect it.
        </StatusLine>
      ) : (
        <StatusLine kind={refused ? "error" : "done"}>
          {refused?.gone
            ? "That one is already disconnected."
            : connected
              ? `${connected} is connected. You can log in with it now.`
              : disconnected
                ? "Disconnected. You can’t log in with it anymore."
                : null}
        </StatusLine>
      )}
      {all.length === 0 ? (
        <EmptyState title="No providers yet">
          The person who runs this site can set up providers such as Google or your company’s own.
        </EmptyState>
      ) : (
        <ul className="mt-4 divide-y divide-rule border-y border-rule">
          {all.map(({ name, connections, connectPath: path, works }) => (
            <li key={name} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
              <div>
                <p className="font-display text-lg font-semibold">{name}</p>
                {connections.map(({ id, since, day }) => (
                  <p key={id} className="text-pencil">
                    Connected since <time dateTime={since}>{day}</time>
                    {works ? "" : ". This site no longer works with it."}
                  </p>
                ))}
                {connections.length === 0 ? <p className="text-pencil">Not connected</p> : null}
              </div>
              {connections.length === 0 ? (
                <LinkButton href={path} kind="plain">
                  Connect {name}
                </LinkButton>
              ) : (
                connections.map(({ id }) => (
                  <Form key={id} method="post">
                    <input type="hidden" name="connection" value={id} />
                    <SubmitButton kind="plain" busy="Disconnecting..." sending={sending}>
                      Disconnect<span className="sr-only"> {name}</span>
                    </SubmitButton>
                  </Form>
                ))
              )}
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
