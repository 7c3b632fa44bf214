import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { outside, useOutside } from "../../outside/outside.server.ts";
import { sendText } from "./send.server.ts";

const ACCOUNT = {
  sid: "ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  token: "0123456789abcdef0123456789abcdef",
  number: "+13035550142",
};
const strict = outside();
let server: Server | undefined;
afterEach(() => {
  server?.close();
  useOutside(strict);
});

/** A server that accepts connections, and its next one. */
async function listening(): Promise<{ readonly taken: Promise<Socket> }> {
  server = createServer();
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  useOutside({ ...strict, twilioUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  return { taken: once(server, "connection").then(([socket]) => socket as Socket) };
}

describe("a text whose connection the other side closes", () => {
  it("before anything was sent, during a slow database: not sent", async () => {
    const { taken } = await listening();
    const commit = async () => {
      (await taken).destroy();
      await sleep(50);
      return true;
    };
    expect(await sendText(ACCOUNT, { to: "+13035550199", body: "Hi" }, { commit })).toEqual({ is: "lost" });
  });

  it("after it was sent: unknown", async () => {
    const { taken } = await listening();
    const hungUp = taken.then(async (socket) => {
      await once(socket, "data");
      socket.destroy();
    });
    const verdict = await sendText(
      ACCOUNT,
      { to: "+13035550199", body: "Hi" },
      { commit: () => Promise.resolve(true) },
    );
    await hungUp;
    expect(verdict).toMatchObject({ is: "unknown" });
  });
});
