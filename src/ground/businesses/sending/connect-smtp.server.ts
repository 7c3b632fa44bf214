import { requireRecentProof } from "#ground/identity/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext, Person } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { recordAudit } from "../history/audit.server.ts";
import { countCheck, TooManyChecksError, tryMailServer } from "./try-connection.server.ts";
import { smtpSchema } from "./schema.server.ts";
import { getChannel, saveChannel } from "./channels.server.ts";
import type { ChannelSecrets } from "./secrets.server.ts";
import { CHANNEL_NAMES, type Complaint } from "./problem-messages.ts";

/** Runs one step in an account transaction, with the right to connect. Checks take seconds in between. */
type Enter = <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>;

/** Refuses a form with a complaint. @throws AppError invalid */
export function complain({ field, sentence }: Complaint): never {
  if (field === "form") throw new AppError("invalid", sentence);
  throw new AppError("invalid", "Some fields need another look.", { fields: { [field]: sentence } });
}

/**
 * The secret to use when the field is empty: the stored one, but only for the same server and user. Otherwise
 * a stranger at an unlocked laptop could have it sent to their own server.
 */
export function storedSecret(
  typed: string,
  old: string | undefined,
  isSame: boolean,
  field: string,
  what: string,
): string {
  if (typed || (old === undefined && !what)) return typed;
  if (old === undefined) return complain({ field, sentence: `Enter the ${what}.` });
  if (!isSame)
    return complain({
      field,
      sentence: `Enter the ${what} again, because the server or username changed.`,
    });
  return old;
}

async function readSmtpForm(
  enter: Enter,
  form: PostedForm,
): Promise<{ server: ChannelSecrets["smtp"]; fromName: string }> {
  const { fromName, ...fields } = form.check(smtpSchema);
  if (fields.fromAddress === installation().sender.mailbox.address)
    complain({
      field: "fromAddress",
      sentence: "This site already sends from this address. Enter your business’s own.",
    });
  const old = (await enter((ctx) => getChannel(ctx, "smtp")))?.secrets;
  if (!fields.user) return { server: { ...fields, password: "" }, fromName };
  const isSame = old?.host === fields.host && old.user === fields.user;
  return {
    server: {
      ...fields,
      password: storedSecret(fields.password, old?.password, isSame, "password", "password"),
    },
    fromName,
  };
}

/**
 * Checks a business's mail server from its form, and saves it if it works.
 * @throws AppError invalid with a message per field; TooManyChecksError
 */
export async function connectSmtp(enter: Enter, form: PostedForm, person: Person): Promise<void> {
  const { server, fromName } = await readSmtpForm(enter, form);
  countCheck(person);
  const complaint = await tryMailServer(server);
  if (complaint) complain(complaint);
  const { host, port, security, user, fromAddress } = server;
  const shown = { host, port: String(port), security, user, fromName, fromAddress };
  await enter(async (ctx) => {
    await saveChannel(ctx, "smtp", server, shown, null);
    await recordAudit(ctx, "sending.changed", {
      connection: CHANNEL_NAMES.smtp,
      server: host,
      user,
      address: fromAddress,
    });
  });
}

/**
 * Like connectSmtp, for another room's screen. Requires a recent proof of identity.
 * @throws AppError invalid with a message per field
 */
export async function connectMailServer(
  enter: Enter,
  { request }: { readonly request: Request },
  form: PostedForm,
): Promise<void> {
  const person = await requireRecentProof({ request });
  try {
    await connectSmtp(enter, form, person);
  } catch (error) {
    if (!(error instanceof TooManyChecksError)) throw error;
    throw new AppError(
      "invalid",
      "That’s a lot of attempts. What you typed is still here. Wait a minute and try again.",
    );
  }
}
