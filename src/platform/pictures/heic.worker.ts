import { parentPort, workerData } from "node:worker_threads";
import decode from "heic-decode";

// One photo per thread: only ending the thread frees the decoder's memory, which never shrinks.
const { bytes } = workerData as { bytes: Uint8Array };
const { width, height, data } = await decode({ buffer: bytes });
const pixels = new Uint8Array(data);
parentPort!.postMessage({ width, height, pixels }, [pixels.buffer]);
