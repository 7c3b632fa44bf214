import { expect, it } from "vitest";
import { isTwilioSigned, twilioSignature } from "./signature.server.ts";

// The example of Twilio's documentation.
const URL = "https://mycompany.com/myapp.php?foo=1&bar=2";
const FIELDS = {
  CallSid: "CA1234567890ABCDE",
  Caller: "+14158675309",
  Digits: "1234",
  From: "+14158675309",
  To: "+18005551212",
};
const SIGNATURE = "RSOYDt4T1cUTdK1PDd93/VVr8B8=";
const fields = (change = {}) => new URLSearchParams({ ...FIELDS, ...change });

it("signs as Twilio documents, whatever the order of fields", () => {
  expect(twilioSignature("12345", URL, fields())).toBe(SIGNATURE);
  expect(twilioSignature("12345", URL, new URLSearchParams(Object.entries(FIELDS).toReversed()))).toBe(
    SIGNATURE,
  );
});

it("accepts its own signature, with or without the port, and no other", () => {
  const check = (token: string, url: string, form: URLSearchParams, signature = SIGNATURE) =>
    isTwilioSigned(token, url, form, signature);
  expect(check("12345", URL, fields())).toBe(true);
  expect(check("12345", "https://mycompany.com:443/myapp.php?foo=1&bar=2", fields())).toBe(true);
  expect(check("12345", "https://mycompany.com:8443/myapp.php?foo=1&bar=2", fields())).toBe(true);
  expect(check("12346", URL, fields())).toBe(false);
  expect(check("12345", URL.replace("foo=1", "foo=2"), fields())).toBe(false);
  expect(check("12345", URL.replace("mycompany", "yours"), fields())).toBe(false);
  expect(check("12345", URL, fields({ Digits: "12345" }))).toBe(false);
  expect(check("12345", URL, fields({ More: "" }))).toBe(false);
  for (const signature of [
    "",
    "x",
    "RSOYDt4T1cUTdK1PDd93/VVr8B8",
    `${SIGNATURE}AAAA`,
    "RSOYDt4T1cUTdK1PDd93/VVr8B9=",
  ])
    expect(check("12345", URL, fields(), signature)).toBe(false);
});
