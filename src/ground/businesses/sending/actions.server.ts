import type { ActionFunctionArgs } from "react-router";
import type { AccountContext, Person } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { newDkimPair, readDkimPair } from "#platform/mail/domain/dkim-key.server.ts";
import { recordAudit } from "../history/audit.server.ts";
import { countCheck, tryMailbox, tryMailServer, tryRecord, tryTwilio } from "./try-connection.server.ts";
import { dkimSchema, imapSchema, twilioSchema } from "./schema.server.ts";
import {
  type ChannelSecrets,
  getChannel,
  listChannels,
  saveCheckResult,
  removeChannel,
  saveChannel,
} from "./channels.server.ts";
import { CHANNEL_NAMES, type ChannelKind } from "./problem-messages.ts";
import { complain, connectSmtp, storedSecret } from "./connect-smtp.server.ts";
import { inAccount } from "../public.server.ts";

// Checking takes seconds and must not hold a transaction open, so each of these looks first, then tries, then
// stores.

/** Does one thing with one connection; throws AppError with the fields that are wrong. */
type Doing = (args: ActionFunctionArgs, form: PostedForm, person: Person) => Promise<void>;

const inOwn = <T>(args: ActionFunctionArgs, work: (ctx: AccountContext) => Promise<T>) =>
  inAccount(args, "sending.change", work);

function stored<Kind extends ChannelKind>(args: ActionFunctionArgs, kind: Kind) {
  return inOwn(args, (ctx) => getChannel(ctx, kind));
}

/** Stores what was tried, and writes it into the history. */
function store<Kind extends ChannelKind>(
  args: ActionFunctionArgs,
  kind: Kind,
  secrets: ChannelSecrets[Kind],
  shown: Readonly<Record<string, string>>,
  { says, problem = null }: { says: Readonly<Record<string, string>>; problem?: string | null },
): Promise<void> {
  return inOwn(args, async (ctx) => {
    await saveChannel(ctx, kind, secrets, shown, problem);
    await recordAudit(ctx, "sending.changed", { connection: CHANNEL_NAMES[kind], ...says });
  });
}

const saveSmtp: Doing = (args, form, person) => connectSmtp((work) => inOwn(args, work), form, person);

const saveImap: Doing = async (args, form, person) => {
  const fields = form.check(imapSchema);
  const found = await stored(args, "imap");
  const old = found?.secrets;
  const isSame = old?.host === fields.host && old.user === fields.user;
  const server = {
    ...fields,
    password: storedSecret(fields.password, old?.password, isSame, "password", "password"),
  };
  countCheck(person);
  const end = await tryMailbox(server);
  if ("sentence" in end) return complain(end);
  const { host, port, security, user, folder } = server;
  // The same mailbox is read on from where it was; of another one only what arrives from now on.
  const { validity, uid } = found?.shown ?? {};
  const goesOn = isSame && old.folder === folder && validity === end.validity && uid !== undefined;
  const shown = {
    host,
    port: String(port),
    security,
    user,
    folder,
    validity: end.validity,
    uid: goesOn ? uid : String(end.uid),
  };
  await store(args, "imap", server, shown, { says: { server: host, user } });
};

const saveTwilio: Doing = async (args, form, person) => {
  const fields = form.check(twilioSchema);
  const old = (await stored(args, "twilio"))?.secrets;
  const account = {
    ...fields,
    token: storedSecret(fields.token, old?.token, old?.sid === fields.sid, "token", "auth token"),
  };
  countCheck(person);
  const complaint = await tryTwilio(account);
  if (complaint) complain(complaint);
  await store(
    args,
    "twilio",
    account,
    { sid: account.sid, number: account.number },
    { says: { account: account.sid, number: account.number } },
  );
};

const NOT_LOOKED_FOR = "Paste the record into your DNS, then check it here.";

const saveDkim: Doing = async (args, form) => {
  const { selector, privateKey } = form.check(dkimSchema);
  const from = await inOwn(args, async (ctx) => (await listChannels(ctx)).smtp?.shown["fromAddress"]);
  if (!from)
    return complain({
      field: "form",
      sentence: "Connect your mail server first: the key signs mail that leaves through it.",
    });
  const pair = privateKey ? readDkimPair(privateKey) : await newDkimPair();
  if (!pair)
    return complain({
      field: "privateKey",
      sentence: "This is not an RSA private key of 1024 to 4096 bits in PEM form.",
    });
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const shown = { domain, selector, publicKey: pair.publicKey };
  await store(args, "dkim", { domain, selector, privateKey: pair.privateKey }, shown, {
    says: { domain, selector },
    problem: NOT_LOOKED_FOR,
  });
};

const check: Record<ChannelKind, Doing> = {
  async smtp(args, _form, person) {
    await again(args, "smtp", person, async (server) => (await tryMailServer(server))?.sentence ?? null);
  },
  async imap(args, _form, person) {
    await again(args, "imap", person, async (server) => {
      const end = await tryMailbox(server);
      return "sentence" in end ? end.sentence : null;
    });
  },
  async twilio(args, _form, person) {
    await again(args, "twilio", person, async (account) => (await tryTwilio(account))?.sentence ?? null);
  },
  async dkim(args, _form, person) {
    const shown = (await stored(args, "dkim"))?.shown;
    await again(args, "dkim", person, () =>
      tryRecord(shown as { domain: string; selector: string; publicKey: string }),
    );
  },
};

/** Tries a stored connection again and notes how it went. A mailbox that works is read at once. */
async function again<Kind extends ChannelKind>(
  args: ActionFunctionArgs,
  kind: Kind,
  person: Person,
  attempt: (secrets: ChannelSecrets[Kind]) => Promise<string | null>,
): Promise<void> {
  const found = await stored(args, kind);
  if (!found) throw new AppError("not_found", "There is no such connection any more.");
  countCheck(person);
  const problem = found.secrets
    ? await attempt(found.secrets)
    : "It can't be read any more. Please connect it again.";
  await inOwn(args, (ctx) => saveCheckResult(ctx, kind, problem));
}

const save: Record<ChannelKind, Doing> = {
  smtp: saveSmtp,
  imap: saveImap,
  twilio: saveTwilio,
  dkim: saveDkim,
};

/** What a form of the page asks for. */
export const DOINGS: Record<"save" | "check" | "remove", (kind: ChannelKind) => Doing> = {
  save: (kind) => save[kind],
  check: (kind) => check[kind],
  remove: (kind) => (args) =>
    inOwn(args, async (ctx) => {
      if (await removeChannel(ctx, kind))
        await recordAudit(ctx, "sending.removed", { connection: CHANNEL_NAMES[kind] });
    }),
};
