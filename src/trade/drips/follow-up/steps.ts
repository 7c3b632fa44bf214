import type { DripScript, DripText } from "#ground/writing/public.server.ts";
import type { DraftStep, Step } from "#trade/sequences/public.server.ts";

/** Emails and calls by day, each with the days since the step before it. No word is left out. */
export function stepsOfDrip({ emails, scripts }: DripText): Step[] {
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
      return { kind: "call", delay, say: [headOf(script), ...lines].join("\n\n") };
    });
}

const headOf = ({ title, when }: DripScript) => `${title}. ${when}.`;

const MINUTES: Readonly<Record<string, number>> = {
  minutes: 1,
  hours: 60,
  days: 1440,
  weeks: 7 * 1440,
  months: 30 * 1440,
};

/**
 * The steps as they are now, in the shape of the drip they came from, to read, print and download. The guide
 * of a page, waits and conditions have no words of the drip.
 */
export function dripOfSteps(steps: readonly DraftStep[], made: DripText): DripText {
  let minutes = 0;
  const emails: DripText["emails"] = [];
  const scripts: DripText["scripts"] = [];
  for (const { kind, amount, unit, subject, body } of steps) {
    if (kind !== "gift" && kind !== "condition") minutes += (Number(amount) || 0) * (MINUTES[unit] ?? 1440);
    const day = Math.floor(minutes / 1440);
    if (kind === "mail") emails.push({ day, subject, body });
    else if (kind === "call") scripts.push({ day, ...scriptOf(body, made.scripts) });
    else if (kind === "text")
      scripts.push({ day, title: "Text message", when: "", lines: [{ cue: "Text", say: body }] });
  }
  return { ...made, emails, scripts };
}

function scriptOf(say: string, made: DripText["scripts"]): Omit<DripScript, "day"> {
  const paragraphs = say.trim().split(/\n\s*\n/);
  const [head = ""] = paragraphs;
  const same = made.find((script) => headOf(script) === head);
  const hasTitle = !head.includes("\n") && paragraphs.length > 1;
  const { title, when } = same ?? { title: hasTitle ? head.replace(/\.$/, "") : "Call", when: "" };
  return {
    title,
    when,
    lines: (same || hasTitle ? paragraphs.slice(1) : paragraphs).map((paragraph) => {
      const [cue = "", ...rest] = paragraph.split("\n");
      return rest.length ? { cue, say: rest.join("\n") } : { cue: "", say: cue };
    }),
  };
}
