import { type Drip, getSavedDrip } from "#trade/drips/public.server.ts";
import { draftOf, draftOnce, type Step } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

/** Emails and calls by day, each with the days since the step before it. No word is left out. */
export function stepsOfDrip({ emails, scripts }: Drip["text"]): Step[] {
  let before = 0;
  return [
    ...emails.map((email) => ({ day: email.day, email, script: undefined })),
    ...scripts.map((script) => ({ day: script.day, email: undefined, script })),
  ]
    .toSorted((one, other) => one.day - other.day)
    .map(({ day, email, script }): Step => {
      const delay = { amount: day - before, unit: "days" } as const;
      before = day;
      if (email) return { kind: "mail", delay, subject: email.subject, body: email.body, signed: true };
      const lines = script.lines.map(({ cue, say }) => `${cue}\n${say}`);
      return { kind: "call", delay, say: [`${script.title}. ${script.when}.`, ...lines].join("\n\n") };
    });
}

/**
 * Makes a draft follow-up of a drip, under the drip's id, so that twice makes one. It never starts by itself.
 * @throws AppError not_found
 */
export async function draftFromDrip(ctx: AccountContext, dripId: string): Promise<string> {
  const { id, title, text } = await getSavedDrip(ctx, dripId);
  await draftOnce(ctx, id, {
    name: title,
    trigger: { kind: "manual", pageId: "", what: "", on: "" },
    steps: draftOf(stepsOfDrip(text), (at) => `s${at}`),
  });
  return id;
}
