import { getEventListeners } from "node:events";
import { Suspense, use } from "react";
import { expect, it } from "vitest";
import { renderWhole } from "./render-whole.server.ts";

const listenersOf = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

it("leaves nothing at the client's signal once a page is rendered, or can't be", async () => {
  const { signal } = new AbortController();
  await expect(renderWhole(<p>Framed</p>, signal)).resolves.toEqual({
    html: "<p>Framed</p>",
    hasFailed: false,
  });
  expect(listenersOf(signal)).toBe(0);
  const Broken = () => {
    throw new Error("broken");
  };
  await expect(renderWhole(<Broken />, signal)).rejects.toThrow("broken");
  expect(listenersOf(signal)).toBe(0);
});

it("ends with the client while a part of the page is waiting", async () => {
  const client = new AbortController();
  const never = new Promise<string>(() => {});
  const Waiting = () => use(never);
  const page = renderWhole(
    <Suspense fallback="soon">
      <Waiting />
    </Suspense>,
    client.signal,
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(listenersOf(client.signal)).toBe(1);
  client.abort(new Error("gone"));
  await expect(page).resolves.toMatchObject({ hasFailed: true });
  expect(listenersOf(client.signal)).toBe(0);
});
