import { describe, expect, test } from "vitest";
import { readApiBody } from "./api-body.server.ts";

const read = (body: BodyInit, type?: string) =>
  readApiBody(
    new Request("http://localhost/", { method: "POST", body, headers: type ? { "Content-Type": type } : {} }),
  );

describe("readApiBody", () => {
  test("reads JSON and both kinds of form, and cleans their texts", async () => {
    expect(
      await read('{"a":"x\\u0000\\ud800","b":[1],"__proto__":"c"}', "application/json; charset=utf-8"),
    ).toEqual({
      kind: "json",
      fields: Object.assign(Object.create(null) as object, { a: "x\ufffd", b: [1], ["__proto__"]: "c" }),
    });
    expect(await read("a=1&a=2%00&b=%ff", "application/x-www-form-urlencoded")).toMatchObject({
      kind: "form",
      fields: { a: "2", b: "\ufffd" },
    });
    const form = new FormData();
    form.set("a", "1");
    form.set("file", new Blob(["x"]), "x.txt");
    const posted = await read(form);
    expect(posted).toMatchObject({ kind: "form", fields: { a: "1" } });
    expect(posted.kind === "form" && "file" in posted.fields).toBe(false);
  });

  test.each([
    ["{", "application/json", 400],
    ["", "application/json", 400],
    ["[]", "application/json", 400],
    ['"text"', "application/json", 400],
    ["--x", "multipart/form-data; boundary=x", 400],
    ["{}", "text/plain", 415],
    ["{}", "application/jsonx", 415],
    ["<a/>", "application/xml", 415],
  ])("answers %j with %s", async (body, type, status) => {
    expect(await read(body, type)).toMatchObject({ kind: "unreadable", status });
  });
});
