import { getBusiness, mayMailOthers } from "#ground/businesses/public.server.ts";
import { toneOfDrips } from "#trade/drips/public.server.ts";
import { leadStatus, mayAnswer, usualSubject, whyNotSent } from "#trade/leads/public.server.ts";
import { toneOfMagnets } from "#trade/magnets/public.server.ts";
import { answerTextAllowedAt } from "#trade/sequences/public.server.ts";
import { KIND_WORDS, writeAnswer } from "#ground/writing/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatPhone } from "#platform/phones/phone.ts";
import { moment } from "#platform/time/format.ts";
import { leadOfAddress } from "./send-answer.server.ts";
import { HELD_SECONDS } from "./limits.ts";
import { readThread } from "./thread.server.ts";

/**
 * Everything that a conversation's page shows.
 * @param chosen a draft named in the address
 */
export async function showThread(
  ctx: AccountContext,
  address: string | undefined,
  chosen: { draft: string | null; via: string | null },
) {
  const lead = await leadOfAddress(ctx, address);
  const [business, mayMail, none, may] = [
    await getBusiness(ctx),
    await mayMailOthers(ctx),
    await whyNotSent(ctx),
    await mayAnswer(ctx, lead.id),
  ];
  const zone = business.zone ?? "UTC";
  const thread = await readThread(ctx, lead.id, { zone, email: lead.email, phone: may.phone, mayMail });
  const held = ctx.now.add({ seconds: HELD_SECONDS });
  const goes =
    may.text === null ? await answerTextAllowedAt(ctx, { leadId: lead.id, phone: may.phone! }, held) : null;
  const ways = {
    mail: { refusal: none ?? may.mail, waitsFor: null },
    text: {
      refusal: none ?? may.text ?? (typeof goes === "string" ? goes : null),
      waitsFor:
        goes !== null && typeof goes !== "string" && Temporal.Instant.compare(goes, held) > 0
          ? moment(goes, zone).words
          : null,
    },
  };
  // The business's tone: from its drips first, then its guides.
  const tone = (await toneOfDrips(ctx)) ?? (await toneOfMagnets(ctx));
  const drafts = (via: "mail" | "text") =>
    writeAnswer({
      words: thread.lastWords?.words ?? "",
      via,
      name: lead.name,
      business: business.name,
      phone: business.phone,
      tone,
    });
  const usual =
    thread.lastWords?.via === "text" && ways.text.refusal === null
      ? "text"
      : ways.mail.refusal === null
        ? "mail"
        : "text";
  const via = chosen.via === "mail" || chosen.via === "text" ? chosen.via : (thread.takenBack?.via ?? usual);
  const written = { mail: drafts("mail"), text: drafts("text") };
  return {
    /** When this was read: of two responses, the later one is shown. */
    readAt: ctx.now.toString({ smallestUnit: "millisecond" }),
    id: lead.id,
    name: lead.name,
    email: lead.email,
    phone: may.phone,
    phoneWords: may.phone === null ? null : formatPhone(may.phone),
    status: leadStatus(lead),
    newId: newId(),
    entries: thread.entries,
    waiting: thread.waiting,
    hasWritten: thread.lastWords !== null,
    follow: followOf(thread.runs, zone),
    canAnswer: ways.mail.refusal === null || ways.text.refusal === null,
    none,
    ways,
    via: ways[via].refusal === null ? via : usual,
    subject: thread.takenBack?.subject ?? (await usualSubject(ctx, lead.id, may)),
    body:
      written[via].drafts.find(({ id }) => id === chosen.draft)?.body ??
      (thread.takenBack && thread.takenBack.via === via ? thread.takenBack.body : ""),
    takenBack: thread.takenBack?.id ?? null,
    kind: thread.lastWords ? KIND_WORDS[written.mail.kind] : null,
    drafts: { mail: written.mail.drafts, text: written.text.drafts },
    isMoving: thread.entries.some(({ moving }) => moving),
  };
}

export type ShownThread = Awaited<ReturnType<typeof showThread>>;

/** The follow-up's state in a sentence, and the available actions. */
function followOf(
  runs: Awaited<ReturnType<typeof readThread>>["runs"],
  zone: string,
): { readonly words: string; readonly canStop: boolean; readonly canRestart: boolean } {
  const going = runs.filter(({ stoppedAt, ahead }) => stoppedAt === null && ahead > 0);
  const canRestart = runs.some((run) => run.canRestart);
  const held = going.filter(({ heldAt }) => heldAt !== null);
  if (going.length && held.length === going.length)
    return {
      words: "Follow-up is on hold. You can resume it on their page.",
      canStop: true,
      canRestart: false,
    };
  if (going.length) {
    const next = going
      .flatMap(({ nextAt }) => (nextAt ? [nextAt] : []))
      .sort(Temporal.Instant.compare)
      .at(0);
    return {
      words: `Follow-up continues${next ? `. Next up: ${moment(next, zone).words}` : ""}.`,
      canStop: true,
      canRestart: false,
    };
  }
  const last = runs.filter(({ stoppedAt }) => stoppedAt !== null).at(-1);
  if (last)
    return { words: `Follow-up has stopped: ${last.stopReason ?? "it ended"}.`, canStop: false, canRestart };
  return {
    words: runs.length ? "Follow-up is finished." : "No follow-up planned.",
    canStop: false,
    canRestart: false,
  };
}
