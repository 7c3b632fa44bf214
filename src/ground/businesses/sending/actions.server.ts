import type { ActionFunctionArgs } from "react-router";
import type { AccountContext, Person } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { newDkimPair, readDkimPair } from "#platform/mail/domain/dkim-key.server.ts";
import { recordAudit } from "../history/audit.server.ts";
import { countCheck, tryMailbox, tryMailServer, tryRecord, tryTwilio } from "./try-connection.server.ts";
import { dkimSchema, imapSchema, twilioSchema } from "./schema.server.ts";
import { getChannel, listChannels, saveCheckResult, removeChannel, saveChannel } from "./channels.server.ts";
import { CHANNEL_NAMES, type ChannelKind } from "./problem-messages.ts";
import { complain, connectSmtp, storedSecret } from "./connect-smtp.server.ts";
import type { ChannelSecrets } from "./secrets.server.ts";
import { withToken } from "../mailbox/tokens.server.ts";
import { inAccount } from "../public.server.ts";

// Checks take seconds and must not hold a transaction open, so each action reads, checks, then saves.

/** An action on one connection. @throws AppError with the invalid fields */
type ChannelAction = (args: ActionFunctionArgs, form: PostedForm, person: Person) => Promise<void>;

const inSending = <T>(args: ActionFunctionArgs, work: (ctx: AccountContext) => Promise<T>) =>
  inAccount(args, "sending.change", work);

function loadChannel<Kind extends ChannelKind>(args: ActionFunctionArgs, kind: Kind) {
  return inSending(args, (ctx) => getChannel(ctx, kind));
}

/** Saves a checked connection, and records it in the history. */
function saveAndRecord<Kind extends ChannelKind>(
  args: ActionFunctionArgs,
  kind: Kind,
  secrets: ChannelSecrets[Kind],
  shown: Readonly<Record<string, string>>,
  { details, problem = null }: { details: Readonly<Record<string, string>>; problem?: string | null },
): Promise<void> {
  return inSending(args, async (ctx) => {
    await saveChannel(ctx, kind, secrets, shown, problem);
    await recordAudit(ctx, "sending.changed", { connection: CHANNEL_NAMES[kind], ...details });
  });
}

const saveSmtp: ChannelAction = (args, form, person) =>
  connectSmtp((work) => inSending(args, work), form, person);

const saveImap: ChannelAction = async (args, form, person) => {
  const fields = form.check(imapSchema);
  const found = await loadChannel(args, "imap");
  const old = found?.secrets;
  const isSame = old?.host === fields.host && old.user === fields.user;
  const server = {
    ...fields,
    password: storedSecret(fields.password, old?.password, isSame, "password", "password"),
  };
  countCheck(person);
  const outcome = await tryMailbox(server);
  if ("sentence" in outcome) return complain(outcome);
  const { host, port, security, user, folder } = server;
  // Continue in the same mailbox. In another one, read only new mail.
  const { validity, uid } = found?.shown ?? {};
  const continues = isSame && old.folder === folder && validity === outcome.validity && uid !== undefined;
  const shown = {
    host,
    port: String(port),
    security,
    user,
    folder,
    validity: outcome.validity,
    uid: continues ? uid : String(outcome.uid),
  };
  await saveAndRecord(args, "imap", server, shown, { details: { server: host, user } });
};

const saveTwilio: ChannelAction = async (args, form, person) => {
  const fields = form.check(twilioSchema);
  const old = (await loadChannel(args, "twilio"))?.secrets;
  const account = {
    ...fields,
    token: storedSecret(fields.token, old?.token, old?.sid === fields.sid, "token", "auth token"),
  };
  countCheck(person);
  const complaint = await tryTwilio(account);
  if (complaint) complain(complaint);
  await saveAndRecord(
    args,
    "twilio",
    account,
    { sid: account.sid, number: account.number },
    { details: { account: account.sid, number: account.number } },
  );
};

const NOT_CHECKED_YET = "Paste the record into your DNS, then check it here.";

const saveDkim: ChannelAction = async (args, form) => {
  const { selector, privateKey } = form.check(dkimSchema);
  const from = await inSending(args, async (ctx) => (await listChannels(ctx)).smtp?.shown["fromAddress"]);
  if (!from)
    return complain({
      field: "form",
      sentence: "Connect your email first. The key signs what you send through it.",
    });
  const pair = privateKey ? readDkimPair(privateKey) : await newDkimPair();
  if (!pair)
    return complain({
      field: "privateKey",
      sentence: "That isn’t an RSA private key of 1024 to 4096 bits in PEM format.",
    });
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const shown = { domain, selector, publicKey: pair.publicKey };
  await saveAndRecord(args, "dkim", { domain, selector, privateKey: pair.privateKey }, shown, {
    details: { domain, selector },
    problem: NOT_CHECKED_YET,
  });
};

const check: Record<ChannelKind, ChannelAction> = {
  async smtp(args, _form, person) {
    await recheck(
      args,
      "smtp",
      person,
      async (server, accountId) => (await tryMailServer(withToken(accountId, server)))?.sentence ?? null,
    );
  },
  async imap(args, _form, person) {
    await recheck(args, "imap", person, async (server, accountId) => {
      const outcome = await tryMailbox(withToken(accountId, server));
      return "sentence" in outcome ? outcome.sentence : null;
    });
  },
  async twilio(args, _form, person) {
    await recheck(args, "twilio", person, async (account) => (await tryTwilio(account))?.sentence ?? null);
  },
  async dkim(args, _form, person) {
    const shown = (await loadChannel(args, "dkim"))?.shown;
    await recheck(args, "dkim", person, () =>
      tryRecord(shown as { domain: string; selector: string; publicKey: string }),
    );
  },
};

/** Checks a saved connection again and saves the result. A mailbox that works is read right away. */
async function recheck<Kind extends ChannelKind>(
  args: ActionFunctionArgs,
  kind: Kind,
  person: Person,
  attempt: (secrets: ChannelSecrets[Kind], accountId: string) => Promise<string | null>,
): Promise<void> {
  const [found, accountId] = await inSending(args, async (ctx) => [
    await getChannel(ctx, kind),
    ctx.account.id,
  ]);
  if (!found) throw new AppError("not_found", "That connection was removed.");
  countCheck(person);
  const problem = found.secrets
    ? await attempt(found.secrets, accountId)
    : "We can’t read it anymore. Please connect it again.";
  await inSending(args, (ctx) => saveCheckResult(ctx, kind, problem));
}

const save: Record<ChannelKind, ChannelAction> = {
  smtp: saveSmtp,
  imap: saveImap,
  twilio: saveTwilio,
  dkim: saveDkim,
};

/** The actions of the page's forms. */
export const CHANNEL_ACTIONS: Record<"save" | "check" | "remove", (kind: ChannelKind) => ChannelAction> = {
  save: (kind) => save[kind],
  check: (kind) => check[kind],
  remove: (kind) => (args) =>
    inSending(args, async (ctx) => {
      if (await removeChannel(ctx, kind))
        await recordAudit(ctx, "sending.removed", { connection: CHANNEL_NAMES[kind] });
    }),
};
