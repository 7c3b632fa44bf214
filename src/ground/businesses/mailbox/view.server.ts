import { mailProviderName } from "#platform/config/mail-providers.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Trouble } from "#platform/mail/smtp/connection-error.ts";
import { type Moment, moment } from "#platform/time/format.ts";
import { listChannels } from "../sending/channels.server.ts";
import { complaintAbout } from "../sending/problem-messages.ts";
import { type ConnectProblem, signInPath } from "./connect.server.ts";
import { mailProviders } from "./providers.server.ts";
import { zoneOf } from "../queries.server.ts";

export interface SignInView {
  /** Providers to connect. */
  readonly offers: readonly { readonly name: string; readonly href: string }[];
  readonly connected: {
    readonly name: string;
    readonly address: string;
    /** Whether it is used for sending and for replies; another connection may have replaced it. */
    readonly uses: readonly ("smtp" | "imap")[];
    readonly problem: string | null;
    readonly checked: Moment | null;
    /** Where to sign in again; null if the installation no longer works with that provider. */
    readonly href: string | null;
  } | null;
}

/** The providers to sign in at, for the setup of a business. */
export const signInOffers = (userId: string): SignInView["offers"] =>
  mailProviders().map((provider) => ({
    name: provider.name,
    href: signInPath(provider, userId, true),
  }));

/** The mailbox that was signed in to, and the providers to sign in at. */
export async function showSignIn(ctx: AccountContext): Promise<SignInView> {
  const channels = await listChannels(ctx);
  const offers = mailProviders().map((provider) => ({
    id: provider.id,
    name: provider.name,
    href: signInPath(provider, ctx.user!.id),
  }));
  const { provider, address = "" } = channels.grant?.shown ?? {};
  if (!provider) return { offers, connected: null };
  const uses = (["smtp", "imap"] as const).filter((kind) => channels[kind]?.shown["provider"]);
  const [first] = uses;
  const checkedAt = first && channels[first]?.checkedAt;
  return {
    offers,
    connected: {
      name: mailProviderName(provider) ?? provider,
      address,
      uses,
      problem: uses.map((kind) => channels[kind]?.problem).find(Boolean) ?? null,
      checked: checkedAt ? moment(checkedAt, (await zoneOf(ctx)) ?? "UTC") : null,
      href: offers.find(({ id }) => id === provider)?.href ?? null,
    },
  };
}

const PROBLEMS: Readonly<Record<string, (name: string) => string>> = {
  away: (name) => `${name} isn’t responding. Nothing was changed. Try again in a few minutes.`,
  denied: (name) => `You didn’t allow it at ${name}, so nothing was connected.`,
  incomplete: (name) =>
    `${name} didn’t give us everything we need. Try again, and leave each permission checked, or we can’t send your email and read replies.`,
  ended: (name) => `That took too long. Nothing was changed. Connect ${name} again.`,
  refused: (name) =>
    `${name} doesn’t accept this site. Nothing was changed. The person who runs this site has to check its settings.`,
  busy: () => "That’s a lot of attempts. Wait a few minutes and try again.",
  stale: (name) => `That link is no longer good. Nothing was changed. Connect ${name} from here.`,
} satisfies Partial<Record<ConnectProblem, (name: string) => string>>;

/** The sentence for `?problem=`, a word of our own redirects; null for anything else. */
export function explainProblem(text: string | null): string | null {
  const [provider, problem = ""] = (text ?? "").split(".");
  const name = mailProviderName(provider);
  if (!name) return null;
  if (Object.hasOwn(PROBLEMS, problem)) return PROBLEMS[problem]!(name);
  const [, kind, trouble] = /^(smtp|imap)-([a-z-]+)$/.exec(problem) ?? [];
  if (!kind || !trouble) return null;
  const { sentence } =
    complaintAbout(kind as "smtp" | "imap", trouble as Trouble, {
      host: `${name}’s mail server`,
      port: "",
      from: "that address",
      provider,
    }) ?? {};
  return sentence ? `${sentence} Nothing was changed.` : null;
}
