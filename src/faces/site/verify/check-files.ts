import type { Answer } from "./answers.ts";
import { hashOfBlob } from "./hash-file.ts";

// The script of /verify: hashes the files that a person picks or drops, and asks for each hash. Without it,
// the page takes a pasted hash.

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

const picker = byId<HTMLInputElement>("verify-file");
const [area, status, list] = [byId("verify-files"), byId("verify-status"), byId("verify-answers")];

const LOST = "We couldn’t reach the server, so these files aren’t checked. Try again in a moment.";
/** As many as the server answers at once. */
const AT_ONCE = 20;

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** The same markup as `AnswerItem` of the page. */
function show(item: HTMLElement, name: string, { kind, sha256, title, says, records }: Answer): void {
  item.dataset["kind"] = kind;
  item.replaceChildren(
    make("h2", "", title),
    make("p", "verify-name", name),
    ...says.map((text) => make("p", "", text)),
    ...records.map((facts) =>
      make("dl", "", ...facts.flatMap(([term, text]) => [make("dt", "", term), make("dd", "", text)])),
    ),
    make("p", "verify-hash", "SHA-256 ", make("code", "", sha256)),
  );
}

function fail(item: HTMLElement, name: string, why: string): void {
  item.dataset["kind"] = "failed";
  item.replaceChildren(make("h2", "", "Not checked"), make("p", "verify-name", name), make("p", "", why));
}

async function ask(hashes: readonly string[]): Promise<Answer[]> {
  const query = new URLSearchParams(hashes.map((sha256) => ["sha256", sha256]));
  const response = await fetch(`/api/verify?${query}`).catch(() => undefined);
  if (response?.status === 429) throw new Error(await response.text());
  const body = response?.ok ? ((await response.json()) as { readonly answers: Answer[] }) : undefined;
  if (!body) throw new Error(LOST);
  return body.answers;
}

interface Hashed {
  readonly file: File;
  readonly item: HTMLElement;
  readonly sha256: string;
}

let turn = 0;

async function check(files: readonly File[]): Promise<void> {
  const mine = ++turn;
  const items = files.map((file) => make("li", "verify-answer", make("p", "verify-name", file.name)));
  list.replaceChildren(...items);
  const hashed: Hashed[] = [];
  for (const [at, file] of files.entries()) {
    const count = files.length > 1 ? ` ${at + 1} of ${files.length}` : "";
    status.textContent = `Reading${count}…`;
    try {
      const sha256 = await hashOfBlob(file, (share) => {
        if (mine === turn) status.textContent = `Reading${count}: ${Math.round(share * 100)}%`;
      });
      hashed.push({ file, item: items[at]!, sha256 });
    } catch {
      fail(items[at]!, file.name, "Your browser couldn’t read this file. Save a copy and choose that.");
    }
    // Other files were chosen in the meantime.
    if (mine !== turn) return;
  }
  for (let from = 0; from < hashed.length; from += AT_ONCE) {
    const some = hashed.slice(from, from + AT_ONCE);
    try {
      const answers = new Map((await ask(some.map(({ sha256 }) => sha256))).map((one) => [one.sha256, one]));
      if (mine !== turn) return;
      for (const { file, item, sha256 } of some) {
        const answer = answers.get(sha256);
        if (answer) show(item, file.name, answer);
      }
    } catch (error) {
      if (mine !== turn) return;
      for (const { file, item } of some) fail(item, file.name, (error as Error).message);
    }
  }
  const originals = items.filter(({ dataset }) => dataset["kind"] === "original").length;
  status.textContent =
    items.length === 1 ? "Checked." : `Checked: ${originals} of ${items.length} are originals that we have.`;
}

function begin(): void {
  picker.disabled = false;
  picker.addEventListener("change", () => {
    const chosen = [...(picker.files ?? [])];
    if (chosen.length > 0) void check(chosen);
  });
  for (const kind of ["dragenter", "dragover"] as const)
    addEventListener(kind, (event) => {
      event.preventDefault();
      area.dataset["over"] = "";
    });
  addEventListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) delete area.dataset["over"];
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    delete area.dataset["over"];
    const dropped = [...(event.dataTransfer?.files ?? [])];
    if (dropped.length > 0) void check(dropped);
  });
}

// Not where another page happens to load it.
if (document.getElementById("verify-file")) begin();
