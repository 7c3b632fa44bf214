import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { outside, useOutside } from "../../outside/outside.server.ts";
import { checkTwilio } from "./twilio.server.ts";

// A stand-in with Twilio's documented responses for Accounts/{Sid}.json and IncomingPhoneNumbers.json.

const ACCOUNT = {
  sid: "ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  token: "0123456789abcdef0123456789abcdef",
  number: "+13035550142",
};
const strict = outside();
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  useOutside(strict);
});

async function twilio(
  answers: { status?: string; numbers?: readonly object[]; failing?: boolean; redirect?: boolean } = {},
): Promise<string[]> {
  const asked: string[] = [];
  const {
    status = "active",
    numbers = [{ phone_number: ACCOUNT.number, capabilities: { voice: true, sms: true } }],
  } = answers;
  server = createServer((request, response) => {
    const url = new URL(request.url!, "http://twilio.test");
    asked.push(`${request.method} ${url.pathname}${url.search}`);
    const respond = (code: number, body: object, headers: Record<string, string> = {}) =>
      response.writeHead(code, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    if (answers.failing) return respond(503, { code: 20503, message: "unavailable" });
    if (answers.redirect) return respond(302, {}, { location: "http://127.0.0.1:1/" });
    const right = `Basic ${Buffer.from(`${ACCOUNT.sid}:${ACCOUNT.token}`).toString("base64")}`;
    if (request.headers.authorization !== right)
      return respond(401, { code: 20003, message: "Authenticate", status: 401 });
    if (url.pathname === `/2010-04-01/Accounts/${ACCOUNT.sid}.json`)
      return respond(200, { sid: ACCOUNT.sid, status, type: "Full" });
    if (url.pathname === `/2010-04-01/Accounts/${ACCOUNT.sid}/IncomingPhoneNumbers.json`)
      return respond(200, {
        incoming_phone_numbers: numbers.filter(
          (one) => "phone_number" in one && one.phone_number === url.searchParams.get("PhoneNumber"),
        ),
      });
    return respond(404, { code: 20404, message: "not found", status: 404 });
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  useOutside({ ...strict, twilioUrl: `http://127.0.0.1:${(server.address() as { port: number }).port}` });
  return asked;
}

describe("checking a Twilio account", () => {
  it("requests the account and the number, and nothing else", async () => {
    const asked = await twilio();
    expect(await checkTwilio(ACCOUNT)).toBeUndefined();
    expect(asked).toEqual([
      `GET /2010-04-01/Accounts/${ACCOUNT.sid}.json`,
      `GET /2010-04-01/Accounts/${ACCOUNT.sid}/IncomingPhoneNumbers.json?PhoneNumber=%2B13035550142`,
    ]);
  });

  it.each([
    ["credentials", { token: "wrong" }, {}],
    ["credentials", { sid: "ACbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb" }, {}],
    ["suspended", {}, { status: "suspended" }],
    ["suspended", {}, { status: "closed" }],
    ["not-its-number", { number: "+13035550199" }, {}],
    [
      "no-texts",
      {},
      { numbers: [{ phone_number: ACCOUNT.number, capabilities: { voice: true, sms: false } }] },
    ],
    ["away", {}, { failing: true }],
    ["away", {}, { redirect: true }],
  ] as const)("finds %s", async (trouble, change, answers) => {
    await twilio(answers);
    expect(await checkTwilio({ ...ACCOUNT, ...change })).toBe(trouble);
  });

  it("reports an unreachable Twilio", async () => {
    useOutside({ ...strict, twilioUrl: "http://127.0.0.1:1" });
    expect(await checkTwilio(ACCOUNT)).toBe("away");
  });
});
