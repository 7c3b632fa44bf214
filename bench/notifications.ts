import pg from "pg";
import { startPushService } from "../src/platform/push/testing/push-service.ts";
import { startTwilio, TWILIO } from "../src/platform/sms/testing/twilio.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { startSink } from "../e2e/harness/smtp-sink.ts";
import { askForGuide, openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";
import { median, p95 } from "./tools.ts";
import { setTimeout as sleep } from "node:timers/promises";

const EMAIL = "bench@owner.test";
const PHONE = "+13035550100";
const ROUNDS = 20;
const LIMIT_MS = 5_000;
const SETTINGS = "/account/settings/notifications";

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await isSo()); await sleep(5))
    if (Date.now() > end) throw new Error("a notification didn't come within a minute");
}

async function pushKeyOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ key: string }>(
    "select public_key as key from notifications_keys order by at desc limit 1",
  );
  return rows[0]!.key;
}

/**
 * From the moment a client's form is sent to the moment the mail server, the push service and the text
 * service have the owner's notification, with two whole products that work.
 */
export async function benchNotifications(): Promise<Figure[]> {
  const [postgres, service, twilio, sink] = [
    await startServerPostgres(),
    await startPushService(),
    await startTwilio(),
    await startSink(),
  ];
  const settings = {
    ...{ DATABASE_URL: postgres.ownerUrl, SECRET: "n".repeat(40), LOG_LEVEL: "error", SMTP_URL: sink.url },
    ...{ TWILIO_BASE_URL: twilio.url, TWILIO_ACCOUNT_SID: TWILIO.sid },
    ...{ TWILIO_AUTH_TOKEN: TWILIO.token, TWILIO_FROM: TWILIO.number },
  };
  const first = await startProduct(settings);
  const second = await startProduct({ ...settings, DATA_DIR: first.dataDir });
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  try {
    await client.connect();
    const outbox = async () => (await sink.accepted()).map(({ raw }) => raw);
    const shop = await openShop({ ...first, outbox }, EMAIL, "Bench Baths");
    const { visitor } = shop;
    const post = async (path: string, fields: Readonly<Record<string, string>>) => {
      const { status } = await visitor.post(path, fields);
      if (status !== 204 && status !== 303) throw new Error(`${path} answered ${status}`);
    };
    const subscription = service.subscribe(await pushKeyOf(client));
    await post(`${SETTINGS}/device`, { ...subscription });
    await post(SETTINGS, { do: "phone", phone: PHONE });
    await until(() => twilio.taken.length > 0);
    await post(SETTINGS, { do: "code", code: /^\d{6}/.exec(twilio.taken[0]!.body)![0] });
    const kind = "leads.new";
    await post(SETTINGS, {
      ...{ kinds: kind, [`${kind}.email`]: "yes", [`${kind}.push`]: "yes", [`${kind}.text`]: "yes" },
    });
    const took = { email: [] as number[], device: [] as number[], text: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      const name = `Lead ${round} of the bench`;
      const began = performance.now();
      await askForGuide(second, shop.slug, { name, email: `lead${round}@client.test` });
      const arrives = async (times: number[], has: () => boolean | Promise<boolean>) => {
        await until(has);
        times.push(performance.now() - began);
      };
      await Promise.all([
        arrives(took.email, async () =>
          (await sink.accepted()).some(({ to, subject }) => to.includes(EMAIL) && subject.includes(name)),
        ),
        arrives(took.device, () =>
          service.shownBy(subscription).some((shown) => String(shown["title"]).includes(name)),
        ),
        arrives(took.text, () => twilio.taken.some(({ body }) => body.includes(name))),
      ]);
    }
    return Object.entries(took).flatMap(([way, times]) =>
      (
        [
          ["median", median(times)],
          ["p95", p95(times)],
        ] as const
      ).map(([which, ours]) => ({
        what: `From a client's form to the owner's notification by ${way}, ${which}, beside 5 s`,
        ours: `${Math.round(ours)} ms`,
        limit: `${LIMIT_MS} ms`,
        ratio: LIMIT_MS / ours,
        aim: 1,
      })),
    );
  } finally {
    await client.end();
    await second.stop();
    await first.stop();
    await removeData(first.dataDir);
    await Promise.all([service.stop(), twilio.close(), sink.stop()]);
    await postgres.remove();
  }
}
