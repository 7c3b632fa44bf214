import { useSavedPictures } from "#trade/fieldwork/public.tsx";
import type { Plan } from "./rules.ts";

/** Saves the latest pages of a job’s plans on this device. @returns why some aren’t, null if all are */
export const useSavedPages = (job: string, plans: readonly Plan[]): string | null =>
  useSavedPictures(
    job,
    plans.flatMap(({ versions: [latest] }) => latest?.pages.map(({ sha256 }) => sha256) ?? []),
  );
