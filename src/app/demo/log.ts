import { createHash } from "node:crypto";
import { grantTool } from "#ground/businesses/public.server.ts";
import { acceptInvite, inviteToAccount } from "#ground/businesses/people/invites.server.ts";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import { saveName } from "#ground/identity/queries.server.ts";
import { identity } from "#ground/identity/start.server.ts";
import { dayId } from "#tools/logs/ids.ts";
import { weatherId } from "#trade/weather/ids.ts";
import { SUBMITTED_FIELD } from "#tools/logs/rules.ts";
import { linkToJob } from "#ground/media/public.server.ts";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { mediaOriginals } from "#ground/media/tables.server.ts";
import {
  type Command,
  findStoredRecord,
  type Json,
  seen,
  applyCommands,
} from "#ground/sync/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import {
  type AccountContext,
  now,
  type Person,
  SYSTEM_ACCOUNT,
  withAccount,
  withMember,
  withSystem,
} from "#platform/db/scope.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { and, eq } from "drizzle-orm";
import { BUSINESS } from "./cast.ts";
import { drawScene, type Scene } from "./scenes.ts";
import { type LoggedDay, WEEK, type Written } from "./week.ts";

const WHERE = { place: "Jeffco Airport (KBJC)", distanceM: 11_300, lat: 39.7555, lon: -105.2211 } as const;

type Step = { readonly at: Temporal.Instant; run(): Promise<void> };

/**
 * Writes a working week of a job's log: by the foreman, approved by the owner, each record at its time.
 * @param today in the business's zone
 */
export function weekLogged(
  accountId: string,
  owner: Person,
  job: string,
  { today, password }: { readonly today: Temporal.ZonedDateTime; readonly password: string },
): Step[] {
  const days = workingDaysBefore(today, WEEK.length);
  let foreman: Person | undefined;
  // The foreman came before that week: he has work on an earlier job.
  const first = today.subtract({ days: 20 }).withPlainTime("06:30").toInstant();
  const begin = async () => {
    await ensureSealingKey();
    await grantTool(accountId, "logs");
    foreman = await joinForeman(accountId, owner, password);
  };
  const person = (by: Written["by"]) => (by === "owner" ? owner : foreman!);
  return [
    { at: first, run: begin },
    ...days.flatMap((day, at) =>
      daySteps(accountId, { job: () => job, day, today, logged: WEEK[at]!, owner, person }),
    ),
  ];
}

/** The last working days before a day, oldest first. */
function workingDaysBefore(today: Temporal.ZonedDateTime, count: number): Temporal.ZonedDateTime[] {
  const found: Temporal.ZonedDateTime[] = [];
  for (let day = today.subtract({ days: 1 }); found.length < count; day = day.subtract({ days: 1 }))
    if (day.dayOfWeek <= 5) found.unshift(day);
  return found;
}

/** A day of a job's log to write. */
interface LogToWrite {
  /** Found when its first entry is written. */
  job(): string | Promise<string>;
  readonly day: Temporal.ZonedDateTime;
  readonly today: Temporal.ZonedDateTime;
  readonly logged: LoggedDay;
  readonly owner: Person;
  person(by: Written["by"]): Person | Promise<Person>;
  /** Where its photos begin among the variants of a scene. */
  readonly firstTurn?: number;
}

/** The entries of a day, what the day becomes, and its weather, each at its time. */
export function daySteps(accountId: string, log: LogToWrite): Step[] {
  const { day, today, logged, owner, person, firstTurn = 0 } = log;
  const date = day.toPlainDate().toString();
  const moment = (time: string) => day.withPlainTime(time).toInstant();
  const ids = logged.entries.map(() => newId());
  const entries = logged.entries.map((entry, at): Step => {
    const when = moment(entry.time);
    return {
      at: when,
      run: async () => {
        const job = await log.job();
        const photos = await Promise.all(
          (entry.photos ?? []).map((photo, turn) =>
            keepPhoto(accountId, job, photo.scene, firstTurn + at + turn, when),
          ),
        );
        const { text, crew, item, delay, tags = [], corrects } = entry;
        const sets: Record<string, Json> = {
          date,
          company: accountId,
          type: entry.type,
          occurredAt: when.toString(),
        };
        if (text) sets["text"] = text;
        if (crew) sets["crew"] = { ...crew };
        if (item) sets["item"] = { ...item };
        if (delay) sets["delay"] = { ...delay };
        if (corrects !== undefined) sets["corrects"] = ids[corrects]!;
        for (const tag of tags) sets[`tags.${tag}`] = true;
        for (const [place, sha256] of photos.entries()) {
          sets[`photos.${sha256}`] = { type: "image/jpeg", at: when.epochMilliseconds };
          sets[`captions.${sha256}`] = entry.photos?.[place]?.caption ?? "";
        }
        await take(accountId, await person(entry.by), {
          kind: "logs.entry",
          record: ids[at]!,
          job,
          sets,
          at: when,
          media: photos,
        });
      },
    };
  });
  const states = logged.becomes.map((is, at): Step => {
    // Submitted before the day's corrections, approved after them, and locked the next morning.
    const when = at === 0 ? moment("16:45") : at === 1 ? moment("19:45") : moment("20:30");
    const sets = {
      date,
      company: accountId,
      state: { is, why: null },
      ...(is === "submitted" ? { [SUBMITTED_FIELD]: true } : {}),
    };
    const by = () => (at === 0 ? person(undefined) : owner);
    return {
      at: when,
      run: async () => {
        const job = await log.job();
        const record = dayId(job, date, accountId);
        await take(accountId, await by(), { kind: "logs.day", record, job, sets, at: when });
      },
    };
  });
  // The weather is read the next morning, or the same evening if that morning hasn't come yet.
  const morning = day.add({ days: 1 }).withPlainTime("06:05").toInstant();
  const readAt = Temporal.Instant.compare(morning, today.toInstant()) < 0 ? morning : moment("18:40");
  const weather: Step = {
    at: readAt,
    run: async () => {
      const job = await log.job();
      await take(accountId, null, {
        kind: "logs.weather",
        record: weatherId(job, date),
        job,
        sets: readingOf(day, logged, readAt),
        at: readAt,
      });
    },
  };
  return [...entries, ...states, weather];
}

