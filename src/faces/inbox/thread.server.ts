import {
  type Answer,
  answersOfLead,
  type HistoryEntry,
  listHistory,
  leadHistory,
  type ReplyFile,
  type ReplyWay,
} from "#trade/leads/public.server.ts";
import { type FollowUpRun, followUpRuns, type Outcome, outcomeOf } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { listMailsAbout } from "#platform/mail/history.server.ts";
import { shownReply } from "#platform/mail/reply/shown-reply.ts";
import { listTextsAbout } from "#platform/sms/history.server.ts";
import { mailLink, textLink } from "#platform/sms/compose-links.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import { moment, type Moment } from "#platform/time/format.ts";

export interface Entry extends Moment {
  readonly key: string;
  readonly who: "them" | "us" | "follow-up" | "note";
  /** The channel; null for entries that aren't messages. */
  readonly via: ReplyWay | null;
  readonly title: string;
  readonly body: string | null;
  /** Text that their mail program quoted or added. */
  readonly tail: string | null;
  readonly files: readonly EntryFile[];
  readonly state: Outcome["state"];
  readonly label: string;
  readonly explanation: string | null;
  /** For an answer: its id while it can be undone, and the earliest time it is sent. */
  readonly undo: { readonly answerId: string; readonly until: string } | null;
  /** Whether it is being sent, so that its state will change soon. */
  readonly moving: boolean;
  /** Set when it waits for the owner's own program. */
  readonly byHand: { readonly answerId: string; readonly link: string } | null;
}

export interface EntryFile {
  readonly name: string;
  /** Type and size: `PNG, 1.2 MB`. */
  readonly about: string;
  /** Null when it wasn't stored. */
  readonly href: string | null;
}

/** All messages between a business and a lead, oldest first, with the follow-up's state. */
export interface Thread {
  readonly entries: readonly Entry[];
  readonly runs: readonly FollowUpRun[];
  /** Their last message without quotes; null if they never wrote. */
  readonly lastWords: { readonly via: ReplyWay; readonly words: string } | null;
  readonly waiting: boolean;
  /** An answer that was undone, for its writer to edit. */
  readonly takenBack: Pick<Answer, "id" | "via" | "subject" | "body"> | null;
}

/** Order within one moment: a follow-up starts, they write, and that stops it. */
const place = ({ who, key }: Entry) =>
  key.endsWith(" began") ? 0 : { them: 1, us: 2, "follow-up": 3, note: 4 }[who];

