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
import { inAccount } from "../public.server.ts";
import { CHANNEL_ACTIONS } from "./actions.server.ts";
import { ChannelSection } from "./channel-section.tsx";
import { type ChannelView, showChannels } from "./view.server.ts";

export const meta = () => [{ title: "Email and texts" }];

/** Shown where the installation has no mail server, and due email is sent by hand. */
const NO_SERVER_NOTICE =
  "This site has no mail server, so email waits on the lead’s page until you send it from your own email app. Connect your email, and it goes out by itself.";

const KINDS = Object.keys(CHANNEL_NAMES) as ChannelKind[];
const kindOf = (text: string | null | undefined) => KINDS.find((kind) => kind === text);

/** The account's connections. `?open=` opens a form and requires a recent proof of identity. */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const open = kindOf(query.get("open"));
  const view = await inAccount(args, "sending.change", async (ctx) => {
    const channels = await showChannels(ctx);
    return {
      channels,
      open: open ?? null,
      plain: outside().mayReachPrivate,
      leaves:
        installation().setup?.mailServer === null
          ? NO_SERVER_NOTICE
          : `We send your email through ${installation().brand} until you connect your own.`,
      notice: noticeOf(query.get("done"), channels),
    };
  });
  if (open) await requireRecentProof(args);
  return view;
}

function noticeOf(
  done: string | null,
  channels: readonly ChannelView[],
): { readonly kind: "done" | "error"; readonly text: string } | null {
  const [of, what] = (done ?? "").split(".");
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
  const { channels, open, plain, leaves, notice } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const sending = useNavigation().state !== "idle";
  return (
    <Page narrow>
      <PageHeader title="Email and texts">
        {leaves} We test what you enter and store it encrypted. Then{" "}
        <a className="text-link" href="/account/settings/sending/domain">
          check your domain
        </a>
        to see what to paste into DNS so your email gets delivered.
      </PageHeader>
      <div className="pb-4">
        <StatusLine kind={refused?.message ? "error" : (notice?.kind ?? "done")}>
          {refused ? refused.message : notice?.text}
        </StatusLine>
      </div>
      {channels.map((channel) => (
        <ChannelSection
          key={channel.kind}
          channel={channel}
          open={open === channel.kind}
          plain={plain}
          values={refused && refused.values["connection"] === channel.kind ? refused.values : undefined}
          errors={refused && refused.values["connection"] === channel.kind ? refused.errors : {}}
          sending={sending}
        />
      ))}
    </Page>
  );
}
