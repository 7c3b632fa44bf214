import type { Person } from "./captures.ts";
import type { ProofStep } from "./business.ts";
import type { StoredMessage, StoredStep, World } from "./world.ts";

/** A rule that was broken, with the rows that broke it. */
export interface Violation {
  readonly rule: string;
  readonly rows: readonly unknown[];
}

/** Outcomes of all leads' steps on one channel; each step counts once. */
export interface Tally {
  intended: number;
  /** Accepted according to the witness's log; the ledger says `sent`. */
  accepted: number;
  /** The ledger says `unknown`; the log shows whether it was accepted. */
  unknownTaken: number;
  unknownNotTaken: number;
  /** Of those, the ones whose answer the witness withheld, so that no kill is needed to explain them. */
  unanswered: number;
  failed: number;
  suppressed: number;
  waiting: number;
}
export type Tallies = Readonly<Record<ProofStep["by"], Tally>>;

/**
 * Allowed state changes of a follow-up (docs of platform/mail/message.ts). When recovery frees a message in
 * `committing`, it must become `unknown`.
 */
const MOVES =
  "→queued →claimed queued→claimed queued→suppressed claimed→queued claimed→committing claimed→failed claimed→suppressed committing→sent committing→failed committing→queued committing→unknown unknown→sent unknown→failed".split(
    " ",
  );
/**
 * For a text, the other side may also answer that they opted out. And no one claims a text while queueing it.
 */
const TEXT_MOVES = [
  ...MOVES.filter((move) => move !== "→claimed"),
  "committing→suppressed",
  "unknown→suppressed",
];
const ALLOWED = { mail: new Set(MOVES), text: new Set(TEXT_MOVES) } as const;

/**
 * The oracle. It knows nothing about the product's internals: it compares what people were told with what is
 * stored, and what is stored with what an independent mail server and an independent Twilio accepted.
 */
export function judge(world: World): { violations: Violation[]; tally: Tallies } {
  const broken = new Map<string, unknown[]>();
  const violate = (rule: string, row: unknown) => void broken.set(rule, [...(broken.get(rule) ?? []), row]);
  for (const surprise of world.surprises) violate("an answer is 303, or 503 with Retry-After", surprise);
  judgeLeads(world, violate);
  const tally = judgeSteps(world, violate);
  judgeTexted(world, violate);
  judgeMoves(world, violate);
  return { violations: [...broken].map(([rule, rows]) => ({ rule, rows })), tally };
}

type Violate = (rule: string, row: unknown) => void;

function judgeLeads({ people, optOuts, stored }: World, violate: Violate): void {
  const leads = Map.groupBy(stored.leads, ({ email }) => email);
  const touches = Map.groupBy(stored.touches, ({ id }) => id);
  const consents = Map.groupBy(
    stored.consents.filter(({ channel }) => channel === "mail"),
    ({ id }) => id,
  );
  const yesToTexts = Map.groupBy(
    stored.consents.filter(({ channel }) => channel === "text"),
    ({ lead }) => lead,
  );
  for (const person of people) {
    const mine = leads.get(person.email) ?? [];
    for (const submission of person.submissions) {
      if (submission.acknowledgedAt === undefined) continue;
      if (mine.length !== 1)
        violate("an acknowledged lead is stored exactly once", {
          email: person.email,
          stored: mine,
          submission,
        });
      if (touches.get(submission.id)?.length !== 1)
        violate("an acknowledged submission is one touch", { email: person.email, submission });
      if (consents.get(submission.id)?.length !== 1)
        violate("an acknowledged submission is one consent", { email: person.email, submission });
    }
    const heard = person.submissions.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined).length;
    const yes = mine.flatMap(({ id }) => yesToTexts.get(id) ?? []).length;
    if (person.agrees ? yes < heard || yes > person.submissions.length : yes > 0)
      violate("a yes to texts is one consent of its own, and nothing else is", {
        email: person.email,
        heard,
        yes,
      });
  }
  const asked = new Set(people.map(({ email }) => email));
  const enrolments = Map.groupBy(stored.enrolments, ({ lead }) => lead);
  for (const lead of stored.leads) {
    if (!asked.has(lead.email)) violate("nobody is stored who did not ask", lead);
    if (enrolments.get(lead.id)?.length !== 1)
      violate("a stored lead is enrolled exactly once", { lead, enrolments: enrolments.get(lead.id) });
  }
  const optedOut = new Set(stored.optedOut);
  for (const optOut of optOuts)
    if (optOut.acknowledgedAt !== undefined && !optedOut.has(optOut.who))
      violate("an acknowledged opt-out is stored", optOut);
}

