import { SUBJECTS } from "./business.ts";
import type { StoredMessage, StoredStep, World } from "./world.ts";

/** A rule that did not hold, with the rows that broke it. */
export interface Violation {
  readonly rule: string;
  readonly rows: readonly unknown[];
}

/** How the steps of all leads ended, each in exactly one way. */
export interface Tally {
  intended: number;
  /** Taken by the mail server, by its own log; the ledger says `sent`. */
  accepted: number;
  /** The ledger says `unknown`, and by the log it was taken, or was not. */
  unknownTaken: number;
  unknownNotTaken: number;
  failed: number;
  suppressed: number;
  waiting: number;
}

/** Moves that the states of a follow-up allow (docs of platform/mail/message.ts). Freed by recovery, `committing` must become `unknown`. */
const MOVES = new Set(
  "→queued →claimed queued→claimed queued→suppressed claimed→queued claimed→committing claimed→failed claimed→suppressed committing→sent committing→failed committing→queued committing→unknown unknown→sent unknown→failed".split(
    " ",
  ),
);

/**
 * The oracle. Knows nothing of how the product works: it holds what people were told against what is stored, and what is stored against
 * what an independent mail server took.
 */
export function judge(world: World): { violations: Violation[]; tally: Tally } {
  const broken = new Map<string, unknown[]>();
  const violate = (rule: string, row: unknown) => void broken.set(rule, [...(broken.get(rule) ?? []), row]);
  for (const surprise of world.surprises) violate("an answer is 303, or 503 with Retry-After", surprise);
  judgeLeads(world, violate);
  const tally = judgeSteps(world, violate);
  judgeMoves(world, violate);
  return { violations: [...broken].map(([rule, rows]) => ({ rule, rows })), tally };
}

type Violate = (rule: string, row: unknown) => void;

function judgeLeads({ people, optOuts, stored }: World, violate: Violate): void {
  const leads = Map.groupBy(stored.leads, ({ email }) => email);
  const touches = Map.groupBy(stored.touches, ({ id }) => id);
  const consents = Map.groupBy(stored.consents, ({ id }) => id);
  for (const person of people) {
    const mine = leads.get(person.email) ?? [];
    for (const submission of person.submissions) {
      if (submission.acknowledgedAt === undefined) continue;
      if (mine.length !== 1) violate("an acknowledged lead is stored exactly once", { email: person.email, stored: mine, submission });
      if (touches.get(submission.id)?.length !== 1) violate("an acknowledged submission is one touch", { email: person.email, submission });
      if (consents.get(submission.id)?.length !== 1)
        violate("an acknowledged submission is one consent", { email: person.email, submission });
    }
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
    if (optOut.acknowledgedAt !== undefined && !optedOut.has(optOut.email)) violate("an acknowledged opt-out is stored", optOut);
}

function judgeSteps(world: World, violate: Violate): Tally {
  const { stored, accepted, people, optOuts, kills, concurrency } = world;
  const tally: Tally = { intended: 0, accepted: 0, unknownTaken: 0, unknownNotTaken: 0, failed: 0, suppressed: 0, waiting: 0 };
  const emails = new Map(stored.leads.map(({ id, email }) => [id, email]));
  const refused = new Set(people.filter((person) => person.refused).map(({ email }) => email));
  const optedOutAt = new Map(optOuts.map(({ email, acknowledgedAt }) => [email, acknowledgedAt ?? Number.POSITIVE_INFINITY]));
  const messages = new Map(stored.messages.map((message) => [message.id, message]));
  const byId = Map.groupBy(accepted, ({ messageId }) => messageId);
  const byPlace = Map.groupBy(accepted, ({ to, subject }) => `${to.join()} ${subject}`);

  for (const [messageId, copies] of byId)
    if (copies.length > 1) violate("no Message-ID is accepted twice", { messageId, at: copies.map(({ at }) => at) });
  for (const [place, copies] of byPlace)
    if (copies.length > 1)
      violate("nobody gets a step twice", { place, messageIds: copies.map(({ messageId }) => messageId), at: copies.map(({ at }) => at) });
  const known = new Set(stored.messages.map(({ messageId }) => messageId));
  for (const { messageId, to, subject, at } of accepted)
    if (!known.has(messageId)) violate("nothing is accepted that the ledger does not know", { messageId, to, subject, at });
  const carried = new Set(stored.steps.map(({ message }) => message));
  for (const message of stored.messages) if (!carried.has(message.id)) violate("every follow-up belongs to a step", message);

  const ledger = Map.groupBy(stored.steps, ({ enrolment }) => enrolment);
  for (const enrolment of stored.enrolments) {
    const email = emails.get(enrolment.lead) ?? "";
    const rows = ledger.get(enrolment.id) ?? [];
    if (rows.map(({ step }) => step).join() !== SUBJECTS.map((_, step) => step).join())
      violate("an enrolment has one ledger row per step", { email, rows });
    for (const row of rows) {
      tally.intended++;
      const message = row.message === null ? undefined : messages.get(row.message);
      const taken = byPlace.get(`${email} ${SUBJECTS[row.step]}`)?.length ?? 0;
      const fault = judgeStep(row, message, { taken, refused: refused.has(email), optedOut: optedOutAt.has(email), at: stored.at }, tally);
      if (fault) violate(fault, { email, row, message, taken });
      if (taken && row.due > (optedOutAt.get(email) ?? Number.POSITIVE_INFINITY))
        violate("nothing that came due after an acknowledged opt-out is sent", { email, row, message });
    }
  }
  const unknown = tally.unknownTaken + tally.unknownNotTaken;
  const most = kills.reduce((sum, { senders }) => sum + senders, 0) * concurrency;
  if (unknown > most) violate("unknown ≤ killed senders × connections", { unknown, most });
  return tally;
}

/** Puts a step into exactly one class of the tally; the rule it breaks, if any. */
function judgeStep(
  row: StoredStep,
  message: StoredMessage | undefined,
  { taken, refused, optedOut, at }: { taken: number; refused: boolean; optedOut: boolean; at: number },
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
    return refused || optedOut ? undefined : "a step is held back only with cause";
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
      return refused ? undefined : "a step fails only when it was refused";
    default:
      return "every message has ended";
  }
}

function judgeMoves({ stored }: World, violate: Violate): void {
  for (const move of stored.moves) {
    if (!MOVES.has(`${move.was ?? ""}→${move.now}`)) violate("a message moves only as its states allow", move);
    else if (move.freed && move.was === "committing" && move.now !== "unknown")
      violate("what may have been accepted is not queued again", move);
  }
}
