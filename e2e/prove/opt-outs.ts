import { setTimeout as sleep } from "node:timers/promises";
import { randomOf } from "../harness/random.ts";
import type { SmtpSink } from "../harness/smtp-sink.ts";
import { SUBJECTS } from "./business.ts";

/** Somebody who read the gift's mail and wants no more of them. */
export interface OptOut {
  readonly email: string;
  /** When the product said that it took the opt-out. */
  acknowledgedAt: number | undefined;
}

/** People unsubscribing by the one-click header of mails that arrived. */
export interface OptOuts {
  readonly all: readonly OptOut[];
  /** Answers that no kill explains. */
  readonly surprises: readonly { readonly email: string; readonly what: string }[];
  stop(): Promise<void>;
}

const SHARE = 0.06;
const EVERY_MS = 1_000;

/** Lets some of those whose gift arrived opt out, again and again until it is acknowledged. */
export function watchOptOuts({ url, sink, seed }: { url: string; sink: SmtpSink; seed: number }): OptOuts {
  const all: OptOut[] = [];
  const surprises: { email: string; what: string }[] = [];
  const pending = new Map<OptOut, string>();
  let seen = 0;
  let stopping = false;

  async function run(): Promise<void> {
    for (let last = false; !last; await sleep(EVERY_MS)) {
      last = stopping;
      const accepted = await sink.accepted();
      for (; seen < accepted.length; seen++) {
        const { subject, to, raw } = accepted[seen]!;
        const token = /^List-Unsubscribe:\s*<[^>]*\/u\/([^>]+)>/im.exec(raw)?.[1];
        if (subject !== SUBJECTS[0] || !token || randomOf(seed, 3, seen)() >= SHARE) continue;
        const optOut: OptOut = { email: to[0]!, acknowledgedAt: undefined };
        all.push(optOut);
        pending.set(optOut, token);
      }
      for (const [optOut, token] of pending) {
        try {
          const response = await fetch(`${url}/u/${token}`, {
            method: "POST",
            redirect: "manual",
            body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
            signal: AbortSignal.timeout(20_000),
          });
          await response.arrayBuffer();
          if (response.status >= 400) {
            if (response.status !== 503) surprises.push({ email: optOut.email, what: `the opt-out was answered ${response.status}` });
            continue;
          }
          optOut.acknowledgedAt = Date.now();
          pending.delete(optOut);
        } catch {
          // Down at the moment; the mail program tries again.
        }
      }
    }
  }

  const running = run();
  return {
    all,
    surprises,
    async stop() {
      stopping = true;
      await running;
    },
  };
}
