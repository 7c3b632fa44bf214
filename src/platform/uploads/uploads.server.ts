import type { IncomingMessage, ServerResponse } from "node:http";
import { Server, type Upload } from "@tus/server";
import { AppError, toAppError } from "../errors/app-error.ts";
import { reportUnknownError } from "../http/answers.server.ts";
import { type Begun, isUploadName, UploadFiles } from "./upload-files.server.ts";

/** Why an upload is refused: a message for its sender, and a code for the program that sends. */
export class UploadRefused extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: number | undefined;
  constructor(status: number, code: string, why: string, retryAfter?: number) {
    super(why);
    this.name = "UploadRefused";
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Who may upload, and where uploads go. `Sender`: the signed-in person, from `admit`. */
export interface UploadHandler<Sender> {
  /** The path where uploads begin, such as `/account/media/uploads`. */
  readonly path: string;
  /** Absolute path of the folder for unfinished bytes. */
  readonly folder: string;
  /**
   * Authenticates the sender.
   * @throws UploadRefused
   */
  admit(request: Request): Promise<Sender>;
  /**
   * The internal name of an upload, which senders don't see. It belongs to its sender: only they can ask
   * about it, continue it, or remove it.
   * @param address the last part of its URL
   * @throws UploadRefused if it can't be theirs
   */
  keptAs(sender: Sender, address: string): string;
  /** The last part of the URL of an upload with this name. */
  addressOf(id: string): string;
  /**
   * Checks an announced upload, before any of its bytes.
   * @returns its internal name and its metadata
   * @throws UploadRefused
   */
  begin(
    sender: Sender,
    told: { readonly size: number; readonly notes: Readonly<Record<string, string>> },
  ): Promise<{ id: string; notes: Record<string, string> }>;
  /** Size of the file already stored under this name (bytes), or undefined. */
  held(sender: Sender, id: string): Promise<number | undefined>;
  /** Whether the upload still has an owner. */
  isWanted(id: string): Promise<boolean>;
  /**
   * Stores a complete upload permanently. The sender gets its errors; unless an error may be temporary, the
   * bytes are deleted. May be called again for the same upload.
   */
  finish(upload: Begun): Promise<void>;
}

export interface Uploads {
  answer(incoming: IncomingMessage, outgoing: ServerResponse, url: URL): Promise<void>;
  /**
   * Finishes complete uploads, removes those older than `days` or without an owner.
   * @returns how many of each
   */
  sweep(now: Temporal.Instant, days: number): Promise<{ finished: number; removed: number }>;
  readonly kept: UploadFiles;
}

const LENGTH = /^\d{1,15}$/;

/** Creates the upload endpoint. */
export function openUploads<Sender>(handler: UploadHandler<Sender>): Uploads {
  const files = new UploadFiles(handler.folder);
  const senders = new WeakMap<IncomingMessage, Sender>();
  const senderOf = (request: { runtime?: unknown }): Sender => {
    const { node } = request.runtime as { node: { req: IncomingMessage } };
    return senders.get(node.req)!;
  };

  // The last chunk and a HEAD request may come at the same time: store the file once.
  const finishing = new Map<string, Promise<void>>();
  function finish(id: string): Promise<void> {
    const under = finishing.get(id) ?? finishNow(id).finally(() => finishing.delete(id));
    finishing.set(id, under);
    return under;
  }
  async function finishNow(id: string): Promise<void> {
    const upload = await files.find(id);
    if (!upload || upload.offset < upload.size) return;
    try {
      await handler.finish(upload);
    } catch (error) {
      // A refusal is final, or asks for the bytes again: if left here, a second attempt would learn that
      // everything has arrived.
      if (error instanceof UploadRefused && error.status < 500) await files.forget(id);
      throw error;
    }
    await files.forget(id);
  }

  const server = new Server({
    path: handler.path,
    datastore: files,
    relativeLocation: true,
    // Same-origin only (see same-origin.server.ts): no response is meant for another site.
    allowedOrigins: [],
    getFileIdFromRequest: (request, last) =>
      last && isUploadName(last) ? handler.keptAs(senderOf(request), last) : undefined,
    generateUrl: (_request, { path, id }) => `${path}/${handler.addressOf(id)}`,
    namingFunction: async (request, metadata) => {
      const length = request.headers.get("upload-length") ?? "";
      if (!LENGTH.test(length) || Number(length) === 0)
        throw refusal(400, "invalid", "A file has to state its length and can’t be empty.");
      const entries = Object.entries(metadata ?? {}).flatMap(([name, value]): [string, string][] =>
        value === null ? [] : [[name, value]],
      );
      const { id, notes } = await handler.begin(senderOf(request), {
        size: Number(length),
        notes: Object.fromEntries(entries),
      });
      for (const name of Object.keys(metadata ?? {})) delete metadata![name];
      Object.assign(metadata!, notes);
      return id;
    },
    onUploadFinish: async (request, upload: Upload) => {
      await finish(upload.id);
      // Another chunk of the same file may have ended it meanwhile, with a refusal.
      if ((await handler.held(senderOf(request), upload.id)) === undefined)
        throw refusal(404, "not_found", "That upload doesn’t exist. Start again.");
      return {};
    },
    onResponseError: (_request, error) => errorResponse(error),
  });

  function errorResponse(error: unknown): { status_code: number; body: string } {
    const { status_code: status } = error as { status_code?: number };
    if (status === 409)
      return responseOf(refusal(409, "offset", "That’s not where the upload left off. Ask for its offset."));
    if (status === 404 || status === 410)
      return responseOf(refusal(404, "not_found", "That upload doesn’t exist. Start again."));
    // A protocol feature that we don't offer, such as a deferred length.
    if (status === 501)
      return responseOf(
        refusal(400, "invalid", "This kind of upload isn’t supported. Give the length and send one file."),
      );
    if (status === 413)
      return responseOf(refusal(413, "too_large", "More was sent than announced. Start again."));
    if (status !== undefined && status < 500)
      return responseOf(refusal(status, "invalid", "We can’t read this upload."));
    return responseOf(refused(error));
  }

  return {
    kept: files,
    async answer(incoming, outgoing, url) {
      try {
        if (!["HEAD", "POST", "PATCH", "DELETE", "OPTIONS"].includes(incoming.method ?? ""))
          throw refusal(405, "invalid", "Page not found.");
        const headers = new Headers(
          Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          ),
        );
        const sender = await handler.admit(new Request(url, { method: incoming.method ?? "HEAD", headers }));
        senders.set(incoming, sender);
        const address = url.pathname.slice(handler.path.length + 1);
        if (address !== "") {
          if (!isUploadName(address))
            throw refusal(404, "not_found", "That upload doesn’t exist. Start again.");
          const id = handler.keptAs(sender, address);
          // Report it as complete only once it is stored.
          if (incoming.method === "HEAD" || incoming.method === "PATCH") {
            await finish(id);
            const bytes = await handler.held(sender, id);
            if (bytes !== undefined) {
              await files.forget(id);
              return sendComplete(incoming, outgoing, bytes);
            }
          }
        }
        await server.handle(incoming, outgoing);
      } catch (error) {
        const { status, code, message, retryAfter } = refused(error);
        outgoing.writeHead(status, {
          "Content-Type": "application/json; charset=utf-8",
          "Cache-Control": "no-store",
          "Tus-Resumable": "1.0.0",
          ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
        });
        outgoing.end(
          incoming.method === "HEAD" ? undefined : JSON.stringify({ plumbline: 1, code, why: message }),
        );
      }
    },
    async sweep(now, days) {
      let finished = 0;
      let removed = 0;
      for (const id of await files.names()) {
        const upload = await files.find(id);
        const isWanted = upload !== undefined && (await handler.isWanted(id));
        if (isWanted && upload.offset >= upload.size) {
          // A failure must not block the other uploads; a permanently refused one is gone.
          await finish(id).then(
            () => finished++,
            () => undefined,
          );
          continue;
        }
        const since = upload?.begunAt ?? (await files.touchedAt(id));
        if ((isWanted || !upload) && Temporal.Instant.compare(since, now.subtract({ hours: 24 * days })) >= 0)
          continue;
        await files.forget(id);
        removed++;
      }
      return { finished, removed };
    },
  };
}

/** Reports that everything has arrived, for a sender that lost our response. */
function sendComplete(incoming: IncomingMessage, outgoing: ServerResponse, bytes: number): void {
  incoming.resume();
  outgoing.writeHead(incoming.method === "HEAD" ? 200 : 204, {
    "Tus-Resumable": "1.0.0",
    "Upload-Offset": String(bytes),
    "Upload-Length": String(bytes),
    "Cache-Control": "no-store",
  });
  outgoing.end();
}

const refusal = (status: number, code: string, why: string) => new UploadRefused(status, code, why);

function refused(error: unknown): UploadRefused {
  if (error instanceof UploadRefused) return error;
  const failure: AppError = toAppError(error);
  if (failure.code === "internal") reportUnknownError(failure.cause);
  return new UploadRefused(failure.status, failure.code, failure.message, failure.retryAfter);
}

const responseOf = ({ status, code, message }: UploadRefused) => ({
  status_code: status,
  body: JSON.stringify({ plumbline: 1, code, why: message }),
});
