import { fetchNewer } from "./fetch-records.ts";
import { listen } from "./live.ts";
import type { Link } from "../store/local-tables.ts";
import { Rounds } from "./rounds.ts";
import { sendUnsigned } from "./unsigned.ts";
import { type Round, sendWaiting } from "./send.ts";
import type { Store } from "../store/store.ts";
import { sendOriginals } from "./uploads.ts";

/** How long the sending tab may stay silent when another tab asks, in milliseconds. Phones suspend tabs. */
const SILENT_MS = 8_000;

/**
 * Syncs a store with the server. The tab that has the lock sends and listens; other tabs ask it to. If that
 * tab is suspended, the visible one takes over; a command sent by both is applied once.
 */
export class Runner {
  private readonly store: Store;
  private readonly channel: BroadcastChannel;
  private readonly stop = new AbortController();
  private readonly rounds: readonly [Rounds, Rounds];
  private isLeading = false;
  /** Whether this tab is waiting for the lock. */
  private isInLine = false;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Store) {
    this.store = store;
    this.channel = new BroadcastChannel(store.tables.name);
    this.rounds = [
      new Rounds((signal) => this.commandsRound(signal)),
      new Rounds((signal) => this.originalsRound(signal)),
    ];
  }

  start(): void {
    if (this.stop.signal.aborted) return;
    this.channel.addEventListener("message", ({ data }) => {
      if (data === "here") clearTimeout(this.silence);
      else if ((data === "send" || data === "hope") && this.isLeading) {
        this.say("here");
        this.askRounds(data === "hope");
      }
    });
    const { signal } = this.stop;
    this.store.written.add(() => this.nudge());
    addEventListener("online", () => this.nudge(true), { signal });
    addEventListener("pageshow", () => this.nudge(true), { signal });
    document.addEventListener(
      "visibilitychange",
      () => document.visibilityState === "visible" && this.nudge(true),
      { signal },
    );
    void this.lead(false);
  }

  /**
   * Sends and fetches now, in the tab responsible for it.
   * @param hope the network may have changed
   */
  nudge(hope = false): void {
    if (this.stop.signal.aborted) return;
    if (this.isLeading) return this.askRounds(hope);
    this.say(hope ? "hope" : "send");
    clearTimeout(this.silence);
    if (document.visibilityState === "visible")
      this.silence = setTimeout(() => void this.lead(true), SILENT_MS);
  }

  close(): void {
    this.stop.abort();
    clearTimeout(this.silence);
    this.channel.close();
  }

  /** Waits for the lock, or steals it, and runs rounds while it has it. */
  private async lead(steal: boolean): Promise<void> {
    if (this.isLeading || (this.isInLine && !steal)) return;
    if (!steal) this.isInLine = true;
    const { signal } = this.stop;
    const mine = new AbortController();
    const whole = AbortSignal.any([signal, mine.signal]);
    try {
      await navigator.locks.request(
        `sync ${this.store.tables.name}`,
        steal ? { steal } : { signal },
        async () => {
          this.isLeading = true;
          if (!steal) this.isInLine = false;
          listen(() => this.rounds[0].ask(), whole);
          await Promise.all(this.rounds.map((one) => one.run(whole)));
        },
      );
    } catch {
      // Stopped, or another tab stole the lock. Wait until that tab is gone.
      mine.abort();
      this.isLeading = false;
      if (!signal.aborted) void this.lead(false);
    }
  }

  private say(what: "here" | "send" | "hope"): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel never leaves its origin, and takes none
    this.channel.postMessage(what);
  }

  private askRounds(hope: boolean): void {
    for (const one of this.rounds) one.ask(hope);
  }

  private async commandsRound(signal: AbortSignal): Promise<Round> {
    const sent = await sendWaiting(this.store, signal);
    if (sent === "done") await sendUnsigned(this.store, signal);
    const fetched =
      sent === "unreached" || sent === "signed-out" ? sent : await fetchNewer(this.store, signal);
    await this.saveLink(fetched, signal);
    return fetched === "done" ? sent : fetched;
  }

  private async originalsRound(signal: AbortSignal): Promise<Round> {
    const sent = await sendOriginals(this.store, signal);
    await this.saveLink(sent, signal);
    return sent;
  }

  private async saveLink(round: Round, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const link: Link = round === "unreached" || round === "signed-out" ? round : "reached";
    if ((await this.store.tables.loadSetting("link", "unknown")) !== link)
      await this.store.tables.saveSetting("link", link);
  }
}
