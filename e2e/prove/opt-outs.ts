import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { TWILIO, twilioCall } from "../../src/platform/sms/testing/twilio.ts";
import { randomOf } from "../harness/random.ts";
import type { SmtpSink } from "../harness/smtp-sink.ts";
import type { TextSink } from "../harness/text-sink.ts";
import { GIFT, STEPS } from "./business.ts";

/**
 * A person who opts out after reading a message: of everything by the email's header, or of texts by STOP.
 */
export interface OptOut {
  readonly by: "mail" | "text";
  /** Their email address or number. */
  readonly who: string;
  /** When the product confirmed the opt-out. */
  acknowledgedAt: number | undefined;
}

/** People who unsubscribe by the one-click header of delivered emails and by replying to texts. */
export interface OptOuts {
  readonly all: readonly OptOut[];
  /** Responses that no kill explains: each is a fault. */
  readonly surprises: readonly { readonly who: string; readonly what: string }[];
  stop(): Promise<void>;
}

const SHARE = 0.06;
const EVERY_MS = 1_000;
const FIRST_TEXT = STEPS.find(({ by }) => by === "text")!.says;
/** Typical spellings. */
const WORDS = ["STOP", "Stop.", "unsubscribe", "quit", "Cancel"] as const;

/** Lets some people whose gift or first text arrived opt out, and retries until it is acknowledged. */
export function watchOptOuts({
  url,
  sink,
  texts,
  seed,
}: {
  url: string;
  sink: SmtpSink;
  texts: TextSink;
  seed: number;
}): OptOuts {
  const all: OptOut[] = [];
  const surprises: { who: string; what: string }[] = [];
  const pending = new Map<OptOut, () => Request>();
  const seen = { mails: 0, texts: 0 };
  let stopping = false;

  const begin = (by: OptOut["by"], who: string, request: () => Request) => {
    const optOut: OptOut = { by, who, acknowledgedAt: undefined };
    all.push(optOut);
    pending.set(optOut, request);
  };

  async function lookAtMails(): Promise<void> {
    const accepted = await sink.accepted();
    for (; seen.mails < accepted.length; seen.mails++) {
      const { subject, to, raw } = accepted[seen.mails]!;
      const token = /^List-Unsubscribe:\s*<[^>]*\/u\/([^>]+)>/im.exec(raw)?.[1];
      if (subject !== GIFT.says || !token || randomOf(seed, 3, seen.mails)() >= SHARE) continue;
      begin("mail", to[0]!, () => {
        const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
        return new Request(`${url}/u/${token}`, { method: "POST", redirect: "manual", body });
      });
    }
  }

  async function lookAtTexts(): Promise<void> {
    const accepted = await texts.accepted();
    for (; seen.texts < accepted.length; seen.texts++) {
      const { to, body } = accepted[seen.texts]!;
      const random = randomOf(seed, 4, seen.texts);
      if (!body.includes(FIRST_TEXT) || random() >= SHARE) continue;
      const fields = {
        // The same id at each try, because it is one text.
        MessageSid: `SM${randomUUID().replaceAll("-", "")}`,
        From: to,
        To: TWILIO.number,
        Body: WORDS[Math.floor(random() * WORDS.length)]!,
      };
      begin("text", to, () => twilioCall(`${url}/api/inbound/sms`, fields));
    }
  }

  async function run(): Promise<void> {
    for (let last = false; !last; await sleep(EVERY_MS)) {
      last = stopping;
      await lookAtMails();
      await lookAtTexts();
      for (const [optOut, request] of pending) {
        try {
          const response = await fetch(request(), { signal: AbortSignal.timeout(20_000) });
          await response.arrayBuffer();
          if (response.status >= 400) {
            if (response.status !== 503)
              surprises.push({ who: optOut.who, what: `the opt-out was answered ${response.status}` });
            continue;
          }
          optOut.acknowledgedAt = Date.now();
          pending.delete(optOut);
        } catch {
          // The product is down; mail programs and people try again.
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
