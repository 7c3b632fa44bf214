import type { ReactNode } from "react";
import type { ShownRecord } from "#ground/sync/public.tsx";
import type { Roll, Sign, Standing } from "../rules/talk.ts";
import type { Language } from "../rules/text.ts";

/** What people are listed on and sign, as this device shows it. */
export interface Sheet {
  readonly record: ShownRecord;
  readonly noun: "talk" | "orientation" | "plan";
  /** Of its screen. */
  readonly path: string;
  readonly roll: Roll;
  readonly signs: readonly Sign[];
  readonly standing: Standing;
  /** "2 of 3 signed" */
  readonly state: string;
  readonly isComplete: boolean;
  /** In which the next person is asked first. */
  readonly language: Language;
  readonly titleOf: (language: Language) => string;
  /** What is signed. */
  readonly text: (language: Language) => ReactNode;
  /** What changed since somebody signed; null for nothing. @param outdated their signatures from before */
  readonly changes: (outdated: readonly Sign[], language: Language) => ReactNode;
}
