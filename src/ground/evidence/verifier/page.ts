import { openZip } from "#platform/archive/read-zip.ts";
import { type Checked, type Checks, intactMessage, type Problem } from "../verify/findings.ts";
import { fromHex, toHex, verifyExport } from "../verify/verify.ts";

// The verifier page inside every export. It is opened from a disk, offline, possibly years from now, and
// makes no requests.

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const MOST_SHOWN = 50;

const checks: Checks = {
  sha256: async (bytes) => toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))),
  async isSigned(publicKey, signature, bytes) {
    try {
      const key = await crypto.subtle.importKey("raw", fromHex(publicKey), "Ed25519", false, ["verify"]);
      return await crypto.subtle.verify("Ed25519", key, fromHex(signature), bytes);
    } catch (error) {
      // An old browser without Ed25519 must say so instead of calling a good seal bad.
      if (error instanceof DOMException && error.name === "NotSupportedError") throw new TooOld();
      return false;
    }
  },
};

class TooOld extends Error {}

const file = byId<HTMLInputElement>("file");
const [drop, progress, answer, verdict] = [
  byId("drop"),
  byId<HTMLProgressElement>("progress"),
  byId("answer"),
  byId("verdict"),
];
let turn = 0;

async function check(chosen: File): Promise<void> {
  const mine = ++turn;
  answer.hidden = true;
  progress.hidden = false;
  progress.value = 0;
  let show: () => void;
  try {
    const zip = await openZip(chosen);
    const checked = await verifyExport({ ...zip, zip }, checks, (share) => {
      if (mine === turn) progress.value = share;
    });
    show = () => showChecked(checked, chosen.name);
  } catch (error) {
    show = () =>
      error instanceof TooOld || !globalThis.crypto?.subtle
        ? showWords(
            "none",
            "This browser is too old to check signatures.",
            "Open this page in a browser from 2025 or later.",
          )
        : showWords(
            "bad",
            "This file can’t be read.",
            sentence(error instanceof Error ? error.message : "it’s damaged"),
          );
  }
  // Another file was chosen in the meantime.
  if (mine !== turn) return;
  progress.hidden = true;
  show();
  answer.dataset["turn"] = String(mine);
  answer.hidden = false;
  verdict.focus();
}

function showWords(is: "good" | "bad" | "none", words: string, summary: string): void {
  answer.dataset["is"] = is;
  verdict.textContent = words;
  byId("summary").textContent = summary;
  byId("problems").replaceChildren();
  byId("facts").replaceChildren();
}

function showChecked(checked: Checked, name: string): void {
  const { container, entries, sealedTo, late, erased, absent, withheld, madeAt, keys, seals } = checked;
  const problems = [...checked.problems, ...container];
  const shown = problems.slice(0, MOST_SHOWN);
  if (problems.length === 0) showWords("good", intactMessage(checked), `In ${name}.`);
  else if (checked.problems.length === 0)
    showWords("bad", intactMessage(checked), `In ${name}, around its files:`);
  else {
    const places = problems.length === 1 ? "1 place" : `${problems.length.toLocaleString("en-US")} places`;
    showWords(
      "bad",
      "This copy was altered.",
      `In ${name}, in ${places}${shown.length < problems.length ? `; the first ${MOST_SHOWN} are` : ""}:`,
    );
  }
  byId("problems").replaceChildren(
    ...shown.map((problem) => element("li", problem.words + formatPlace(problem))),
  );
  const facts: [string, string][] = [
    // In an altered copy we only know that the signature fits, not that everything it covers is intact.
    [checked.problems.length === 0 ? "Locks that check out" : "Locks with a valid signature", String(seals)],
    ["Locked up to", sealedTo > 0 ? `entry ${sealedTo}` : "nothing. Only this copy as a whole is signed"],
    ["Entries present", entries.toLocaleString("en-US")],
    ...(withheld > 0
      ? [
          [
            "About one matter",
            `the texts of ${withheld} other ${withheld === 1 ? "entry isn’t" : "entries aren’t"} in this copy. Their hashes are, and match`,
          ] as [string, string],
        ]
      : []),
    ...(madeAt ? [["Copy made", moment(madeAt)] as [string, string]] : []),
    ...keys.map((key): [string, string] => ["Signed with the key", key]),
    ...(late.length > 0
      ? [
          ["Late entries", `${late.join(", ")}: added after the lock, for an earlier time`] as [
            string,
            string,
          ],
        ]
      : []),
    ...erased.map((one): [string, string] => [
      "Erased",
      `${one.entries.length > 0 ? `${one.entries.length === 1 ? "entry" : "entries"} ${one.entries.join(", ")}` : "no entry"}${one.media.length > 0 ? `, ${one.media.length} ${one.media.length === 1 ? "photo" : "photos"}` : ""}, on ${moment(one.at)}. ${one.rule}.${one.kept
        .map((kept) => ` Entry ${kept.entry} was kept: ${kept.reason}, until ${moment(kept.until)}.`)
        .join("")}`,
    ]),
    ...absent.map((sha256): [string, string] => [
      "Not uploaded",
      `photo ${sha256.slice(0, 8)}…: hadn’t uploaded when this copy was made`,
    ]),
  ];
  byId("facts").replaceChildren(
    ...facts.flatMap(([term, words]) => [element("dt", term), element("dd", words)]),
  );
}

/** The location, unless the message already has it. */
const formatPlace = ({ words, file, line }: Problem) =>
  line
    ? ` (${file}, line ${line})`
    : words.includes(file) ||
        words.includes("the ZIP") ||
        words.startsWith("The ZIP") ||
        file.startsWith("media/")
      ? ""
      : ` (${file})`;
const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
const moment = (at: string) =>
  new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }) + " UTC";

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

file.addEventListener("change", () => {
  const chosen = file.files?.[0];
  if (chosen) void check(chosen);
});
for (const kind of ["dragenter", "dragover"] as const)
  addEventListener(kind, (event) => {
    event.preventDefault();
    drop.dataset["over"] = "";
  });
addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) delete drop.dataset["over"];
});
addEventListener("drop", (event) => {
  event.preventDefault();
  delete drop.dataset["over"];
  const chosen = event.dataTransfer?.files[0];
  if (chosen) void check(chosen);
});