const nothing = (): Tally => ({
  intended: 0,
  accepted: 0,
  unknownTaken: 0,
  unknownNotTaken: 0,
  unanswered: 0,
  failed: 0,
  suppressed: 0,
  waiting: 0,
});

function judgeSteps(world: World, violate: Violate): Tallies {
  const { steps, stored, took, people, kills, concurrency } = world;
  const tally = { mail: nothing(), text: nothing() };
  const emails = new Map(stored.leads.map(({ id, email }) => [id, email]));
  const asked = new Map(people.map((person) => [person.email, person]));
  const optedOutAt = optOutsOf(world);
  const messages = new Map(stored.messages.map((message) => [message.id, message]));
  const byId = Map.groupBy(took, ({ messageId }) => messageId);
  const byPlace = Map.groupBy(took, ({ to, says }) => `${to} ${says}`);
  const kept = new Set(
    world.events.filter(({ event }) => event === "kept quiet").map(({ messageId }) => messageId),
  );

  for (const [messageId, copies] of byId)
    if (copies.length > 1)
      violate("nothing is accepted twice", { messageId, at: copies.map(({ at }) => at) });
  for (const [place, copies] of byPlace)
    if (copies.length > 1)
      violate("nobody gets a step twice", {
        place,
        messageIds: copies.map(({ messageId }) => messageId),
        at: copies.map(({ at }) => at),
      });
  const known = new Set(stored.messages.map(({ messageId }) => messageId));
  for (const one of took)
    if (!known.has(one.messageId)) violate("nothing is accepted that the ledger does not know", one);
  const carried = new Set(stored.steps.map(({ message }) => message));
  for (const message of stored.messages)
    if (!carried.has(message.id)) violate("every follow-up belongs to a step", message);

  const ledger = Map.groupBy(stored.steps, ({ enrolment }) => enrolment);
  for (const enrolment of stored.enrolments) {
    const email = emails.get(enrolment.lead) ?? "";
    const person = asked.get(email);
    const rows = ledger.get(enrolment.id) ?? [];
    if (rows.map(({ step }) => step).join() !== steps.map((_, step) => step).join())
      violate("an enrolment has one ledger row per step", { email, rows });
    for (const row of rows) {
      const { by, says } = steps[row.step] ?? { by: "mail", says: "" };
      tally[by].intended++;
      const message = row.message === null ? undefined : messages.get(row.message);
      const to = by === "mail" ? email : person?.phone;
      const copies = byPlace.get(`${to} ${says}`) ?? [];
      const optedOut = Math.min(
        optedOutAt.get(email) ?? Infinity,
        (by === "text" && optedOutAt.get(to ?? "")) || Infinity,
      );
      const hasOptedOut = optedOutAt.has(email) || (by === "text" && optedOutAt.has(to ?? ""));
      const why = { taken: copies.length, ...mayNotGo(by, person, hasOptedOut), at: stored.at };
      const fault =
        message && message.by !== by
          ? "a step goes the way it was planned"
          : judgeStep(row, message, why, tally[by]);
      if (fault) violate(fault, { email, row, message, taken: copies.length });
      if (message?.state === "unknown" && kept.has(message.messageId)) tally[by].unanswered++;
      if (message?.sid != null && copies.length && !copies.some(({ sid }) => sid === message.sid))
        violate("the ledger calls a text what Twilio calls it", { email, message, copies });
      if (by === "text" && message?.state === "sent" && message.sid === null)
        violate("the ledger calls a text what Twilio calls it", { email, message, copies });
      if (copies.length && row.due > optedOut)
        violate("nothing that came due after an acknowledged opt-out is sent", { email, row, message });
    }
  }
  for (const by of ["mail", "text"] as const) {
    const { unknownTaken, unknownNotTaken, unanswered } = tally[by];
    const unknown = unknownTaken + unknownNotTaken - unanswered;
    const most = kills.reduce((sum, { senders }) => sum + senders, 0) * concurrency[by];
    if (unknown <= most) continue;
    const unexplained = stored.messages.filter(
      (one) => one.by === by && one.state === "unknown" && !kept.has(one.messageId),
    );
    violate("unknown ≤ killed senders × connections", { by, unknown, most, unexplained });
  }
  return tally;
}

