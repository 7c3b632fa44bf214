import { setTimeout as sleep } from "node:timers/promises";
import { TWILIO } from "../../src/platform/sms/testing/twilio.ts";
import { type SmtpSink, startSink } from "../harness/smtp-sink.ts";
import { startTextSink, type TextBehavior, type TextSink } from "../harness/text-sink.ts";
import { connectAs, isOwn, setUpBusiness } from "./business.ts";
import { EXCHANGES, gatherCrowd, type Person, REFUSED_HOST } from "./captures.ts";
import { watchOptOuts } from "./opt-outs.ts";
import type { Layout } from "./plan.ts";
import { CONCURRENCY, layOut, type Site } from "./site.ts";
import {
  countUnsettled,
  hurryRetries,
  type Kill,
  readStored,
  type Stored,
  tookMail,
  tookText,
  type World,
} from "./world.ts";

/** The product with people asking, emails and texts going out, and a mail server and a Twilio that pause. */
export interface Scene {
  readonly site: Site;
  readonly sink: SmtpSink;
  readonly texts: TextSink;
  /** Everyone who has asked so far, with their responses. */
  readonly people: readonly Person[];
  /** Slug of their personal page. */
  readonly slug: string;
  /**
   * Stops new requests, lets everything settle, stops the product, and returns everything to judge.
   * @param beforeStop reads what else is to be judged, once everything has settled
   */
  end(kills: readonly Kill[], beforeStop?: () => Promise<void>): Promise<World>;
  /** Ends processes and removes files, whatever happened. */
  clear(): Promise<void>;
}

/** Long enough that all connections are always busy and every kill hits messages in progress. */
const HESITATION_MS = 250;
const DRAIN_MS = 120_000;
/** After settling, the mail server is watched a little longer for late messages. */
const QUIET_MS = 1_500;

/** Starts everything. Resolves once the first people are asking. */
export async function openScene({
  seed,
  layout,
  capturesPerSecond,
  folder,
  minutes,
  prepare,
}: {
  seed: number;
  layout: Layout;
  capturesPerSecond: number;
  folder?: string;
  /** How long texts must be allowed to go out. */
  minutes?: number;
  /** Sets up more businesses, whose owners' addresses are `isOwn`, while every email is accepted whole. */
  prepare?: (site: Site, sink: SmtpSink) => Promise<void>;
}): Promise<Scene> {
  const [sink, texts] = await Promise.all([startSink(), startTextSink()]);
  const behaviour = {
    headersOnly: true,
    refuseRecipient: { code: 550, text: "5.1.1 There is nobody of that name here", matching: REFUSED_HOST },
  };
  const settings = {
    SMTP_URL: `${sink.url}?maxConnections=${CONCURRENCY.mail}`,
    MAIL_FROM: "Plumbline <mail@plumbline.example>",
    TWILIO_BASE_URL: texts.url,
    TWILIO_ACCOUNT_SID: TWILIO.sid,
    TWILIO_AUTH_TOKEN: TWILIO.token,
    TWILIO_FROM: TWILIO.number,
  };
  const site = await layOut(layout, settings, folder);
  let runs = true;
  const leavers: (() => Promise<void>)[] = [];
  const clear = async () => {
    await Promise.all(leavers.map((leave) => leave()));
    if (runs) await site.stop().catch(() => {});
    await Promise.all([sink.stop(), texts.stop()]);
    await site.remove();
  };
  try {
    await site.begin();
    await site.ready();
    await prepare?.(site, sink);
    sink.behave({ ...behaviour, hesitate: { seed, mostMs: HESITATION_MS } });
    const business = await setUpBusiness(site.connection(), site.dataDir, minutes);
    const textBehavior: TextBehavior = { refuse: refusalsOf(business.area) };
    texts.behave({ ...textBehavior, hesitate: { seed: seed + 1, mostMs: HESITATION_MS } });
    const crowd = gatherCrowd({ url: site.url, business, seed, perSecond: capturesPerSecond });
    const optOuts = watchOptOuts({ url: site.url, sink, texts, seed });
    leavers.push(
      () => crowd.stop(0),
      () => optOuts.stop(),
    );
    return {
      site,
      sink,
      texts,
      people: crowd.people,
      slug: business.slug,
      clear,
      async end(kills, beforeStop) {
        await site.ready();
        await crowd.stop();
        sink.behave(behaviour);
        texts.behave(textBehavior);
        await settle(site);
        await optOuts.stop();
        const stored = await settle(site, QUIET_MS);
        await beforeStop?.();
        runs = false;
        const codes = await site.stop();
        const unclean = codes
          .filter((code) => code !== 0)
          .map((code) => ({ who: "", what: `a process ended with ${code} on SIGTERM` }));
        return {
          steps: business.steps,
          people: crowd.people,
          optOuts: optOuts.all,
          surprises: [...crowd.surprises, ...optOuts.surprises, ...unclean],
          stored,
          // Read last, so that anything accepted after the ledger was read counts against it. Emails to the
          // businesses themselves aren't part of their leads' steps.
          took: [
            ...(await sink.accepted()).filter(({ to }) => !to.some(isOwn)).map(tookMail),
            ...(await texts.accepted()).map((text) => tookText(business.steps, text)),
          ],
          events: [...(await sink.events()), ...(await texts.events())],
          kills,
          concurrency: CONCURRENCY,
        };
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}

/** Numbers for which Twilio refuses texts, with its answers. */
function refusalsOf(area: string): TextBehavior["refuse"] {
  return [
    {
      begins: `+1${area}${EXCHANGES.landline}`,
      status: 400,
      code: 21614,
      message: "'To' number is not a valid mobile number",
    },
    {
      begins: `+1${area}${EXCHANGES.optedOut}`,
      status: 400,
      code: 21610,
      message: "Attempt to send to unsubscribed recipient",
    },
  ];
}

/** Waits until nothing is in progress. Whatever hasn't ended after two minutes is judged as it is. */
async function settle(site: Site, quietMs = 0): Promise<Stored> {
  const client = await connectAs(site.connection());
  try {
    const until = performance.now() + DRAIN_MS;
    while ((await countUnsettled(client)) > 0 && performance.now() < until) {
      await hurryRetries(client);
      await sleep(250);
    }
    await sleep(quietMs);
    return await readStored(client);
  } finally {
    await client.end();
  }
}
