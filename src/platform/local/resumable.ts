import { DetailedError, Upload } from "tus-js-client";

/** Bytes that are read as they are sent. A `Blob` is one. */
export interface Source {
  readonly size: number;
  readonly slice: (first: number, end: number) => Blob | Promise<Blob>;
}

/** An upload that goes on where it was cut off. */
export interface Resumable {
  /** Where uploads are created. */
  readonly endpoint: string;
  readonly body: Source;
  readonly metadata: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Where it is if an earlier try began it: known beforehand. Asked first, how far it came. */
  readonly address: string;
  readonly signal: AbortSignal;
  /** Without a byte for so long, in milliseconds, the try is given up. */
  readonly patience: number;
}

/**
 * How a try ended: all bytes are there, or the status of the refusal (0: nobody answered) and its words, if
 * they are ours.
 */
export type Sent =
  | { readonly is: "sent" }
  | { readonly is: "refused"; readonly status: number; readonly code: string; readonly why: string };

/**
 * Bytes of one request: a link that drops every minute still gets on, where a server counts only whole
 * requests.
 */
const PIECE = 2 * 1024 * 1024;

/**
 * Sends all of it, or says why not. Having sent it says nothing about whether it is stored: that is for a
 * receipt to say.
 *
 */
export function sendResumable({
  endpoint,
  body,
  metadata,
  headers,
  address,
  signal,
  patience,
}: Resumable): Promise<Sent> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (result: Sent) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(result);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stop(), patience);
    };
    const upload = new Upload(body as Blob, {
      endpoint,
      uploadUrl: address,
      metadata: { ...metadata },
      headers: { ...headers },
      chunkSize: PIECE,
      fileReader: {
        openFile: async () => ({
          size: body.size,
          slice: async (first, end) => ({
            value: await body.slice(first, Math.min(end, body.size)),
            done: end >= body.size,
          }),
          close: () => {},
        }),
      },
      // Whoever calls has a queue and its patience; nothing is remembered outside the database.
      retryDelays: null,
      storeFingerprintForResuming: false,
      removeFingerprintOnSuccess: false,
      onUploadUrlAvailable: wait,
      onProgress: wait,
      onSuccess: () => end({ is: "sent" }),
      onError: (error) => end(refusalOf(error)),
    });
    const stop = () => {
      upload.abort(false).then(
        () => end(NOBODY),
        () => end(NOBODY),
      );
    };
    if (signal.aborted) return end(NOBODY);
    signal.addEventListener("abort", stop);
    wait();
    upload.start();
  });
}

const NOBODY = { is: "refused", status: 0, code: "", why: "" } as const;

function refusalOf(error: Error): Sent {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response) return NOBODY;
  const said = { code: "", why: "" };
  try {
    const body = JSON.parse(response.getBody()) as { plumbline?: number; code?: string; why?: string } | null;
    if (body?.plumbline === 1) Object.assign(said, { code: body.code ?? "", why: body.why ?? "" });
  } catch {
    // Not ours, or a HEAD, which has no words.
  }
  return { is: "refused", status: response.getStatus(), ...said };
}
