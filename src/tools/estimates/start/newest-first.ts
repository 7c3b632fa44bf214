import type { ShownRecord } from "#ground/sync/public.tsx";
import { lastWritten } from "#trade/fieldwork/public.ts";

/** Records of this device, the one that was changed last first. */
export const newestFirst = (records: readonly ShownRecord[]): ShownRecord[] =>
  records.toSorted((one, other) => (lastWritten(other.fields)?.at ?? 0) - (lastWritten(one.fields)?.at ?? 0));
