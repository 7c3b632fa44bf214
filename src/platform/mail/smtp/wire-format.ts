const LF = 10;
const CR = 13;
const DOT = 46;
const END = Buffer.from(".\r\n");
const LINE_AND_END = Buffer.from("\r\n.\r\n");

/**
 * A message in SMTP form: CRLF lines, a dot at the start of a line doubled, and the final dot (RFC 5321,
 * 4.5.2).
 */
export function toWireFormat(message: Buffer): Buffer {
  const lines = isReady(message) ? message : prepared(message);
  const ended = lines.length > 1 && lines[lines.length - 1] === LF && lines[lines.length - 2] === CR;
  return Buffer.concat([lines, ended ? END : LINE_AND_END]);
}

/** Whether a message, like nearly all, has CRLF lines only and none that begins with a dot. */
function isReady(message: Buffer): boolean {
  if (message[0] === DOT) return false;
  let ends = 0;
  for (let at = message.indexOf(LF); at >= 0; at = message.indexOf(LF, at + 1)) {
    if (message[at - 1] !== CR || message[at + 1] === DOT) return false;
    ends++;
  }
  for (let at = message.indexOf(CR); at >= 0; at = message.indexOf(CR, at + 1)) ends--;
  return ends === 0;
}

// latin1 maps each byte to one character and back without loss.
function prepared(message: Buffer): Buffer {
  const lines = message.toString("latin1").split(/\r\n|\r|\n/);
  return Buffer.from(lines.map((line) => (line.startsWith(".") ? `.${line}` : line)).join("\r\n"), "latin1");
}
