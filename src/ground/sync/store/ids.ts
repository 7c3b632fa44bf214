const hex = (bytes: Uint8Array) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");

let [lastAt, sequence] = [0, 0];

/** Makes a new UUIDv7. Ids of one page grow, even within one millisecond or when the clock is set back. */
export function newLocalId(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  if (now > lastAt) [lastAt, sequence] = [now, (bytes[6]! & 0x07) * 256 + bytes[7]!];
  else if (++sequence > 0xfff) [lastAt, sequence] = [lastAt + 1, 0];
  for (let at = 0; at < 6; at++) bytes[at] = Math.floor(lastAt / 256 ** (5 - at)) % 256;
  bytes[6] = 0x70 | (sequence >> 8);
  bytes[7] = sequence & 0xff;
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const digits = hex(bytes);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join("-");
}

/** Returns SHA-256 in hex, as `Command.media` names an original. */
export async function sha256Of(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
