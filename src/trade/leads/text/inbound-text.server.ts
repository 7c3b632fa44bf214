import { businessesOfTwilio, textsWebhook } from "#ground/businesses/public.server.ts";
import { accountsNotifying } from "#ground/notifications/public.server.ts";
import { database, isId, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { asksToOptOut } from "#platform/mail/reply/opt-out-request.ts";
import { counter } from "#platform/metrics/metrics.server.ts";
import { saveDeliveryStatus } from "#platform/sms/twilio/delivery-status.server.ts";
import { defaultTwilio } from "#platform/sms/twilio/default-account.server.ts";
import { type TextKeyword, keywordOf } from "#platform/sms/keywords.ts";
import { isTwilioSigned } from "#platform/sms/twilio/signature.server.ts";
import { isE164 } from "#platform/sms/text.ts";
import { readInboundText, type InboundText, helpText, type MeantFor } from "./read-text.server.ts";
import { stopTexts } from "./text-consent.server.ts";

const inboundTexts = counter("plumbline_sms_inbound_total", "Texts that came in, by what they were", "kind");

const SID = /^(?:SM|MM)[0-9a-f]{32}$/i;
const ACCOUNT_SID = /^AC[0-9a-f]{32}$/i;

/** Whose Twilio account signed a webhook: the installation's, or businesses' own. */
interface Callers {
  readonly houseNumber: string | undefined;
  readonly own: readonly { readonly accountId: string; readonly number: string }[];
}

/**
 * Verifies and executes a Twilio webhook: an incoming text, or the status of a sent one. Idempotent.
 * @returns TwiML
 * @throws AppError forbidden without a valid signature of the named account; invalid if malformed
 */
export async function acceptTwilioCall(request: Request): Promise<string> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get("content-type") ?? ""))
    throw new AppError("invalid", "Send a form.");
  const fields = new URLSearchParams(await request.text());
  const { search, searchParams } = new URL(request.url);
  const callers = await callersOf(fields, textsWebhook() + search, request.headers.get("x-twilio-signature"));
  const about = searchParams.get("about");
  if (about === null) return await receiveText(fields, callers);
  await receiveStatus(about, fields, callers);
  return twiml();
}

async function callersOf(fields: URLSearchParams, url: string, signature: string | null): Promise<Callers> {
  if (!signature) throw new AppError("forbidden", "This request isn’t signed.");
  const sid = fields.get("AccountSid") ?? "";
  if (!ACCOUNT_SID.test(sid)) throw new AppError("invalid", "AccountSid is missing.");
  const isOf = (token: string) => isTwilioSigned(token, url, fields, signature);
  const house = defaultTwilio();
  const callers = {
    houseNumber: house && house.sid === sid && isOf(house.token) ? house.number : undefined,
    own: (await businessesOfTwilio(sid))
      .filter(({ twilio }) => isOf(twilio.token))
      .map(({ accountId, twilio }) => ({ accountId, number: twilio.number })),
  };
  if (!callers.houseNumber && !callers.own.length) {
    inboundTexts.count("forged");
    throw new AppError("forbidden", "The signature on this request is wrong.");
  }
  return callers;
}

/** @throws AppError invalid without a valid SID, which every Twilio webhook has */
function sidOf(fields: URLSearchParams): string {
  const sid = fields.get("MessageSid") ?? fields.get("SmsSid") ?? "";
  if (!SID.test(sid)) throw new AppError("invalid", "MessageSid is missing.");
  return sid;
}

async function receiveText(fields: URLSearchParams, callers: Callers): Promise<string> {
  const sid = sidOf(fields);
  const [from, to, body] = [fields.get("From"), fields.get("To"), fields.get("Body")];
  if (!from || !to || body === null) throw new AppError("invalid", "From, To or Body is missing.");
  const text: InboundText = {
    sid,
    from,
    body: body.toWellFormed().replaceAll("\0", ""),
    wish: readKeyword(fields, body),
    ...restOf(fields),
  };
  const own = callers.own.filter(({ number }) => number === to).map(({ accountId }) => accountId);
  const isHouse = own.length === 0 && callers.houseNumber === to;
  const { kind, answeredBy } = await readInboundText(
    text,
    isHouse ? await recipientsOf(from, to) : { all: own, answers: own },
  );
  inboundTexts.count(kind);
  // With Twilio's own opt-out handling, Twilio has replied already.
  if (text.wish !== "help" || fields.has("OptOutType")) return twiml();
  return twiml(await helpText(answeredBy ?? own[0]));
}

/** The keyword of a text. With advanced opt-out, Twilio reports it, including custom keywords. */
function readKeyword(fields: URLSearchParams, body: string): TextKeyword | undefined {
  const reported = fields.get("OptOutType")?.toLowerCase();
  return reported === "stop" || reported === "start" || reported === "help" ? reported : keywordOf(body);
}

function restOf(fields: URLSearchParams): Pick<InboundText, "asksToStop" | "pictures"> {
  return {
    asksToStop: asksToOptOut(fields.get("Body") ?? "", "text"),
    pictures: Number.parseInt(fields.get("NumMedia") ?? "0", 10) || 0,
  };
}

/**
 * Which businesses on the installation's number a text is for. A reply goes to the one that texted this
 * person last, or the only one that knows them.
 */
async function recipientsOf(phone: string, number: string): Promise<MeantFor> {
  if (!isE164(phone)) return { all: [], answers: [] };
  const { rows } = await database().app.query<{ account_id: string; texted_at: string | null }>(
    "select account_id, texted_at from leads_accounts_of_phone($1, $2)",
    [phone, number],
  );
  const all = [...new Set([...rows.map((row) => row.account_id), ...(await accountsNotifying(phone))])];
  return { all, answers: rows.length === 1 || rows[0]?.texted_at ? all.slice(0, 1) : [] };
}

/** Saves the delivery status of a sent text. Callers may only report texts of their own account. */
async function receiveStatus(
  about: string,
  fields: URLSearchParams,
  { houseNumber, own }: Callers,
): Promise<void> {
  const sid = sidOf(fields);
  const status = fields.get("MessageStatus") ?? fields.get("SmsStatus");
  const [accountId = "", id = "", ...rest] = about.split(".");
  if (!status || rest.length || !isId(accountId) || !isId(id))
    throw new AppError("invalid", "That isn’t the status of one of our texts.");
  if (!houseNumber && !own.some((one) => one.accountId === accountId))
    throw new AppError("forbidden", "That text isn’t yours.");
  const code = fields.get("ErrorCode");
  const errorCode = code && /^\d{1,6}$/.test(code) ? Number(code) : undefined;
  await withAccount(accountId, async (ctx) => {
    const optedOut = await saveDeliveryStatus(ctx.db, { accountId, id, sid, status, errorCode }, ctx.now);
    if (optedOut) await stopTexts(ctx, optedOut);
  });
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function twiml(answer?: string): string {
  const inside =
    answer === undefined ? "" : `<Message>${answer.replace(/[&<>]/g, (sign) => ESCAPES[sign]!)}</Message>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${inside ? `<Response>${inside}</Response>` : "<Response/>"}`;
}