/** Loads a conversation. @param to where their email and texts go */
export async function readThread(
  ctx: AccountContext,
  leadId: string,
  {
    zone,
    email,
    phone,
    mayMail,
  }: { zone: string; email: string | null; phone: string | null; mayMail: boolean },
): Promise<Thread> {
  const [{ replies }, happenings, answers, mails, texts, runs] = [
    await leadHistory(ctx, leadId),
    await listHistory(ctx, leadId),
    await answersOfLead(ctx, leadId),
    (await listMailsAbout(ctx.db, ctx.account.id, leadId)).filter(({ kind }) => kind === "followup"),
    (await listTextsAbout(ctx.db, ctx.account.id, leadId)).filter(({ kind }) => kind === "followup"),
    await followUpRuns(ctx, leadId),
  ];
  const when = (at: Temporal.Instant) => ({ ...moment(at, zone), at });
  const nothing = {
    body: null,
    tail: null,
    files: [],
    explanation: null,
    undo: null,
    moving: false,
    byHand: null,
  };
  const theirs = replies.map((reply) => {
    const { words, quoted } = shownReply(reply);
    return {
      ...nothing,
      ...when(reply.at),
      key: reply.id,
      who: "them" as const,
      via: reply.via,
      title:
        reply.via === "mail"
          ? (reply.subject ?? "No subject")
          : reply.via === "text"
            ? "Text"
            : reply.via === "page"
              ? "A question from your page"
              : "They replied",
      body: words || (reply.via === "owner" ? "You marked that they replied somewhere else." : "No message."),
      tail: quoted || null,
      files: reply.files.map((file, at) => entryFile(leadId, reply.id, file, at)),
      state: reply.waiting ? ("now" as const) : ("done" as const),
      label: reply.waiting ? "waiting for your reply" : reply.via === "owner" ? "noted by you" : "they wrote",
      explanation:
        reply.otherSender === null
          ? null
          : `From ${reply.otherSender}, which isn’t among their addresses. Your reply goes to ${email ?? "them"}.`,
    };
  });
  const sent = [
    ...mails.map((mail) => ({
      ...mail,
      via: "mail" as const,
      sentVia: mail.via,
      title: mail.subject,
      body: mail.text,
      deliveredAt: null,
    })),
    ...texts.map((text) => ({ ...text, via: "text" as const, sentVia: text.via, title: "Text" })),
  ].map((message) => {
    const outcome = wordsOf(
      message.via,
      { ...message, via: message.sentVia },
      message.createdAt,
      ctx.now,
      mayMail,
    );
    return {
      ...nothing,
      ...when(outcome.at),
      key: message.id,
      who: "follow-up" as const,
      via: message.via,
      title: message.title,
      body: message.body,
      state: outcome.state,
      label: outcome.label,
      explanation: outcome.explanation,
    };
  });
  const ours = answers.flatMap((answer) => (answer.takenBackAt ? [] : [answerEntry(answer)]));
  const entries: (readonly [Temporal.Instant, Entry])[] = [
    ...theirs,
    ...sent,
    ...ours,
    ...happenings.flatMap(cameIn),
    ...runs.flatMap(notesOf),
  ].map(({ at, ...entry }) => [at, entry]);
  const last = replies.findLast(({ via }) => via !== "owner") ?? replies.at(-1);
  return {
    entries: entries
      .sort(
        ([at, one], [otherAt, other]) =>
          Temporal.Instant.compare(at, otherAt) ||
          place(one) - place(other) ||
          one.key.localeCompare(other.key),
      )
      .map(([, entry]) => entry),
    runs,
    lastWords: last ? { via: last.via, words: shownReply(last).words } : null,
    waiting: replies.some(({ waiting }) => waiting === true),
    takenBack: answers.findLast(({ takenBackAt, body }) => takenBackAt !== null && body !== "") ?? null,
  };

  function answerEntry({ id, via, subject, body, leavesAt, at, files, emailedFrom, message }: Answer) {
    const outcome = message
      ? outcomeOfAnswer()
      : { state: "unsent" as const, label: "not sent: the message was deleted", at, explanation: null };
    const isOpen = message?.state === "queued" || message?.state === "claimed";
    const inOutbox = message?.state === "sent" && message.via === "outbox";
    const link =
      via === "mail"
        ? mailLink({ to: email ?? "", subject: subject ?? "", text: body })
        : phone === null
          ? null
          : textLink(phone, body);
    return {
      ...nothing,
      ...when(outcome.at),
      key: id,
      who: "us" as const,
      via,
      title: subject ?? "Text",
      body: body || null,
      files: files.map((file, nth) => entryFile(leadId, id, file, nth)),
      state: outcome.state,
      label: outcome.label,
      explanation:
        [emailedFrom && `You emailed it from ${emailedFrom}.`, outcome.explanation]
          .filter(Boolean)
          .join(" ") || null,
      undo: isOpen || inOutbox ? { answerId: id, until: leavesAt.toString() } : null,
      moving:
        (isOpen && Temporal.Instant.compare(message.nextAttemptAt, ctx.now.add({ minutes: 1 })) < 0) ||
        message?.state === "committing",
      byHand: inOutbox && link !== null ? { answerId: id, link } : null,
    };

    function outcomeOfAnswer(): Outcome {
      const { nextAttemptAt, failure } = message!;
      const untouched =
        message!.state === "queued" &&
        failure === null &&
        Temporal.Instant.compare(nextAttemptAt, ctx.now) > 0;
      // Until it is sent, it stays in the timeline at the time it was written.
      if (untouched && Temporal.Instant.compare(nextAttemptAt, at.add({ minutes: 1 })) > 0)
        return {
          state: "waiting",
          label: `waiting for ${moment(nextAttemptAt, zone).words}`,
          at,
          explanation: "Texts wait until it’s daytime wherever they may be.",
        };
      if (untouched) return { state: "now", label: "sending in a moment", at, explanation: null };
      return wordsOf(via, message!, at, ctx.now, mayMail);
    }
  }

  /** An incoming message that isn't a reply: it is shown, but needs no answer. */
  function cameIn({ id, at, what, words, details }: HistoryEntry) {
    const title = CAME_IN[what];
    if (title === undefined) return [];
    const subject = details.subject ? `: ${details.subject}` : "";
    return [
      {
        ...nothing,
        ...when(at),
        key: id,
        who: "note" as const,
        via: null,
        title:
          what === "reacted"
            ? `Reacted${words ? ` with ${words}` : ""} to one of your messages`
            : `${title}${subject}`,
        body: what === "reacted" ? null : words,
        state: "done" as const,
        label: what === "returned" ? "bounced" : what === "reacted" ? "a reaction" : "automatic reply",
        explanation: what === "returned" ? "Follow-up continues. Their address may still be good." : null,
      },
    ];
  }

  function notesOf(run: FollowUpRun) {
    const note = (part: string, at: Temporal.Instant | null, title: string, state: Outcome["state"]) =>
      at
        ? [
            {
              ...nothing,
              ...when(at),
              key: `${run.id} ${part}`,
              who: "note" as const,
              via: null,
              title,
              state,
              label: "follow-up",
            },
          ]
        : [];
    return [
      ...note("began", run.startedAt, `“${run.name}” started`, "done"),
      ...note("restarted", run.restartedAt, `“${run.name}” resumed by you`, "done"),
      ...note("held", run.heldAt, `“${run.name}” put on hold by you`, "stopped"),
      ...note("stopped", run.stoppedAt, `“${run.name}” stopped: ${run.stopReason ?? "ended"}`, "stopped"),
    ];
  }
}

const CAME_IN: Partial<Record<HistoryEntry["what"], string>> = {
  automatic: "Automatic reply",
  reacted: "Reaction",
  returned: "Their mail server refused a message",
};

function entryFile(
  leadId: string,
  replyId: string,
  { name, type, bytes, file }: ReplyFile,
  at: number,
): EntryFile {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase();
  return {
    name,
    about: `${ending ?? type}, ${formatBytes(bytes)}${file === null ? ", too large to save here. Look in your own mailbox, or ask them to send it another way." : ""}`,
    href: file === null ? null : `/account/inbox/${leadId}/file/${replyId}/${at}`,
  };
}

/** Describes a message's outcome, with the labels of the lead's page. */
function wordsOf(
  kind: "mail" | "text",
  message: NonNullable<Answer["message"]>,
  at: Temporal.Instant,
  now: Temporal.Instant,
  mayMail: boolean,
): Outcome {
  return outcomeOf(
    {
      enrolmentId: "",
      step: 0,
      subject: "",
      kind,
      say: null,
      dueAt: at,
      state: "handed",
      reason: null,
      decidedAt: at,
      doneAt: null,
      wish: null,
      message: { id: "", ...message },
    },
    now,
    mayMail,
  );
}