/** When each opt-out was acknowledged; infinity if it never was. */
function optOutsOf({ optOuts }: World): Map<string, number> {
  return new Map(optOuts.map(({ who, acknowledgedAt }) => [who, acknowledgedAt ?? Number.POSITIVE_INFINITY]));
}

/** Valid reasons for a step to fail or to be suppressed. */
function mayNotGo(
  by: ProofStep["by"],
  person: Person | undefined,
  optedOut: boolean,
): { mayFail: boolean; mayBeHeldBack: boolean } {
  if (by === "mail") return { mayFail: !!person?.refused, mayBeHeldBack: !!person?.refused || optedOut };
  // A bad address ends the whole follow-up: the owner learns that this client can't be reached, and decides.
  const ended = optedOut || !!person?.refused;
  return {
    mayFail: person?.takesTexts === "landline",
    mayBeHeldBack: ended || !person?.agrees || person.takesTexts !== "yes",
  };
}

/** Counts a step in exactly one class of the tally, or reports the rule it breaks. */
function judgeStep(
  row: StoredStep,
  message: StoredMessage | undefined,
  {
    taken,
    mayFail,
    mayBeHeldBack,
    at,
  }: { taken: number; mayFail: boolean; mayBeHeldBack: boolean; at: number },
  tally: Tally,
): string | undefined {
  if (row.state === "waiting") {
    tally.waiting++;
    if (taken) return "nothing is accepted whose step is waiting";
    return row.due > at && row.message === null ? undefined : "a waiting step is not due yet";
  }
  if (row.state === "not_sent" || message?.state === "suppressed") {
    tally.suppressed++;
    if (taken) return "nothing is accepted that the ledger calls not sent";
    if (!(row.reason ?? message?.reason)) return "a step that is not sent says why";
    return mayBeHeldBack ? undefined : "a step is held back only with cause";
  }
  if (!message) return "a handed step has its message";
  switch (message.state) {
    case "sent":
      tally.accepted++;
      return taken ? undefined : "what the ledger calls sent was accepted";
    case "unknown":
      tally[taken ? "unknownTaken" : "unknownNotTaken"]++;
      return undefined;
    case "failed":
      tally.failed++;
      if (taken) return "nothing is accepted that the ledger calls failed";
      return mayFail ? undefined : "a step fails only when it was refused";
    default:
      return "every message has ended";
  }
}

/**
 * Texts go only to people who agreed, until they say STOP: after its acknowledgement no text leaves that
 * wasn't already on the wire.
 */
function judgeTexted(world: World, violate: Violate): void {
  const { people, stored, took } = world;
  const agreed = new Set(people.filter(({ agrees }) => agrees).map(({ phone }) => phone));
  for (const one of took)
    if (one.by === "text" && !agreed.has(one.to)) violate("nobody is texted who did not agree to it", one);
  const optedOutAt = optOutsOf(world);
  const texts = new Map(stored.messages.filter(({ by }) => by === "text").map((text) => [text.id, text]));
  for (const move of stored.moves) {
    const text = texts.get(move.message);
    if (
      text &&
      move.now === "committing" &&
      move.at > (optedOutAt.get(text.recipient) ?? Number.POSITIVE_INFINITY)
    )
      violate("no text leaves after an acknowledged STOP", {
        text,
        move,
        stopped: optedOutAt.get(text.recipient),
      });
  }
}

function judgeMoves({ stored }: World, violate: Violate): void {
  const ways = new Map(stored.messages.map(({ id, by }) => [id, by]));
  for (const move of stored.moves) {
    if (!ALLOWED[ways.get(move.message) ?? "mail"].has(`${move.was ?? ""}→${move.now}`))
      violate("a message moves only as its states allow", move);
    // Not of an email to the business itself, which is transactional and goes again.
    else if (ways.has(move.message) && move.freed && move.was === "committing" && move.now !== "unknown")
      violate("what may have been accepted is not queued again", move);
  }
}
