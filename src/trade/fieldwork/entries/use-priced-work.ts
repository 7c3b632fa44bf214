import { createContext, useContext } from "react";
import { useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { useScreen } from "../screen/field-screen.tsx";
import type { PricedPiece, PricedWork } from "./priced-work.ts";

/** The priced work that this person's tools have; null for none. */
export const PricedWorkContext = createContext<PricedWork | null>(null);

/** Priced work of the job that this device knows, with lines to take over; none until loaded. */
export function usePricedWork(): { readonly label: string; readonly pieces: readonly PricedPiece[] } {
  const work = useContext(PricedWorkContext);
  const store = useStore();
  const { job } = useScreen();
  const pieces = useLive(async () => {
    if (!work) return [];
    const records = await Promise.all(work.kinds.map((kind) => store.recordsOf(kind, job)));
    return work
      .piecesOf(records.flat().filter(({ isRemoved }) => !isRemoved))
      .filter(({ lines }) => lines.length > 0);
  }, [work, store, job]);
  return { label: work?.label ?? "", pieces: pieces ?? [] };
}
