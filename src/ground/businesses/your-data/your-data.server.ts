import type { LoaderFunctionArgs } from "react-router";
import {
  requestExport,
  isRecentlyConfirmed,
  listExports,
  originOf,
  requirePerson,
  withNext,
} from "#ground/identity/public.server.ts";
import { enterAccount, type Person, SYSTEM_ACCOUNT, withPerson } from "#platform/db/scope.server.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { recordAudit } from "../history/audit.server.ts";
import { chosenBusiness } from "../access/chosen-business.server.ts";
import { findMembership } from "../queries.server.ts";
import { type Counted, listHoldings } from "./erase.server.ts";
import { confirmationText, formatCounts, fateOf } from "./erase-rules.ts";
import { listOwnedAccounts } from "./owned-accounts.server.ts";
import { makeExportTask } from "../tasks.server.ts";

export const DATA_PATH = "/account/settings/data";

export interface ShownCopy {
  readonly id: string;
  readonly state: "making" | "ready" | "failed";
  readonly asked: string;
  readonly askedWords: string;
  readonly until: string | null;
  readonly size: string | null;
}

const displayName = ({ name }: Pick<Counted, "name">) => name ?? "Your unnamed business";

/** The data of the Your data page. */
export async function dataPage({ request }: LoaderFunctionArgs) {
  const person = await requirePerson(request);
  const [confirmed, copies, holdings, place] = await Promise.all([
    isRecentlyConfirmed(request),
    listExports(person),
    listHoldings(person),
    withPerson(person.id, (ctx) => findMembership(ctx, person.id, chosenBusiness(request))),
  ]);
  const here = holdings.find((one) => one.accountId === place?.accountId && one.role === "owner");
  const withFate = (fate: ReturnType<typeof fateOf>) => holdings.filter((one) => fateOf(one) === fate);
  return {
    email: person.email,
    confirmPath: confirmed ? null : withNext("/account/confirm", DATA_PATH),
    owns: holdings.filter((one) => one.role === "owner").map(displayName),
    copies: copies.map((copy): ShownCopy => ({
      id: copy.id,
      state: copy.readyAt ? "ready" : copy.failedAt ? "failed" : "making",
      asked: copy.askedAt.toString(),
      askedWords: `${copy.askedAt.toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })} UTC`,
      until: copy.expiresAt?.toLocaleString("en-US", { dateStyle: "long", timeZone: "UTC" }) ?? null,
      size: copy.bytes === null ? null : formatBytes(copy.bytes),
    })),
    close: here
      ? {
          id: here.accountId,
          name: displayName(here),
          word: confirmationText(here.name),
          others: here.others,
          counts: formatCounts(here.counts),
        }
      : null,
    erased: withFate("erased").map((one) => ({
      id: one.accountId,
      name: displayName(one),
      counts: formatCounts(one.counts),
    })),
    left: withFate("left").map((one) => ({ id: one.accountId, name: displayName(one) })),
    blocking: withFate("blocking").map((one) => ({
      id: one.accountId,
      name: displayName(one),
      others: one.others,
    })),
  };
}

/** Requests a data copy, and records it in the history of every business it will include. */
export async function requestCopy(
  person: Person,
  { request, context }: LoaderFunctionArgs,
): Promise<"asked" | "running" | "too many"> {
  return withPerson(person.id, async (ctx) => {
    const owned = await listOwnedAccounts(ctx, person);
    await enterAccount(ctx.db, SYSTEM_ACCOUNT);
    const requested = await requestExport(ctx, person, originOf(request, context));
    if ("refused" in requested) return requested.refused;
    await enqueue(ctx.db, makeExportTask, { exportId: requested.id });
    for (const id of owned) {
      await enterAccount(ctx.db, id);
      await recordAudit({ ...ctx, account: { id }, user: person, member: null }, "export.asked");
    }
    return "asked";
  });
}
