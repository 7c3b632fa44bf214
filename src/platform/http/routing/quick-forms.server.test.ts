import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createQuickForms } from "./quick-forms.server.ts";

let server: Server;
let url = "";
const taken: { rest: string; name: string | undefined; network: string | undefined }[] = [];
const left: string[] = [];
const lines: object[] = [];

beforeAll(async () => {
  const quickly = createQuickForms(
    [
      {
        under: "/p/",
        async take(rest, form, network) {
          if (form["name"] === "throws") throw new Error("planned");
          if (form["name"] === "refused") return undefined;
          taken.push({ rest, name: form["name"], network });
          return "/p/next";
        },
      },
    ],
    {
      https: false,
      ownOrigins: new Set(["http://own.test"]),
      networkOf: (request) => request.headers["x-forwarded-for"]?.toString(),
      answered: (line) => lines.push(line),
    },
  );
  server = createServer((request, response) => {
    const otherwise = () => {
      const { rawBody } = request as IncomingMessage & { rawBody?: Buffer };
      left.push(rawBody?.toString() ?? "unread");
      response.end("screen");
    };
    if (!quickly(request, response, otherwise)) otherwise();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  for (const list of [taken, left, lines]) list.length = 0;
});

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, { method: "POST", redirect: "manual", body, headers });

it("answers an accepted form with all headers, and logs it without its path", async () => {
  const answer = await post("/p/some-slug?utm_source=card", new URLSearchParams({ name: "Dana\0 Ruiz" }), {
    "X-Forwarded-For": "192.0.2.7",
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/p/next"]);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(taken).toEqual([{ rest: "some-slug", name: "Dana Ruiz", network: "192.0.2.7" }]);
  expect(lines).toMatchObject([{ method: "POST", area: "/p", status: 303 }]);
  expect(left).toEqual([]);
});

it.each(["throws", "refused"])("passes a form that %s to its screen, with its body", async (name) => {
  const answer = await post("/p/slug", new URLSearchParams({ name, email: "a@example.com" }));
  expect(await answer.text()).toBe("screen");
  expect(left).toEqual([`name=${name}&email=a%40example.com`]);
  expect(lines).toEqual([]);
});

it.each([
  ["another path", () => post("/login", new URLSearchParams({ name: "a" }))],
  ["another site", () => post("/p/slug", new URLSearchParams({ name: "a" }), { Origin: "http://evil.test" })],
  [
    "another site by fetch metadata",
    () => post("/p/slug", new URLSearchParams({ name: "a" }), { "Sec-Fetch-Site": "cross-site" }),
  ],
  ["a large body", () => post("/p/slug", new URLSearchParams({ name: "a".repeat(20_000) }))],
  [
    "a kind of body that begins alike",
    () => post("/p/slug", "name=a", { "Content-Type": "application/x-www-form-urlencoded-not" }),
  ],
  [
    "another kind of body",
    () => post("/p/slug", JSON.stringify({ name: "a" }), { "Content-Type": "application/json" }),
  ],
  [
    "a file form",
    () => {
      const form = new FormData();
      form.set("name", "a");
      return post("/p/slug", form);
    },
  ],
  ["a look", () => fetch(`${url}/p/slug`)],
])("does not touch %s", async (_, send) => {
  expect(await (await send()).text()).toBe("screen");
  expect(left).toEqual(["unread"]);
  expect(taken).toEqual([]);
});

it("accepts forms from our own pages", async () => {
  expect(
    (await post("/p/slug", new URLSearchParams({ name: "a" }), { Origin: "http://own.test" })).status,
  ).toBe(303);
});

/**
 * The server's response to raw bytes; `leave` closes the connection from our side, otherwise the server does.
 */
function raw(bytes: string, leave?: "reset" | "end"): Promise<string> {
  return new Promise((resolve) => {
    let output = "";
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () => {
      socket.write(bytes, () => {
        if (leave) setTimeout(() => (leave === "reset" ? socket.resetAndDestroy() : socket.end()), 50);
      });
    });
    socket.on("data", (piece) => void (output += piece.toString()));
    socket.on("error", () => {});
    socket.on("close", () => resolve(output));
  });
}
const HEAD = "Host: own.test\r\nContent-Type: application/x-www-form-urlencoded\r\n";
const last = `${HEAD}Connection: close\r\n`;

it.each(["reset", "end"] as const)(
  "ignores a form whose sender disconnects midway (%s), and goes on",
  async (leave) => {
    await raw(`POST /p/slug HTTP/1.1\r\n${HEAD}Content-Length: 20\r\n\r\nname=Da`, leave);
    expect([taken, left]).toEqual([[], []]);
    expect((await post("/p/slug", new URLSearchParams({ name: "a" }))).status).toBe(303);
  },
);

it.each([
  [
    "another site's address",
    `POST http://evil.test/p/slug HTTP/1.1\r\n${last}Content-Length: 6\r\n\r\nname=a`,
  ],
  ["a path beside it", `POST //p/slug HTTP/1.1\r\n${last}Content-Length: 6\r\n\r\nname=a`],
  [
    "a body in pieces",
    `POST /p/slug HTTP/1.1\r\n${last}Transfer-Encoding: chunked\r\n\r\n6\r\nname=a\r\n0\r\n\r\n`,
  ],
  ["another method", `PUT /p/slug HTTP/1.1\r\n${last}Content-Length: 6\r\n\r\nname=a`],
  [
    "an origin that says null",
    `POST /p/slug HTTP/1.1\r\n${last}Origin: null\r\nContent-Length: 6\r\n\r\nname=a`,
  ],
])("passes %s on", async (_, bytes) => {
  expect(await raw(bytes)).toContain("screen");
  expect(taken).toEqual([]);
});

it.each(["..%2f", "%2e%2e/", "/x", "slug/extra", "slug.data", ""])(
  "passes the path on unchanged: '%s'",
  async (rest) => {
    await raw(`POST /p/${rest}?a=/p/b HTTP/1.1\r\n${last}Content-Length: 6\r\n\r\nname=a`);
    expect(taken).toEqual([{ rest, name: "a" }]);
  },
);

it("answers pipelined forms, with Expect, by HTTP/1.0, without a body, and with fields named like Object's properties", async () => {
  const one = (name: string) =>
    `POST /p/slug HTTP/1.1\r\n${HEAD}Content-Length: ${name.length + 5}\r\n\r\nname=${name}`;
  expect((await raw(`${one("a")}${one("b")}${one("c")}`, "end")).match(/ 303 /g)).toHaveLength(3);
  expect(
    await raw(`POST /p/slug HTTP/1.1\r\n${last}Expect: 100-continue\r\nContent-Length: 6\r\n\r\nname=d`),
  ).toMatch(/ 100 [^]* 303 /);
  expect(await raw(`POST /p/slug HTTP/1.0\r\n${HEAD}Content-Length: 6\r\n\r\nname=e`)).toContain(" 303 ");
  const odd = "__proto__=x&check=x&constructor=x&name=f";
  expect(await raw(`POST /p/slug HTTP/1.1\r\n${last}Content-Length: ${odd.length}\r\n\r\n${odd}`)).toContain(
    " 303 ",
  );
  expect(await raw(`POST /p/slug HTTP/1.1\r\n${last}Content-Length: 0\r\n\r\n`)).toContain(" 303 ");
  expect(taken.map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e", "f", undefined]);
});
