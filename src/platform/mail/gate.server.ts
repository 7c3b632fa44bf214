import { Readable } from "node:stream";

/** A message on its way out, whose end is let go only when it may be. */
export interface GatedMessage {
  readonly stream: Readable;
  /** Whether anything of it was read: the server had accepted sender and recipient. */
  readonly started: boolean;
  /** Whether the end was let go. From then on the server may have accepted the message; before, it can't have. */
  readonly opened: boolean;
}

/**
 * Bytes kept back with the end. Most messages are shorter, so nothing of them leaves early and they leave in one write; of one with
 * large attachments only the last part waits. It also means that a server that takes a cut connection for an end has a torso.
 */
const HELD_BACK = 64 * 1024;
const PIECE = 64 * 1024;

/**
 * A stream of `message` that stops short of its end until `open` says yes. If it says no, fails, or the stream is destroyed while it
 * is thinking, the stream is destroyed and never ends.
 *
 * That this holds back the final dot rests on nodemailer's smtp-connection (read at 10.6.0): `send` pipes the stream into its
 * DataStream, which writes the dot in `_flush`, which runs only after the source's `end` event; a destroyed source emits `close` and
 * no `end`; and `connection.close()` unpipes from the socket before it closes that. smtp-pool is not used: it sends a message again
 * over a new connection by itself when one breaks, and what it would read the second time is a stream that was already read.
 */
export function gateMessage(message: Buffer, open: () => Promise<boolean>): GatedMessage {
  const free = Math.max(0, message.length - HELD_BACK);
  let at = 0;
  let asked = false;
  const state = { started: false, opened: false };
  const stream = new Readable({
    read() {
      state.started = true;
      if (at < free) {
        const piece = message.subarray(at, Math.min(at + PIECE, free));
        at += piece.length;
        this.push(piece);
      } else if (!asked) {
        asked = true;
        open().then(
          (may) => {
            // A connection that broke in the meantime has destroyed the stream; then nothing went out and `opened` stays false.
            if (this.destroyed) return;
            if (!may) return void this.destroy(new Error("the message is no longer ours to send"));
            state.opened = true;
            this.push(message.subarray(free));
            this.push(null);
          },
          (error: Error) => this.destroy(error),
        );
      }
    },
  });
  return {
    stream,
    get started() {
      return state.started;
    },
    get opened() {
      return state.opened;
    },
  };
}
