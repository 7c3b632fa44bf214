import { boundsOf, toSvg } from "#ground/signatures/public.server.ts";
import type { ShapeList, ShapeSignature } from "#trade/jobs/public.server.ts";

/** The largest a drawn signature gets, in points. */
const ROOM = { width: 190, height: 44 };

/** The names of the files of drawn signatures. */
function namesIn({ groups }: ShapeList): ReadonlyMap<ShapeSignature, string> {
  const drawn = groups
    .flatMap(({ items }) => items.flatMap(({ signature }) => signature ?? []))
    .filter(({ drawing }) => drawing !== null);
  return new Map(drawn.map((one, at) => [one, `signature-${at}.svg`]));
}

/** The files of the signatures that were drawn. */
export const signatureFiles = (list: ShapeList): Record<string, Uint8Array> =>
  Object.fromEntries(
    [...namesIn(list)].map(([{ drawing }, name]) => [name, new TextEncoder().encode(toSvg(drawing!))]),
  );

/** A signature for the template; null for none. @returns its size in points */
export function signaturesIn(list: ShapeList) {
  const names = namesIn(list);
  return (signature: ShapeSignature | undefined) => {
    if (!signature) return null;
    const { name, details, drawing } = signature;
    const box = drawing ? boundsOf(drawing) : null;
    const scale = box ? Math.min(ROOM.width / box.width, ROOM.height / box.height) : 0;
    return {
      ...{ name, details, file: names.get(signature) ?? null, alt: `Signature of ${name}` },
      ...{ width: (box?.width ?? 0) * scale, height: (box?.height ?? 0) * scale },
    };
  };
}
