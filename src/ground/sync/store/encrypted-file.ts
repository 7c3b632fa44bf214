const MAGIC = new TextEncoder().encode("PLUMBLN1");
const ITERATIONS = 600_000;
const PIECE = 1024 * 1024;
const TAG = 16;

/** A file can't be read. The message is shown to the person who chose it. */
export class UnsentFileError extends Error {
  override readonly name = "UnsentFileError";
  readonly why: "passphrase" | "damaged" | "other-file" | "newer" | "somebody-else";
  constructor(why: UnsentFileError["why"], words: string) {
    super(words);
    this.why = why;
  }
}

interface Head {
  readonly salt: string;
  readonly prefix: string;
  readonly iterations: number;
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const ofBase64 = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

async function deriveKey(passphrase: string, { salt, iterations }: Head): Promise<CryptoKey> {
  const words = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(passphrase.normalize("NFKC")),
    "PBKDF2",
    false,
    ["deriveKey"],
  );
  const how = { name: "PBKDF2", hash: "SHA-256", salt: ofBase64(salt), iterations };
  return await crypto.subtle.deriveKey(how, words, { name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
}

/**
 * The nonce includes the piece's number and whether it is the last, so pieces can't be dropped, reordered or
 * cut off unnoticed.
 */
function gcm({ prefix }: Head, headBytes: Uint8Array, index: number, isLast: boolean) {
  const iv = new Uint8Array(12);
  iv.set(ofBase64(prefix));
  new DataView(iv.buffer).setUint32(8, index);
  const additionalData = new Uint8Array(headBytes.length + 1);
  additionalData.set(headBytes);
  additionalData[headBytes.length] = isLast ? 1 : 0;
  return { name: "AES-GCM", iv, additionalData };
}

function uint32(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Encrypts a stream piece by piece, so that many photos are never in memory together. */
export async function seal(parts: AsyncIterable<Uint8Array<ArrayBuffer>>, passphrase: string): Promise<Blob> {
  const random = (length: number) => base64(crypto.getRandomValues(new Uint8Array(length)));
  const head: Head = { salt: random(16), prefix: random(8), iterations: ITERATIONS };
  const headBytes = new TextEncoder().encode(JSON.stringify(head));
  const key = await deriveKey(passphrase, head);
  const sealed: Blob[] = [];
  let index = 0;
  const sealPiece = async (piece: Uint8Array<ArrayBuffer>, isLast: boolean) => {
    const bytes = await crypto.subtle.encrypt(gcm(head, headBytes, index++, isLast), key, piece);
    // One blob each, which the browser may store on disk.
    sealed.push(new Blob([uint32(bytes.byteLength), bytes]));
  };
  // An empty first piece distinguishes a wrong passphrase from a damaged file.
  await sealPiece(new Uint8Array(), false);
  const opening = new Uint8Array(await sealed[0]!.arrayBuffer());
  const sum = new Uint8Array(
    await crypto.subtle.digest("SHA-256", await new Blob([MAGIC, headBytes, opening]).arrayBuffer()),
  );
  const rest = new Uint8Array(PIECE);
  let filled = 0;
  for await (const part of parts)
    for (let at = 0; at < part.length;) {
      if (filled === PIECE) {
        await sealPiece(rest, false);
        filled = 0;
      }
      const some = part.subarray(at, at + PIECE - filled);
      rest.set(some, filled);
      filled += some.length;
      at += some.length;
    }
  await sealPiece(rest.subarray(0, filled), true);
  return new Blob([MAGIC, uint32(headBytes.length), headBytes, sum, ...sealed], {
    type: "application/octet-stream",
  });
}

const damaged = () => new UnsentFileError("damaged", "This file is damaged or incomplete.");

/** Decrypts a file in pieces. Throws `UnsentFileError` at the first piece that can't be read. */
export async function* unseal(file: Blob, passphrase: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let position = 0;
  const read = async (length: number) => {
    if (position + length > file.size) throw damaged();
    const bytes = new Uint8Array(await file.slice(position, position + length).arrayBuffer());
    position += length;
    return bytes;
  };
  const readLength = async () => {
    const bytes = await read(4);
    const length = new DataView(bytes.buffer).getUint32(0);
    if (length > PIECE + TAG) throw damaged();
    return length;
  };
  const magic = file.size < MAGIC.length ? null : new TextDecoder().decode(await read(MAGIC.length));
  if (!magic?.startsWith("PLUMBLN"))
    throw new UnsentFileError(
      "other-file",
      "That’s not a file of unsent work. Choose one that ends in .plumbline.",
    );
  if (magic !== "PLUMBLN1")
    throw new UnsentFileError(
      "newer",
      "This file was made by a newer version. Reload the page, then try again.",
    );
  const headBytes = await read(await readLength());
  const sum = await read(32);
  const opening = await read(4 + TAG);
  const counted = new Uint8Array(
    await crypto.subtle.digest("SHA-256", await new Blob([MAGIC, headBytes, opening]).arrayBuffer()),
  );
  if (counted.some((one, at) => one !== sum[at])) throw damaged();
  const head = JSON.parse(new TextDecoder().decode(headBytes)) as Head;
  // A malicious file could demand endless key derivation, so cap it at ten times ours.
  if (!(head.iterations > 0 && head.iterations <= 10 * ITERATIONS)) throw damaged();
  const key = await deriveKey(passphrase, head);
  try {
    await crypto.subtle.decrypt(gcm(head, headBytes, 0, false), key, opening.slice(4));
  } catch {
    throw new UnsentFileError("passphrase", "This passphrase doesn’t open the file.");
  }
  for (let index = 1; ; index++) {
    const bytes = await read(await readLength());
    const isLast = position === file.size;
    let piece: ArrayBuffer;
    try {
      piece = await crypto.subtle.decrypt(gcm(head, headBytes, index, isLast), key, bytes);
    } catch {
      throw damaged();
    }
    yield new Uint8Array(piece);
    if (isLast) return;
  }
}
