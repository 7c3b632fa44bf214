import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../../errors/app-error.ts";

/** A file from a form, written to this machine. */
export interface Upload {
  /** The sender's file name, without folders; at most 200 characters. */
  readonly name: string;
  readonly bytes: number;
}

const MAX_HEAD = 16 * 1024;

/**
 * How much of a refused file is read and discarded. A browser that is still sending shows a broken connection
 * instead of the answer, so a file that is too large is read to its end before it is refused.
 */
const MOST_DISCARDED = 64 * 1024 * 1024;

const BREAK = Buffer.from("\r\n\r\n");

/**
 * Streams the file of a posted form (`multipart/form-data`) to a local path: memory does not grow with it.
 * Ignores other fields.
 * @param options.field name of the file's field
 * @param options.most bytes of the file
 * @returns the upload; "none" if no file was chosen or the body is no such form, "too large" beyond `most`
 * @throws AppError invalid if the upload breaks off
 */
export async function receiveFile(
  request: Request,
  target: string,
  { field, most }: { readonly field: string; readonly most: number },
): Promise<Upload | "none" | "too large"> {
  const boundary = boundaryOf(request);
  if (!boundary || !request.body) return "none";
  const mark = Buffer.from(`\r\n--${boundary}`);
  const file = await open(target, "w");
  let name: string | undefined;
  let bytes = 0;
  try {
    for await (const part of partsOf(request.body, mark)) {
      if (part.field !== field) continue;
      if (part.piece === undefined) name ??= fileName(part.head);
      else if (name !== undefined) {
        bytes += part.piece.length;
        if (bytes > most + MOST_DISCARDED) return "too large";
        if (bytes <= most) await file.writeFile(part.piece);
      }
    }
  } finally {
    await file.close();
  }
  if (bytes > most) return "too large";
  return name && bytes > 0 ? { name, bytes } : "none";
}

/** A file among several, written to this machine. */
export interface UploadInFolder extends Upload {
  readonly path: string;
}

/**
 * Like receiveFile(), for a field that takes several files. Each is written to `folder` under its number.
 * @param options.most bytes of each
 * @param options.mostFiles how many at once
 * @param options.texts gets the form's other fields by name, each cut off at 16 KB
 * @returns the uploads in order, without empty files
 * @throws AppError invalid if the upload breaks off
 */
export async function receiveFiles(
  request: Request,
  folder: string,
  {
    field,
    most,
    mostFiles,
    texts,
  }: {
    readonly field: string;
    readonly most: number;
    readonly mostFiles: number;
    readonly texts?: Map<string, string>;
  },
): Promise<readonly UploadInFolder[] | "too large" | "too many"> {
  const boundary = boundaryOf(request);
  if (!boundary || !request.body) return [];
  const found: UploadInFolder[] = [];
  let refused: "too large" | "too many" | undefined;
  let discarded = 0;
  let current: { file: FileHandle; path: string; name: string; bytes: number } | undefined;
  let typed: { field: string; pieces: Buffer[]; bytes: number } | undefined;
  const close = async () => {
    if (typed) texts?.set(typed.field, Buffer.concat(typed.pieces).toString("utf8"));
    typed = undefined;
    if (!current) return;
    const { file, ...upload } = current;
    current = undefined;
    await file.close();
    if (upload.bytes > 0) found.push(upload);
  };
  try {
    for await (const part of partsOf(request.body, Buffer.from(`\r\n--${boundary}`))) {
      if (part.piece === undefined) {
        await close();
        const name = part.field === field ? fileName(part.head) : undefined;
        if (texts && !/\bfilename="/.test(part.head)) typed = { field: part.field, pieces: [], bytes: 0 };
        if (!name) continue;
        if (found.length === mostFiles) refused ??= "too many";
        if (refused) continue;
        const target = path.join(folder, String(found.length));
        current = { file: await open(target, "w"), path: target, name, bytes: 0 };
      } else if (typed) {
        // A piece is a view of a buffer that is read on.
        if (typed.bytes < MAX_HEAD) typed.pieces.push(Buffer.from(part.piece));
        typed.bytes += part.piece.length;
      } else if (current && part.field === field) {
        current.bytes += part.piece.length;
        if (current.bytes > most) refused ??= "too large";
        if (!refused) await current.file.writeFile(part.piece);
      }
      if (refused && part.piece && (discarded += part.piece.length) > MOST_DISCARDED) return refused;
    }
    await close();
    return refused ?? found;
  } finally {
    await current?.file.close();
  }
}

function boundaryOf(request: Request): string | undefined {
  const found = /^multipart\/form-data;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    request.headers.get("content-type") ?? "",
  );
  return found?.[1] ?? found?.[2];
}

type Part =
  | { readonly field: string; readonly head: string; readonly piece?: undefined }
  | { readonly field: string; readonly piece: Buffer };

/** The parts of a form as they arrive: the head of each, then its content in chunks. */
async function* partsOf(body: AsyncIterable<Uint8Array>, mark: Buffer): AsyncGenerator<Part> {
  // The first boundary has no line end before it.
  let rest: Buffer = Buffer.from("\r\n");
  let field: string | undefined;
  let inHead = false;
  for await (const chunk of body) {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      if (inHead) {
        if (rest.subarray(0, 2).equals(Buffer.from("--"))) return;
        const end = rest.indexOf(BREAK);
        if (end < 0 && rest.length > MAX_HEAD) throw brokenOff();
        if (end < 0) break;
        const head = rest.toString("utf8", 0, end);
        rest = rest.subarray(end + BREAK.length);
        field = /\bname="([^"]*)"/.exec(head)?.[1] ?? "";
        inHead = false;
        yield { field, head };
      }
      const at = rest.indexOf(mark);
      // The end of the buffer may be the beginning of a boundary.
      const safeLength = at < 0 ? rest.length - mark.length : at;
      if (field !== undefined && safeLength > 0) yield { field, piece: rest.subarray(0, safeLength) };
      if (at < 0) {
        if (safeLength > 0) rest = rest.subarray(safeLength);
        break;
      }
      rest = rest.subarray(at + mark.length);
      inHead = true;
    }
  }
  if (!(inHead && rest.subarray(0, 2).equals(Buffer.from("--")))) throw brokenOff();
}

const brokenOff = () =>
  new AppError("invalid", "The file didn’t arrive complete. Nothing was saved. Please send it again.");

function fileName(head: string): string | undefined {
  const quoted = /\bfilename="((?:[^"\\]|\\.)*)"/.exec(head)?.[1];
  return quoted
    ?.replaceAll("%22", '"')
    .replace(/^.*[\\/]/, "")
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .toWellFormed()
    .trim()
    .slice(0, 200);
}
