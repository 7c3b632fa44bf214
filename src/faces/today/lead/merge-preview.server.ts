import { getBusiness } from "#ground/businesses/public.server.ts";
import { jobsOfLead } from "#trade/jobs/public.server.ts";
import {
  BASIS_LABELS,
  formatMoney,
  leadHistory,
  listHistory,
  type MergeChoice,
  mergedFields,
  otherAddressesOf,
  peopleToMerge,
  todosOf,
} from "#trade/leads/public.server.ts";
import { followUpsOfLead } from "#trade/sequences/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { formatPhone } from "#platform/phones/phone.ts";

/** A field in which two people differ, to choose from. */
export interface Difference {
  readonly field: keyof MergeChoice;
  readonly label: string;
  readonly kept: string;
  readonly gone: string;
}

export interface MergePreview {
  readonly names: { readonly kept: string; readonly gone: string };
  readonly differences: readonly Difference[];
  /** What the person will have, by label. Empty ones are left out. */
  readonly together: readonly (readonly [string, readonly string[]])[];
  /** What stays refused, as sentences. */
  readonly refused: readonly string[];
}

const many = (count: number, one: string, more = `${one}s`) =>
  count ? [`${count} ${count === 1 ? one : more}`] : [];

/**
 * What merging two people would give.
 * @throws AppError as peopleToMerge()
 */
export async function previewMerge(
  ctx: AccountContext,
  keptId: string,
  goneId: string,
): Promise<MergePreview> {
  const people = await peopleToMerge(ctx, keptId, goneId);
  const { kept, gone } = people;
  const { currency } = await getBusiness(ctx);
  const all = [kept, gone];
  const merged = mergedFields(kept, gone, { name: "kept", email: "kept", phone: "kept", value: "kept" });
  const money = (cents: number | null) => (cents === null ? null : formatMoney(cents, currency));
  const shown = (phone: string | null) => phone && formatPhone(phone);
  const differs = (
    field: keyof MergeChoice,
    label: string,
    [one, other]: readonly [string | null, string | null],
  ): Difference[] => (one && other && one !== other ? [{ field, label, kept: one, gone: other }] : []);
  const others = await Promise.all(all.map(({ id }) => otherAddressesOf(ctx, id)));
  const addresses = (channel: "mail" | "text", main: readonly (string | null)[]) => [
    ...new Set([
      ...main.filter((one) => one !== null),
      ...others.flat().flatMap((one) => (one.channel === channel ? [one.address] : [])),
    ]),
  ];
  const histories = await Promise.all(all.map(({ id }) => leadHistory(ctx, id)));
  const happenings = await Promise.all(all.map(({ id }) => listHistory(ctx, id)));
  const followUps = (await Promise.all(all.map(({ id }) => followUpsOfLead(ctx, id)))).flat();
  const jobs = (await Promise.all(all.map(({ id }) => jobsOfLead(ctx, id)))).flat();
  const todos = (await Promise.all(all.map(({ id }) => todosOf(ctx, id)))).flat();
  const of = (kind: "consents" | "replies") => histories.flatMap((one) => [...one[kind]]).length;
  return {
    names: { kept: kept.name, gone: gone.name },
    differences: [
      ...differs("name", "Name", [kept.name, gone.name]),
      ...differs("email", "Main email", [kept.email, gone.email]),
      ...differs("phone", "Main number", [shown(kept.phone), shown(gone.phone)]),
      ...differs("value", "Value of the work", [money(kept.valueCents), money(gone.valueCents)]),
    ],
    together: (
      [
        ["Email", addresses("mail", [kept.email, gone.email])],
        ["Phone", addresses("text", [kept.phone, gone.phone]).map(formatPhone)],
        ["Consent", many(of("consents"), "consent")],
        [
          "Follow-ups",
          [...Map.groupBy(followUps, ({ name }) => name)].map(([name, same]) =>
            same.some(({ stoppedAt }) => stoppedAt === null) ? name : `${name} (stopped)`,
          ),
        ],
        ["Jobs", jobs.map(({ name }) => `${name}, with its estimates and documents`)],
        ["Tasks", many(todos.filter(({ doneAt }) => doneAt === null).length, "open task")],
        [
          "History",
          [
            ...many(
              histories.flatMap(({ touches }) => touches).filter(({ source }) => !source["typed"]).length,
              "request",
            ),
            ...many(of("replies"), "reply", "replies"),
            ...many(happenings.flat().filter(({ what }) => what === "note").length, "note"),
          ],
        ],
        ["May we follow up?", merged.basis ? [BASIS_LABELS[merged.basis]] : []],
      ] as const
    ).filter(([, lines]) => lines.length),
    refused: [
      ...(merged.unsubscribedAt ? ["They unsubscribed, so they get no email at any address."] : []),
      ...(merged.textsStoppedAt ? ["They opted out of texts, so they get none at any number."] : []),
    ],
  };
}
