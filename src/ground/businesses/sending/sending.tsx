import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { requireRecentProof } from "#ground/identity/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { outside } from "#platform/outside/outside.server.ts";
import { Page, PageHeader } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { TooManyChecksError } from "./try-connection.server.ts";
import { CHANNEL_NAMES, type ChannelKind } from "./problem-messages.ts";
import { serviceAsked } from "./services.ts";
import { inAccount } from "../public.server.ts";
import { CHANNEL_ACTIONS } from "./actions.server.ts";
import { ChannelSection } from "./channel-section.tsx";
import { actOnSignIn } from "../mailbox/actions.server.ts";
import { SignInSection } from "../mailbox/section.tsx";
import { explainProblem, showSignIn } from "../mailbox/view.server.ts";
import { type ChannelView, showChannels } from "./view.server.ts";

export const meta = () => [{ title: "Email and texts" }];

/** Shown where the installation has no mail server, and due email is sent by hand. */
const NO_SERVER_NOTICE =
  "No email is connected yet, so each one waits on the lead’s page until you send it from your own email app. Connect yours and it goes out by itself.";

const KINDS = Object.keys(CHANNEL_NAMES) as ChannelKind[];
const kindOf = (text: string | null | undefined) => KINDS.find((kind) => kind === text);

/** The account's connections. `?open=` opens a form and requires a recent proof of identity. */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const open = kindOf(query.get("open"));
  const view = await inAccount(args, "sending.change", async (ctx) => {
    const channels = await showChannels(ctx);
    const problem = explainProblem(query.get("problem"));
    return {
      channels,
      signIn: await showSignIn(ctx),
      open: open ?? null,
      service: serviceAsked(query.get("with")),
      plain: outside().mayReachPrivate,
      leaves: howMailLeaves(channels),
      notice: problem ? ({ kind: "error", text: problem } as const) : noticeOf(query.get("done"), channels),
    };
  });
  if (open) await requireRecentProof(args);
  return view;
}

/** How the business's email leaves now, or why it waits. */
function howMailLeaves(channels: readonly ChannelView[]): string {
  const own = channels.find(({ kind }) => kind === "smtp");
  if (own?.state === "problem") return "Your email waits until the connection below works again.";
  // One that isn't connected has values, too: what its form suggests.
  if (own?.state === "works")
    return `Your email goes out from ${own.values?.["fromAddress"] ?? "your own server"}.`;
  return installation().setup?.mailServer === null
    ? NO_SERVER_NOTICE
    : `We send your email through ${installation().brand} until you connect your own.`;
}

const SIGN_IN_NOTICES: Readonly<Record<string, string>> = {
  save: "Connected. We tested it: follow-up goes out from there, and we read replies there.",
  "save-replies":
    "Connected. We tested it: follow-up goes out from there, and we read replies there. Clients’ replies now go to this address, too. You can change that on the Business page.",
  check: "Tested just now. See below.",
  remove: "Disconnected. We can’t use that mailbox anymore.",
  "remove-there":
    "Disconnected. We can’t use that mailbox anymore. It may still list us among the apps you allow; you can remove us there.",
};

function noticeOf(
  done: string | null,
  channels: readonly ChannelView[],
): { readonly kind: "done" | "error"; readonly text: string } | null {
  const [of, what] = (done ?? "").split(".");
  const signInNotice = of === "grant" && SIGN_IN_NOTICES[what ?? ""];
  if (signInNotice) return { kind: "done", text: signInNotice };
  const kind = kindOf(of);
  if (!kind) return null;
  const name = CHANNEL_NAMES[kind];
  const problem = channels.find((channel) => channel.kind === kind)?.problem;
  if (what === "check" && problem) return { kind: "error", text: `${name}: ${problem}` };
  const notices: Readonly<Record<string, string>> = {
    save:
      kind === "dkim"
        ? "Key saved. Paste the record below into your DNS, then check it."
        : `${name}: tested and saved.`,
    check: `${name}: tested just now, and it works.`,
    remove: `${name}: removed.`,
  };
  const text = notices[what ?? ""];
  return text === undefined ? null : { kind: "done", text };
}

/** Checks and saves a connection, checks a saved one, or removes one. */
export async function action(args: ActionFunctionArgs) {
  // Check the right and the person's identity before looking at the form.
  await inAccount(args, "sending.change", () => Promise.resolve());
  const person = await requireRecentProof(args);
  const form = await readForm(args.request);
  const kind = kindOf(form["connection"]);
  const doing = form["do"] ?? "";
  try {
    if (form["connection"] === "grant") {
      const done = await actOnSignIn(args, form, person);
      return redirect(`/account/settings/sending?done=grant.${done}#sign-in`, 303);
    }
    if (!kind || !Object.hasOwn(CHANNEL_ACTIONS, doing))
      throw new AppError("invalid", "Something went wrong, and nothing was changed. Please try again.");
    await CHANNEL_ACTIONS[doing as keyof typeof CHANNEL_ACTIONS](kind)(args, form, person);
  } catch (error) {
    // Never send secrets back.
    const { password: _, token: __, privateKey: ___, ...typed } = form;
    const values = Object.entries(typed).filter(
      (field): field is [string, string] => typeof field[1] === "string",
    );
    if (error instanceof TooManyChecksError)
      return refuseTooMany(error.verdict, Object.fromEntries(values), "That’s a lot of attempts.");
    return refuseForm(error, Object.fromEntries(values));
  }
  return redirect(`/account/settings/sending?done=${kind}.${doing}#${kind}`, 303);
}

export default function Sending() {
  const { channels, signIn, open, service, plain, leaves, notice } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  const isRefused = ({ kind }: ChannelView) => refused?.values["connection"] === kind;
  /** Technical, and of use only once email goes out through their own server. */
  const isFolded = ({ kind, state }: ChannelView) => kind === "dkim" && state === "off";
  const section = (channel: ChannelView) => (
    <ChannelSection
      key={channel.kind}
      channel={channel}
      open={open === channel.kind}
      service={open === channel.kind ? service : null}
      plain={plain}
      values={refused && isRefused(channel) ? refused.values : undefined}
      errors={refused && isRefused(channel) ? refused.errors : {}}
      sending={sending}
      offers={signIn.offers.map(({ name }) => name)}
    />
  );
  return (
    <Page narrow>
      <PageHeader title="Email and texts">{leaves} We test what you enter and store it encrypted.</PageHeader>
      <div className="pb-4">
        <StatusLine kind={refused?.message ? "error" : (notice?.kind ?? "done")}>
          {refused ? refused.message : notice?.text}
        </StatusLine>
      </div>
      <SignInSection view={signIn} sending={sending} />
      {channels
        .filter(
          (channel) => !isFolded(channel) && !signIn.connected?.uses.some((kind) => kind === channel.kind),
        )
        .map((channel) => section(channel))}
      {channels.filter(isFolded).map((channel) => (
        <details
          key={channel.kind}
          className="fold mt-8 border-t border-rule pt-4"
          open={open === channel.kind || isRefused(channel)}
        >
          <summary>For your domain: fewer emails in spam</summary>
          <p className="mt-2 max-w-measure">
            <a className="text-link" href="/account/settings/sending/domain">
              Check your domain
            </a>{" "}
            to see what to paste into its DNS settings.
          </p>
          {section(channel)}
        </details>
      ))}
    </Page>
  );
}
