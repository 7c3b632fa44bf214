import { useLive } from "#platform/local/use-live.ts";
import type { Command } from "../rules.ts";
import { useStore } from "./hooks.tsx";
import type { LocalBlob } from "../store/local-tables.ts";

export interface RefusedChange {
  readonly command: Command;
  /** Shown to people. */
  readonly why: string;
}

export interface RefusedPhoto {
  readonly original: LocalBlob;
  /** Shown to people. */
  readonly why: string;
  readonly preview: Blob | undefined;
}

const NO_WORDS = "The server rejected this.";

/** Changes and photos the server refused, until someone removes them; undefined until loaded. */
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