/** A station's reading for the day, as the product would store it. */
function readingOf(
  day: Temporal.ZonedDateTime,
  { sky }: LoggedDay,
  readAt: Temporal.Instant,
): Record<string, Json> {
  const hours = Array.from({ length: 13 }, (_, at) => {
    const hour = at + 6;
    const warmth = Math.sin((Math.PI * Math.max(0, hour - 6)) / 18);
    return {
      at: day.withPlainTime({ hour }).toString({ timeZoneName: "never" }),
      tempC: Math.round((sky.low + (sky.high - sky.low) * warmth) * 10) / 10,
      rainMm: sky.rain[hour] ?? 0,
      snowCm: 0,
      windMs: Math.round(sky.wind * (0.7 + warmth * 0.5) * 10) / 10,
      gustMs: sky.gust,
      code: sky.rain[hour] ? 61 : 1,
    };
  });
  const date = day.toPlainDate().toString();
  const rain = Object.values(sky.rain).reduce((sum, mm) => sum + mm, 0);
  const reading = {
    source: "nws",
    basis: "observed",
    ...WHERE,
    url: "https://api.weather.gov/stations/KBJC/observations",
    fetchedAt: readAt.toString(),
    zone: BUSINESS.zone,
    hours,
    highC: sky.high,
    lowC: sky.low,
    rainMm: Math.round(rain * 10) / 10,
    snowCm: 0,
    windMs: sky.wind,
    gustMs: sky.gust,
    words: sky.words,
  };
  return {
    date,
    [`readings.${createHash("sha256").update(JSON.stringify(reading)).digest("hex")}`]: reading,
  };
}

/** Stores a photo as the server does once a phone has sent it. @returns its hash */
export async function keepPhoto(
  accountId: string,
  job: string,
  scene: Scene,
  turn: number,
  at: Temporal.Instant,
): Promise<string> {
  return keepPicture(accountId, job, await drawScene(scene, turn), { width: 1600, height: 1200 }, at);
}

/** The same for any JPEG. */
export async function keepPicture(
  accountId: string,
  job: string,
  bytes: Buffer,
  size: { readonly width: number; readonly height: number },
  at: Temporal.Instant,
): Promise<string> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const file = await installation().files.put(accountId, bytes, "photojpeg");
  const known = {
    sha256,
    file,
    bytes: bytes.byteLength,
    kind: "jpeg",
    state: "waiting",
    ...size,
    receivedAt: at,
  } as const;
  await withAccount(accountId, async (ctx) => {
    await ctx.db.insert(mediaOriginals).values({ accountId, ...known });
    await linkToJob(ctx, sha256, job);
  });
  await drawDerivatives(accountId, sha256);
  return sha256;
}

/** Registers the foreman through the owner's invitation. */
async function joinForeman(accountId: string, owner: Person, password: string): Promise<Person> {
  const email = BUSINESS.foreman;
  await identity().signUp(email, password);
  await withMember(accountId, owner, { role: "owner", jobId: null }, (ctx) =>
    inviteToAccount(ctx, { email, role: "member" }),
  );
  const mails = await withSystem((ctx) =>
    ctx.db
      .select({ text: mailMessages.text, userId: mailMessages.aboutId })
      .from(mailMessages)
      .where(and(eq(mailMessages.accountId, SYSTEM_ACCOUNT), eq(mailMessages.recipient, email))),
  );
  const token = mails.flatMap(({ text }) => /\/join\/([^\s]+)/.exec(text)?.[1] ?? [])[0];
  const id = mails.find(({ text, userId }) => userId && text.includes("/verify/address?"))?.userId;
  if (!token || !id) throw new Error("The demonstration's foreman could not be invited.");
  await saveName(id, BUSINESS.foremanName, now());
  const person = { id, email, emailVerified: true };
  const joined = await acceptInvite(decodeURIComponent(token), person);
  if (joined.kind !== "joined") throw new Error(`The demonstration's foreman could not join: ${joined.kind}`);
  return person;
}

/** Applies a command from a device, or from the product itself when there is no author. */
async function take(
  accountId: string,
  person: Person | null,
  said: Pick<Command, "kind" | "record" | "job"> & {
    readonly sets: Record<string, Json>;
    readonly at: Temporal.Instant;
    readonly media?: readonly string[];
  },
): Promise<void> {
  const { at, media = [], ...what } = said;
  const role = person?.email === BUSINESS.owner ? "owner" : "member";
  const send = async (ctx: AccountContext) => {
    // Each author has seen the current values, so approving a submitted day makes no conflict.
    const held = await findStoredRecord(ctx, what.record);
    const command: Command = {
      ...{ id: newId(), capturedAt: at.epochMilliseconds, skew: 0, zone: BUSINESS.zone, media, ...what },
      replaces: seen(held?.fields ?? {}, Object.keys(what.sets)),
    };
    return applyCommands(ctx, person === null ? null : newId(), [command]);
  };
  const { outcomes } = await (person === null
    ? withAccount(accountId, send)
    : withMember(accountId, person, { role, jobId: null }, send));
  if (outcomes[0]?.is !== "held")
    throw new Error(`The demonstration's ${said.kind} was not taken: ${JSON.stringify(outcomes)}`);
}
