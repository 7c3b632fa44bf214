import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { isRecentlyConfirmed, requireRecentProof, withNext } from "#ground/identity/public.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { moment } from "#platform/time/format.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { zoneOf } from "../queries.server.ts";
import { actInAccount, inAccount } from "../public.server.ts";
import { dismissTurnedOff, listTurnedOff, turnOn, type WhichThings } from "./turned-off.server.ts";

export const meta = () => [{ title: "Turned off" }];

const HERE = "/account/settings/turned-off";
const NOTICES: Readonly<Record<string, string>> = {
  on: "It’s back on.",
  "all-on": "They’re back on.",
  off: "It stays off and is no longer listed.",
};

/**
 * Lists what was turned off when someone other than the person who set the account up first verified the
 * owner's address.
 */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "people.owners", async (ctx) => {
    const confirmed = await isRecentlyConfirmed(args.request);
    const [kinds, zone] = [await listTurnedOff(ctx), await zoneOf(ctx)];
    return {
      confirmPath: confirmed ? null : withNext("/account/confirm", HERE),
      kinds: kinds.map(({ kind, words, meaning, things }) => ({
        kind,
        title: words[1][0]!.toUpperCase() + words[1].slice(1),
        several: words[1],
        meaning,
        things: things.map(({ id, label, at }) => ({ id, label, at: moment(at, zone) })),
      })),
      notice: NOTICES[new URL(args.request.url).searchParams.get("done") ?? ""] ?? null,
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const which: WhichThings = form["kind"] ? { kind: form["kind"] } : { id: form["id"] ?? "" };
  if (form["intent"] === "leave-off")
    return inAccount(args, "people.owners", async (ctx) => {
      await dismissTurnedOff(ctx, which);
      return redirect(`${HERE}?done=off`, 303);
    });
  // Check the right first, so that others aren't asked for a password only to be refused.
  await inAccount(args, "people.owners", async () => {});
  await requireRecentProof(args);
  try {
    return await actInAccount(args, "people.owners", async (ctx) => {
      await turnOn(ctx, which);
      return redirect(`${HERE}?done=${"kind" in which ? "all-on" : "on"}`, 303);
    });
  } catch (error) {
    return refuseForm(error, {});
  }
}

export default function TurnedOff() {
  const { confirmPath, kinds, notice } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  return (
    <Page className="pb-16">
      <PageHeader title="Turned off">
        {kinds.length === 0
          ? null
          : "No one had verified your email address before, so someone else could have set up this account in your name. To be safe, we turned off everything that could act for you or let someone in. Turn on only what you set up yourself."}
      </PageHeader>
      <StatusLine kind={refused ? "error" : "done"}>{refused ? refused.message : notice}</StatusLine>
      {kinds.length === 0 ? <p className="mt-4 max-w-measure">Nothing is turned off.</p> : null}
      {kinds.length > 0 && confirmPath ? (
        <p className="mt-4 flex max-w-measure flex-wrap items-center gap-x-4 gap-y-2">
          Before you turn anything on, confirm it’s you.
          <LinkButton href={confirmPath} kind="plain" size="small">
            Confirm now
          </LinkButton>
        </p>
      ) : null}
      {kinds.map(({ kind, title, several, meaning, things }) => (
        <Section key={kind} title={title} id={kind}>
          <p className="mt-2 max-w-measure text-pencil">
            If you turn one on: {meaning[0]!.toLowerCase() + meaning.slice(1)}
          </p>
          <ul className="mt-4">
            {things.map(({ id, label, at }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-rule py-3"
              >
                <span className="min-w-0 wrap-anywhere">
                  {label}
                  <span className="block text-sm text-pencil">
                    Off since <time dateTime={at.iso}>{at.words}</time>
                  </span>
                </span>
                <Form method="post" action={HERE} className="flex gap-3">
                  <input type="hidden" name="id" value={id} />
                  {confirmPath ? null : (
                    <SubmitButton
                      size="small"
                      name="intent"
                      value="turn-on"
                      aria-label={`Turn on ${label}`}
                      sending={sending}
                    >
                      Turn on
                    </SubmitButton>
                  )}
                  <SubmitButton
                    kind="quiet"
                    size="small"
                    name="intent"
                    value="leave-off"
                    aria-label={`Leave ${label} off`}
                    sending={sending}
                  >
                    Leave off
                  </SubmitButton>
                </Form>
              </li>
            ))}
          </ul>
          {things.length > 1 && !confirmPath ? (
            <Form method="post" action={HERE} className="mt-3">
              <input type="hidden" name="kind" value={kind} />
              <SubmitButton kind="plain" size="small" name="intent" value="turn-on" sending={sending}>
                {things.length === 2 ? `Turn on both ${several}` : `Turn on all ${things.length} ${several}`}
              </SubmitButton>
            </Form>
          ) : null}
        </Section>
      ))}
    </Page>
  );
}
