import { parentPort, workerData } from "node:worker_threads";
import decode from "heic-decode";

// One photo, then the thread ends, and with it what the decoder held: its memory never shrinks by itself.
const { bytes } = workerData as { bytes: Uint8Array };
const { width, height, data } = await decode({ buffer: bytes });
const pixels = new Uint8Array(data);
parentPort!.postMessage({ width, height, pixels }, [pixels.buffer]);
