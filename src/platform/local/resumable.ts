import { DetailedError, Upload } from "tus-js-client";

/** Bytes that are read while sending, such as a `Blob`. */
export interface Source {
  readonly size: number;
  readonly slice: (first: number, end: number) => Blob | Promise<Blob>;
}

export interface Resumable {
  /** Where uploads are created. */
  readonly endpoint: string;
  readonly body: Source;
  readonly metadata: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The upload's URL, known beforehand. Asked first for how far an earlier attempt came. */
  readonly address: string;
  readonly signal: AbortSignal;
  /** An attempt without a byte for this long (ms) is given up. */
  readonly patience: number;
}

/**
 * The result of an attempt: all bytes sent, or the refusal's status (0: no response) and our own message, if
 * any.
 */
export type Sent =
  | { readonly is: "sent" }
  | { readonly is: "refused"; readonly status: number; readonly code: string; readonly why: string };

/**
 * Bytes per request: a server may count only complete requests, and a link that drops every minute must still
 * make progress.
 */
const CHUNK_BYTES = 2 * 1024 * 1024;

/** Sends all bytes, or returns why not. Sent does not mean stored: only a receipt confirms that. */
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
      chunkSize: CHUNK_BYTES,
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
      // The caller has a queue and its own retries; progress is stored only in the database.
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
        () => end(NO_RESPONSE),
        () => end(NO_RESPONSE),
      );
    };
    if (signal.aborted) return end(NO_RESPONSE);
    signal.addEventListener("abort", stop);
    wait();
    upload.start();
  });
}

const NO_RESPONSE = { is: "refused", status: 0, code: "", why: "" } as const;

function refusalOf(error: Error): Sent {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response) return NO_RESPONSE;
  const refusal = { code: "", why: "" };
  try {
    const body = JSON.parse(response.getBody()) as { plumbline?: number; code?: string; why?: string } | null;
    if (body?.plumbline === 1) Object.assign(refusal, { code: body.code ?? "", why: body.why ?? "" });
  } catch {
    // Not our response, or one to HEAD, which has no body.
  }
  return { is: "refused", status: response.getStatus(), ...refusal };
}
