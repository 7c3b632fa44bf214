import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { twilioSignature } from "../twilio/signature.server.ts";

// A stand-in for Twilio, built from its documentation: creating a Message, its errors (the numbers below are
// those of its test credentials), the signature of its webhooks. Like the real one, it keeps what it
// accepted, whether or not its response was read.

export const TWILIO = {
  sid: `AC${"a1".repeat(16)}`,
  token: "0123456789abcdef0123456789abcdef",
  number: "+13035550142",
};

/** The magic numbers of Twilio's test credentials, and the error of each. */
export const MAGIC = {
  invalid: "+15005550001",
  unroutable: "+15005550002",
  abroad: "+15005550003",
  optedOut: "+15005550004",
  landline: "+15005550009",
} as const;

const ERRORS: Readonly<Record<string, readonly [code: number, message: string]>> = {
  [MAGIC.invalid]: [21211, "The 'To' number +15005550001 is not a valid phone number."],
  [MAGIC.unroutable]: [
    21612,
    "The 'To' phone number: +15005550002, is not currently reachable using the 'From' phone number.",
  ],
  [MAGIC.abroad]: [
    21408,
    "Permission to send an SMS has not been enabled for the region indicated by the 'To' number.",
  ],
  [MAGIC.optedOut]: [21610, "Attempt to send to unsubscribed recipient"],
  [MAGIC.landline]: [21614, "'To' number is not a valid mobile number"],
};

export interface Taken {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly statusCallback: string | null;
}

export interface StandInOptions {
  readonly account?: typeof TWILIO;
  /**
   * Called before a text is accepted: may refuse, or not respond. `hasLeft`: whether the client has
   * disconnected.
   */
  readonly before?: (
    form: URLSearchParams,
    hasLeft: () => boolean,
  ) => Refusal | "hang up" | undefined | Promise<Refusal | "hang up" | undefined>;
  /**
   * Called after a text was accepted, before the response. May return an error, as a gateway that timed out
   * would.
   */
  readonly taken?: (text: Taken) => void | Refusal | "hang up" | Promise<void | Refusal | "hang up">;
  /** Called after the response was sent. */
  readonly answered?: (text: Taken) => void;
}

export interface Refusal {
  readonly status: number;
  readonly code?: number;
  readonly message?: string;
}

export interface StandIn {
  readonly url: string;
  readonly taken: readonly Taken[];
  /** Requests of any kind. */
  readonly asked: number;
  close(): Promise<void>;
}

export async function startTwilio({
  account = TWILIO,
  before,
  taken: heard,
  answered,
}: StandInOptions = {}): Promise<StandIn> {
  const taken: Taken[] = [];
  let asked = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked++;
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk as string;
    const respond = (status: number, value: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const refuse = ({ status, code, message }: Refusal) =>
      respond(status, {
        code: code ?? 20000 + status,
        message: message ?? "refused",
        more_info: "https://www.twilio.com/docs/errors",
        status,
      });
    const right = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString("base64")}`;
    if (request.headers.authorization !== right)
      return void refuse({ status: 401, code: 20003, message: "Authenticate" });
    if (request.method !== "POST" || request.url !== `/2010-04-01/Accounts/${account.sid}/Messages.json`)
      return void refuse({ status: 404, code: 20404, message: "The requested resource was not found" });
    if (request.headers["content-type"] !== "application/x-www-form-urlencoded")
      return void refuse({ status: 400, code: 20001 });
    const form = new URLSearchParams(body);
    const [to, from, text] = [form.get("To"), form.get("From"), form.get("Body")];
    if (!to) return void refuse({ status: 400, code: 21604, message: "A 'To' phone number is required." });
    if (from !== account.number)
      return void refuse({ status: 400, code: 21606, message: `The 'From' number ${from} is not valid.` });
    if (!text) return void refuse({ status: 400, code: 21602, message: "Message body is required." });
    if (text.length > 1600)
      return void refuse({ status: 400, code: 21617, message: "The concatenated message body is too long." });
    const error = ERRORS[to];
    if (error) return void refuse({ status: 400, code: error[0], message: error[1] });
    const refusal = await before?.(form, () => request.socket.destroyed);
    if (refusal === "hang up") return void request.socket.destroy();
    if (refusal) return void refuse(refusal);
    const one: Taken = {
      sid: `SM${(taken.length + 1).toString(16).padStart(32, "0")}`,
      to,
      from,
      body: text,
      statusCallback: form.get("StatusCallback"),
    };
    taken.push(one);
    const trouble = await heard?.(one);
    if (trouble === "hang up") return void request.socket.destroy();
    if (trouble) return void refuse(trouble);
    response.once("finish", () => answered?.(one));
    respond(201, {
      sid: one.sid,
      status: "queued",
      account_sid: account.sid,
      to,
      from,
      body: text,
      error_code: null,
      error_message: null,
    });
  };
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    taken,
    get asked() {
      return asked;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A webhook request as Twilio sends it: a form, signed for the URL with the account's token. */
export function twilioCall(
  url: string,
  fields: Readonly<Record<string, string>>,
  { sid, token } = TWILIO,
): Request {
  const form = new URLSearchParams({ AccountSid: sid, ApiVersion: "2010-04-01", ...fields });
  const headers = {
    "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
    "x-twilio-signature": twilioSignature(token, url, form),
  };
  return new Request(url, { method: "POST", headers, body: form.toString() });
}

/** Never resolves, for a stand-in that doesn't answer. */
export const forEver = (): Promise<undefined> => sleep(600_000, undefined, { ref: false });
