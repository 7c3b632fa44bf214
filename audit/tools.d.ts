// The parts of the two tools that we call. They are installed on demand, so their own types may be missing at
// type check.

declare module "lighthouse" {
  export interface LighthouseResult {
    readonly categories: Readonly<
      Record<
        string,
        { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }
      >
    >;
    readonly audits: Readonly<
      Record<
        string,
        { readonly score: number | null; readonly title: string; readonly numericValue?: number }
      >
    >;
    readonly runtimeError?: { readonly code: string; readonly message: string };
  }
  export default function lighthouse(
    url: string,
    flags: object,
  ): Promise<{ readonly lhr: LighthouseResult } | undefined>;
}

declare module "@mdn/mdn-http-observatory/src/retriever/retriever.js" {
  export interface Retrieved {
    readonly responses: { readonly auto: { readonly status: number } | null };
  }
  export function retrieve(
    hostname: string,
    options: { httpPort: number; httpsPort: number; path: string },
  ): Promise<Retrieved>;
}

declare module "@mdn/mdn-http-observatory/src/constants.js" {
  import type { Retrieved } from "@mdn/mdn-http-observatory/src/retriever/retriever.js";
  export const ALL_TESTS: readonly ((retrieved: Retrieved) => {
    readonly result: string | null;
    readonly pass: boolean;
  })[];
}

declare module "@mdn/mdn-http-observatory/src/grader/grader.js" {
  export function getGradeForScore(score: number): { readonly score: number; readonly grade: string };
  export function getScoreModifier(result: string): number;
}

declare module "@mdn/mdn-http-observatory/src/grader/charts.js" {
  export const MINIMUM_SCORE_FOR_EXTRA_CREDIT: number;
}
