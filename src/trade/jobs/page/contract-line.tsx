import { useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { formatMoney } from "#platform/money/money.ts";
import { DataList } from "#ui/layout.tsx";
import { countOf } from "../glance.ts";
import type { Job } from "../rules.ts";
import type { Tool } from "../tool.ts";

/**
 * The contract sum with its approved changes and the completion date, as this device knows them. Without a
 * tool that knows the changes, the contract sum alone.
 */
export function ContractLine({
  job,
  tools,
  currency,
}: {
  job: Job;
  tools: readonly Pick<Tool, "contract">[];
  currency: string;
}) {
  const store = useStore();
  const { id, contractCents, finishesOn } = job;
  const contract = tools.find((tool) => tool.contract)?.contract;
  const now = useLive(async () => {
    if (!contract) return null;
    const { default: source } = await contract();
    const records = new Map(
      await Promise.all(source.kinds.map(async (kind) => [kind, await store.recordsOf(kind, id)] as const)),
    );
    return source.contractOf({ contractCents, finishesOn }, (kind) => records.get(kind) ?? []);
  }, [store, contract, id, contractCents, finishesOn]);
  if (now === undefined) return null;
  const items: (readonly [string, string])[] = [];
  if (contractCents !== null) items.push(["Contract sum", formatMoney(contractCents, currency)]);
  if (now && now.approved > 0) {
    const sign = now.net > 0 ? "+" : "";
    const net = `${sign}${formatMoney(now.net, currency)}`;
    items.push(["Approved changes", `${net}, ${countOf(now.approved, "change")}`]);
    if (now.sum !== null) items.push(["Contract now", formatMoney(now.sum, currency)]);
    if (now.completion !== null && now.completion !== finishesOn)
      items.push([
        "Completion now",
        Temporal.PlainDate.from(now.completion).toLocaleString("en-US", { dateStyle: "medium" }),
      ]);
  }
  return items.length > 0 ? <DataList items={items} /> : null;
}
