import type { AccountContext } from "#platform/db/scope.server.ts";
import { dkimRecord } from "#platform/mail/domain/dkim-key.server.ts";
import { type Moment, moment } from "#platform/time/format.ts";
import { type Channel, listChannels } from "./channels.server.ts";
import { textsWebhook } from "./text-accounts.server.ts";
import type { ChannelKind } from "./problem-messages.ts";
import { getBusiness } from "../queries.server.ts";

export interface ChannelView {
  readonly kind: ChannelKind;
  readonly title: string;
  readonly purpose: string;
  readonly state: "off" | "works" | "problem" | "waiting";
  readonly checked: Moment | null;
  readonly problem: string | null;
  readonly facts: readonly (readonly [string, string])[];
  readonly values: Readonly<Record<string, string>> | null;
  readonly record: { readonly name: string; readonly value: string } | null;
  readonly blocked: string | null;
}

/** All four connections, connected or not. */
export async function showChannels(ctx: AccountContext): Promise<ChannelView[]> {
  const channels = await listChannels(ctx);
  const { name, replyAddress, zone } = await getBusiness(ctx);
  const { smtp, dkim, imap, twilio } = channels;
  const replies = replyAddress ?? "your reply address";
  const view = (
    kind: ChannelKind,
    words: Pick<ChannelView, "title" | "purpose" | "facts">,
    channel: Channel | undefined,
  ): ChannelView => ({
    kind,
    ...words,
    state: !channel ? "off" : channel.problem === null ? "works" : kind === "dkim" ? "waiting" : "problem",
    checked: channel?.checkedAt ? moment(channel.checkedAt, zone ?? "UTC") : null,
    problem: channel?.problem ?? null,
    values: channel?.shown ?? null,
    record: null,
    blocked: null,
  });
  const server = (channel: Channel | undefined) =>
    `${channel?.shown["host"] ?? ""}, port ${channel?.shown["port"] ?? ""}`;
  return [
    {
      ...view(
        "smtp",
        {
          title: "Your mail server",
          purpose:
            "Follow-up goes out from your own address instead of ours, through the server that sends your other email.",
          facts: smtp
            ? [
                ["From", `${smtp.shown["fromName"] ?? ""} <${smtp.shown["fromAddress"] ?? ""}>`],
                ["Server", server(smtp)],
                ...(smtp.shown["user"] ? [["Username", smtp.shown["user"]] as const] : []),
              ]
            : [],
        },
        smtp,
      ),
      values: smtp?.shown ?? {
        port: "587",
        security: "starttls",
        fromName: name ?? "",
        fromAddress: replyAddress ?? "",
        user: replyAddress ?? "",
      },
    },
    {
      ...view(
        "dkim",
        {
          title: "Signature",
          purpose:
            "Signs email sent through your server (DKIM), so less of it ends up in spam. Skip this if your server already signs, as Gmail and Outlook do.",
          facts: dkim
            ? [
                ["For", `email from ${dkim.shown["domain"] ?? ""}`],
                ["Selector", dkim.shown["selector"] ?? ""],
              ]
            : [],
        },
        dkim,
      ),
      ...signatureOf(dkim, smtp),
    },
    view(
      "imap",
      {
        title: "Your mailbox",
        purpose: `Checks your inbox every minute. When a client replies, their follow-up stops. We don’t mark, move, or save anything except their reply. Replies go to ${replies}. You can change that on the Business page.`,
        facts: imap
          ? [
              ["Username", imap.shown["user"] ?? ""],
              ["Server", server(imap)],
              ["Folder", imap.shown["folder"] ?? ""],
            ]
          : [],
      },
      imap,
    ),
    view(
      "twilio",
      {
        title: "Texts",
        purpose: `Texts to your clients go out from your own Twilio number. For their replies, paste ${textsWebhook()} in Twilio as that number’s webhook, under “A message comes in”.`,
        facts: twilio
          ? [
              ["From", twilio.shown["number"] ?? ""],
              ["Account SID", twilio.shown["sid"] ?? ""],
            ]
          : [],
      },
      twilio,
    ),
  ];
}

function signatureOf(dkim: Channel | undefined, smtp: Channel | undefined): Partial<ChannelView> {
  const from = smtp?.shown["fromAddress"] ?? "";
  const { domain = "", selector = "", publicKey = "" } = dkim?.shown ?? {};
  if (!dkim) return { blocked: smtp ? null : "Connect your email first." };
  const record = dkimRecord({ domain, selector, publicKey });
  if (from.endsWith(`@${domain}`)) return { record };
  const problem = smtp
    ? `This key is for ${domain}, but your email comes from ${from}, so it isn’t signed. Create a new key.`
    : "Nothing is signed because no mail server is connected.";
  return { record, state: "problem", problem };
}
