import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { randomOf } from "../harness/random.ts";
import type { Business } from "./business.ts";

/** One form post and its response; `broken` without one. */
export interface Attempt {
  readonly from: number;
  readonly to: number;
  readonly answer: number | "broken";
}

/** One filled-in form: all its attempts have its id. */
export interface Submission {
  readonly id: string;
  readonly attempts: Attempt[];
  /** When the product confirmed it. */
  acknowledgedAt: number | undefined;
}

/** A person who asks for the guide, once or twice. */
export interface Person {
  readonly email: string;
  /** Their mail server refuses the address. */
  readonly refused: boolean;
  /** E.164; undefined if they leave none. */
  readonly phone: string | undefined;
  /** Whether they tick the box about texts. */
  readonly agrees: boolean;
  /** Whether texts arrive at their number; if not, why. */
  readonly takesTexts: "yes" | "landline" | "optedOut";
  readonly submissions: Submission[];
}

/** People who post continuously. */
export interface Crowd {
  readonly people: readonly Person[];
  /** Responses that no kill explains: each is a fault. */
  readonly surprises: readonly { readonly who: string; readonly what: string }[];
  /** Stops adding people; persistent ones keep trying for a while. */
  stop(patienceMs?: number): Promise<void>;
}

export const REFUSED_HOST = "refused.example";

/** Prefixes after the area code, by the number's behavior at Twilio. */
export const EXCHANGES = { landline: "44", optedOut: "46", yes: "55" } as const;

const AT_ONCE = 8;
const PATIENCE_MS = 30_000;
/** Longer than any recovery here; a request that hangs this long is a fault. */
const ANSWER_WITHIN_MS = 20_000;

/**
 * Simulates people who ask for the guide, `perSecond` new ones while the product answers. Depending on the
 * seed, most insist until it is confirmed, some give up at the first failure, some double-click, some come
 * back later, and some have addresses that don't exist. Half leave a number, and most of those agree to
 * texts.
 */
export function gatherCrowd({
  url,
  business: { slug, area },
  seed,
  perSecond,
}: {
  url: string;
  business: Business;
  seed: number;
  perSecond: number;
}): Crowd {
  const people: Person[] = [];
  const surprises: { who: string; what: string }[] = [];
  /** Deadline for the remaining people; undefined while new ones arrive. */
  let closing: number | undefined;
  let next = performance.now();

  async function post(person: Person, submission: Submission): Promise<void> {
    const from = Date.now();
    let answer: Attempt["answer"] = "broken";
    try {
      const response = await fetch(`${url}/p/${slug}`, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: url },
        body: new URLSearchParams({
          name: `Client ${people.indexOf(person)}`,
          email: person.email,
          ...(person.phone ? { phone: person.phone } : {}),
          ...(person.agrees ? { texts: "yes" } : {}),
          consent: "yes",
          submission: submission.id,
          source: "{}",
        }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      answer = response.status;
      // The redirect is the acknowledgement; the body doesn't matter.
      if (answer === 303 && response.headers.get("location")?.startsWith(`/p/${slug}?thanks=`))
        submission.acknowledgedAt ??= Date.now();
      else if (answer !== 503)
        surprises.push({
          who: person.email,
          what: `answered ${answer} ${response.headers.get("location") ?? ""}`,
        });
      else if (!response.headers.has("retry-after"))
        surprises.push({ who: person.email, what: "503 without Retry-After" });
      await response.arrayBuffer();
    } catch (error) {
      if ((error as Error).name === "TimeoutError")
        surprises.push({ who: person.email, what: `no answer within ${ANSWER_WITHIN_MS / 1000} s` });
    }
    submission.attempts.push({ from, to: Date.now(), answer });
  }

  async function ask(person: Person, insists: boolean, twice: boolean): Promise<void> {
    const submission: Submission = { id: randomUUID(), attempts: [], acknowledgedAt: undefined };
    person.submissions.push(submission);
    do {
      await Promise.all([post(person, submission), ...(twice ? [post(person, submission)] : [])]);
      if (submission.acknowledgedAt !== undefined) return;
      await sleep(100);
    } while (insists && (closing === undefined || performance.now() < closing));
  }

  async function stand(): Promise<void> {
    while (closing === undefined) {
      next = Math.max(next, performance.now() - 1000) + 1000 / perSecond;
      await sleep(Math.max(0, next - performance.now()));
      if (closing !== undefined) return;
      const random = randomOf(seed, 2, people.length);
      const refused = random() < 0.04;
      const [insists, twice, returns] = [random() < 0.7, random() < 0.1, random() < 0.05];
      const [leaves, agrees, draw] = [random() < 0.5, random() < 0.8, random()];
      const takesTexts = draw < 0.02 ? "landline" : draw < 0.04 ? "optedOut" : "yes";
      const person: Person = {
        email: `client${people.length}@${refused ? REFUSED_HOST : "clients.example"}`,
        refused,
        phone: leaves
          ? `+1${area}${EXCHANGES[takesTexts]}${String(people.length).padStart(5, "0")}`
          : undefined,
        agrees: leaves && agrees,
        takesTexts,
        submissions: [],
      };
      people.push(person);
      await ask(person, insists, twice);
      if (returns) await ask(person, insists, false);
    }
  }

  const standing = Promise.all(Array.from({ length: AT_ONCE }, stand));
  return {
    people,
    surprises,
    async stop(patienceMs = PATIENCE_MS) {
      closing = performance.now() + patienceMs;
      await standing;
    },
  };
}
