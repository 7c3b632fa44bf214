import type { Business } from "#ground/businesses/public.server.ts";
import { arrivalsOf, type Lead, mayText } from "#trade/leads/public.server.ts";
import {
  fillPlaceholders,
  kindLabel,
  planOf,
  type Step,
  stepText,
  stepTitle,
  wordedFor,
} from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { moment } from "#platform/time/format.ts";
import { sampleFills } from "./voice.server.ts";

export interface ShownStep {
  readonly title: string;
  readonly kind: string;
  readonly text: string;
  readonly words: string;
  readonly iso: string;
}

/** Previews steps with their times for someone enrolled now, with the text a person would get. */
export async function previewSteps(
  ctx: AccountContext,
  steps: readonly Step[],
  {
    business,
    zone,
    lead,
  }: {
    readonly business: Business;
    readonly zone: string;
    readonly lead?: { readonly id: string; readonly name: string };
  },
): Promise<ShownStep[]> {
  const fills = { ...sampleFills(business), ...(lead && { firstName: greetingName(lead.name) }) };
  const plan = await planOf(ctx, steps, ctx.now);
  const isBrought = lead && (await arrivalsOf(ctx, [lead.id])).get(lead.id)?.asked === null;
  return steps.map((given, at) => {
    const step = wordedFor(given, !isBrought);
    return {
      title: stepTitle(step, fills),
      kind: kindLabel(step),
      text: fillPlaceholders(stepText(step), fills),
      ...moment(plan[at]!, zone),
    };
  });
}

/** What a person won’t get of these steps, and why, in sentences. */
export async function gapsOf(
  ctx: AccountContext,
  lead: Pick<Lead, "id" | "email">,
  steps: readonly Step[],
): Promise<string[]> {
  const has = (kind: Step["kind"]) => steps.some((step) => step.kind === kind);
  const texting = has("text") ? (await mayText(ctx, [lead.id])).get(lead.id) : undefined;
  return [
    ...(texting?.refusal ? [`We’ll skip the texts: ${texting.refusal}.`] : []),
    ...(has("mail") && lead.email === null
      ? ["We’ll skip the emails: they have no email address on file."]
      : []),
  ];
}

/** "3 emails, 2 calls and a text over 24 days". */
export function sumOf(steps: readonly Step[], first: Temporal.Instant, last: Temporal.Instant): string {
  const of = (kind: Step["kind"], one: string, more: string) => {
    const many = steps.filter((step) => step.kind === kind).length;
    return many === 0 ? [] : [many === 1 ? `1 ${one}` : `${many} ${more}`];
  };
  const parts = [
    ...of("text", "text", "texts"),
    ...of("mail", "email", "emails"),
    ...of("call", "call", "calls"),
  ];
  const days = Math.max(1, Math.round(last.since(first).total("hours") / 24));
  const span = days > 60 ? `${Math.round(days / 30.4)} months` : days === 1 ? "a day" : `${days} days`;
  return `${new Intl.ListFormat("en-US", { type: "conjunction" }).format(parts)}, over ${span}`;
}
