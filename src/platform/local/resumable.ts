import { DetailedError, Upload } from "tus-js-client";

/** An upload that goes on where it was cut off. */
export interface Resumable {
  /** Where uploads are created. */
  readonly endpoint: string;
  readonly body: Blob;
  readonly metadata: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The address an earlier try was given. */
  readonly address: string | null;
  /** Told the address as soon as there is one, to be kept for the next try. */
  readonly named: (address: string) => void;
  readonly signal: AbortSignal;
  /** Without a byte for so long, in milliseconds, the try is given up. */
  readonly patience: number;
}

/** Bytes of one request: a link that drops every minute still gets on, where a server counts only whole requests. */
const PIECE = 8 * 1024 * 1024;

/**
 * Sends all of it, or says why not. Having sent it says nothing about whether it is stored: that is for a receipt to say.
 *
 * @returns "sent", or the status that the server refused it with; 0 where nobody answered
 */
export function sendResumable({
  endpoint,
  body,
  metadata,
  headers,
  address,
  named,
  signal,
  patience,
}: Resumable): Promise<"sent" | number> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (result: "sent" | number) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(result);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stop(), patience);
    };
    const upload: Upload = new Upload(body, {
      endpoint,
      uploadUrl: address,
      metadata: { ...metadata },
      headers: { ...headers },
      chunkSize: PIECE,
      // Whoever calls has a queue and its patience; nothing is remembered outside the database.
      retryDelays: null,
      storeFingerprintForResuming: false,
      removeFingerprintOnSuccess: false,
      onUploadUrlAvailable: () => {
        wait();
        if (upload.url) named(upload.url);
      },
      onProgress: wait,
      onSuccess: () => end("sent"),
      onError: (error) => end(error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0),
    });
    const stop = () => {
      upload.abort(false).then(
        () => end(0),
        () => end(0),
      );
    };
    if (signal.aborted) return end(0);
    signal.addEventListener("abort", stop);
    wait();
    upload.start();
  });
}
