import { useLive } from "#platform/local/use-live.ts";
import type { Command } from "../rules.ts";
import { useStore } from "./hooks.tsx";
import type { LocalBlob } from "../store/local-tables.ts";

/** A change that the server refused. */
export interface RefusedChange {
  readonly command: Command;
  /** For people. */
  readonly why: string;
}

/** A photo or video that the server refused. */
export interface RefusedPhoto {
  readonly original: LocalBlob;
  /** For people. */
  readonly why: string;
  readonly preview: Blob | undefined;
}

const NO_WORDS = "The server can’t take this.";

/**
 * What the server refused of what was made here, until somebody removes it; undefined until it was looked up.
 */
export function useRefused():
  | { readonly changes: readonly RefusedChange[]; readonly photos: readonly RefusedPhoto[] }
  | undefined {
  const { tables } = useStore();
  return useLive(async () => {
    const [commands, originals] = await Promise.all([
      tables.outbox.where({ state: "refused" }).sortBy("order"),
      tables.blobs.where({ state: "refused" }).toArray(),
    ]);
    const previews = await tables.previews.bulkGet(originals.map(({ sha256 }) => sha256));
    return {
      changes: commands.map(({ command, refusal }) => ({ command, why: refusal?.why ?? NO_WORDS })),
      photos: originals.map((original, at) => {
        const small = previews[at];
        return {
          original,
          why: original.why ?? NO_WORDS,
          preview: small && new Blob([small.bytes], { type: small.type }),
        };
      }),
    };
  }, [tables]);
}
