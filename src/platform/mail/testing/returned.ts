import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDER = path.join(import.meta.dirname, "returned");

/** The original message of every fixture, and its recipient. */
export const OURS = {
  messageId: "<0198f1a0b1c27d3e8f405162738495a6.0198f1a0c2d37e4f90516273849506b7@plumbline.test>",
  recipient: "dana@client.test",
};

/** Returned emails, by name; written from the senders' documentation, without real people's data. */
export const RETURNED: readonly string[] = readdirSync(FOLDER).map((file) => path.basename(file, ".eml"));

/** One of them as raw email, about another message if given. */
export function returnedMail(
  name: string,
  { messageId, recipient }: { messageId?: string; recipient?: string } = {},
): Buffer {
  const text = readFileSync(path.join(FOLDER, `${name}.eml`), "latin1");
  return Buffer.from(
    text
      .replace(/\r?\n/g, "\r\n")
      .replaceAll(OURS.messageId, messageId ?? OURS.messageId)
      .replaceAll(OURS.messageId.slice(1, -1), messageId?.slice(1, -1) ?? OURS.messageId.slice(1, -1))
      .replaceAll(OURS.recipient, recipient ?? OURS.recipient),
    "latin1",
  );
}
