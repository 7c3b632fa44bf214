import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { KillableBrowser } from "../harness/offline-browser.ts";
import { type OfflineServer, startOfflineServer, type Way } from "../harness/offline-server.ts";
import { randomOf } from "../harness/random.ts";

export interface OfflineResult {
  readonly kills: number;
  /** Acknowledged writes, and the photos in them. */
  readonly acknowledged: number;
  readonly photos: number;
  /** Writes that were stored although the browser was killed before acknowledging them. */
  readonly unsaid: number;
  /** Repeated sends of a command after lost replies. */
  readonly again: number;
  readonly violations: readonly string[];
  readonly seconds: number;
}

const WAYS: readonly Way[] = ["gone", "fine", "lossy"];
/** Without any progress for this long, in milliseconds, sending counts as stuck. */
const STANDSTILL_MS = 60_000;
/** A busy machine acknowledges few saves in one life, so there are up to this many times as many lives. */
const MOST_LIVES = 10;
/** A browser's longest life after it begins to write, in milliseconds. */
const LONGEST_MS = 600;

/**
 * Kills a browser repeatedly while it saves notes with photos, and reopens it with its data on disk. After
 * each kill: no command without its photos, no photo without its command, and everything acknowledged is
 * there, here or on the server, byte for byte.
 * @param least goes on killing until this many saves and this many photos were acknowledged
 */
export async function proveOffline({
  script,
  kills,
  seed,
  least = 0,
}: {
  script: string;
  kills: number;
  seed: number;
  least?: number;
}): Promise<OfflineResult> {
  const began = performance.now();
  const server = await startOfflineServer(script);
  const browser = await KillableBrowser.create();
  const acknowledged = new Map<string, readonly string[]>();
  const violations: string[] = [];
  const photos = () => [...acknowledged.values()].flat().length;
  const isFew = () => Math.min(acknowledged.size, photos()) < least;
  let [kill, unsaid] = [0, 0];
  try {
    let page = await browser.open(server.origin);
    for (; kill < kills || (isFew() && kill < kills * MOST_LIVES); kill++) {
      const random = randomOf(seed, 7, kill);
      server.way = WAYS[Math.floor(random() * WAYS.length)]!;
      await page.exposeFunction(
        "acknowledged",
        (id: string, media: string[]) => void acknowledged.set(id, media),
      );
      // It never ends by itself.
      page
        .evaluate(async (number) => {
          const { acknowledged: tell } = globalThis as never as { acknowledged: () => void };
          await Promise.all([0, 1].map((hand) => globalThis.page.keepWriting(number * 2 + hand, tell)));
        }, kill)
        .catch(() => undefined);
      await sleep(random() * LONGEST_MS);
      await browser.kill();
      server.way = "gone";
      page = await browser.open(server.origin);
      const found = await complaintsOf(page, server, acknowledged);
      violations.push(...found.complaints.map((one) => `kill ${kill}: ${one}`));
      unsaid = found.commands - acknowledged.size;
    }
    server.way = "fine";
    await page.evaluate(() => globalThis.page.syncNow());
    violations.push(...(await complaintsAtTheEnd(page, server, acknowledged)));
  } finally {
    await browser.remove();
    await server.close();
  }
  const again = [...server.sent.values()].reduce((sum, times) => sum + times - 1, 0);
  return {
    kills: kill,
    acknowledged: acknowledged.size,
    photos: photos(),
    unsaid,
    again,
    violations,
    seconds: (performance.now() - began) / 1000,
  };
}

async function complaintsOf(
  page: Page,
  server: OfflineServer,
  acknowledged: ReadonlyMap<string, readonly string[]>,
) {
  const complaints: string[] = [];
  const here = await page.evaluate(() => globalThis.page.look());
  const commands = new Map([...server.commands.values(), ...here.commands].map((one) => [one.id, one.media]));
  const whole = new Set([
    ...here.bytes.filter(({ is, sha256 }) => is === sha256).map(({ sha256 }) => sha256),
    ...server.files.keys(),
  ]);
  for (const one of here.bytes)
    if (one.is !== one.sha256) complaints.push(`the bytes of ${one.sha256} are others`);
  for (const [id, media] of commands)
    for (const hash of media) if (!whole.has(hash)) complaints.push(`command ${id} has no photo ${hash}`);
  const named = new Set([...commands.values()].flat());
  const rows = new Map(here.blobs.map((one) => [one.sha256, one]));
  for (const hash of new Set([...rows.keys(), ...here.bytes.map(({ sha256 }) => sha256)]))
    if (!named.has(hash)) complaints.push(`photo ${hash} has no command`);
  for (const { sha256, state } of here.blobs) {
    const has = here.bytes.some((one) => one.sha256 === sha256);
    if (has !== (state === "waiting"))
      complaints.push(`photo ${sha256} is ${state}, and its bytes are ${has ? "here" : "gone"}`);
    if (state === "held" && !server.files.has(sha256))
      complaints.push(`photo ${sha256} was let go, and the server has none`);
  }
  for (const [id, media] of acknowledged) {
    if (!commands.has(id)) complaints.push(`${id} was acknowledged and is nowhere`);
    for (const hash of media)
      if (!whole.has(hash)) complaints.push(`photo ${hash} was acknowledged and is nowhere`);
  }
  return { complaints, commands: commands.size };
}

/** Once the server is reachable, everything arrives once, and both show the same. */
async function complaintsAtTheEnd(
  page: Page,
  server: OfflineServer,
  acknowledged: ReadonlyMap<string, readonly string[]>,
) {
  const complaints: string[] = [];
  let state = await page.evaluate(() => globalThis.page.state());
  // Hundreds of photos take time on a busy machine, so the deadline moves with the progress.
  let [most, deadline] = [state.held, Date.now() + STANDSTILL_MS];
  while (!state.isSafe && Date.now() < deadline) {
    await sleep(100);
    state = await page.evaluate(() => globalThis.page.state());
    if (state.held > most) [most, deadline] = [state.held, Date.now() + STANDSTILL_MS];
  }
  if (!state.isSafe) complaints.push(`at the end: ${state.words} (${JSON.stringify(state)})`);
  for (const [id, media] of acknowledged) {
    if (!server.commands.has(id)) complaints.push(`${id} was acknowledged and never arrived`);
    for (const hash of media)
      if (!server.files.has(hash)) complaints.push(`photo ${hash} was acknowledged and never arrived`);
  }
  const shown = await page.evaluate(() => globalThis.page.shown());
  for (const [id, { fields }] of server.records)
    if (shown[id]?.["text"] !== fields["text"]?.values[0]?.value)
      complaints.push(`record ${id} shows ${JSON.stringify(shown[id])}`);
  return complaints;
}
