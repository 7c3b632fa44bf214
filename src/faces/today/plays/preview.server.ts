import type { Business } from "#ground/businesses/public.server.ts";
import {
  fillPlaceholders,
  kindLabel,
  planOf,
  type Step,
  stepText,
  stepTitle,
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
    name,
  }: { readonly business: Business; readonly zone: string; readonly name?: string | undefined },
): Promise<ShownStep[]> {
  const fills = { ...sampleFills(business), ...(name && { firstName: greetingName(name) }) };
  const plan = await planOf(ctx, steps, ctx.now);
  return steps.map((step, at) => ({
    title: stepTitle(step, fills),
    kind: kindLabel(step),
    text: fillPlaceholders(stepText(step), fills),
    ...moment(plan[at]!, zone),
  }));
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
