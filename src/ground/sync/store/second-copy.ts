import { type LocalFolder, openFolder, removeFolder } from "#platform/local/folder.ts";
import type { Command } from "../rules.ts";
import type { LocalBlob, LocalDraft } from "./local-tables.ts";
import { type Original, originalOf } from "./originals.ts";

// A second copy of unsent work, in files that the browser stores apart from its databases. A browser killed
// while writing may later find its database damaged and delete it with everything in it
// (docs/decisions/0033); this restores it.

/** The record an original belongs to, as in its database row. */
export type Belongs = Pick<LocalBlob, "kind" | "record" | "job" | "posterOf">;
type Description = Belongs & { readonly type: string };

// An original's file starts with a line describing it, followed by its bytes.
const LINE_END = 10;
/** Longest description, in bytes. */
const MOST_DESCRIBED = 2_000;
const COMMAND = /^c-([0-9a-f-]{36})$/;
/** Lists what a save is about to write, until it is complete. */
const BEGUN = /^b-([0-9a-f-]{36})$/;
const ORIGINAL = /^o-([0-9a-f]{64})$/;
/** A draft with photos, and an original of one. */
const DRAFT = /^d-([0-9a-f-]{36})$/;
const OF_DRAFT = /^p-([0-9a-f]{64})$/;
/** Marks a draft's original as saved, and names its record. */
const CLAIMED = /^w-([0-9a-f]{64})$/;

/**
 * One person's second copy. Without file support or room there is none, and nothing fails because of that.
 */
export class SecondCopy {
  private readonly name: string;
  private readonly folder: Promise<LocalFolder | null>;

  constructor(name: string) {
    // Store names contain characters that file names may not.
    this.name = name.replaceAll(/[^A-Za-z0-9-]/g, "-");
    this.folder = openFolder(this.name);
  }

  /**
   * Saves originals and then the commands that name them, all or nothing.
   * @param of the record the originals belong to
   */
  async save(commands: readonly Command[], originals: readonly Original[], of: Belongs): Promise<void> {
    const folder = await this.folder;
    if (!folder) return;
    const begun = commands[0] && originals.length > 0 ? `b-${commands[0].id}` : null;
    const fresh: string[] = [];
    try {
      if (begun) {
        for (const { sha256 } of originals) if (!(await folder.read(`o-${sha256}`))) fresh.push(sha256);
        await folder.write(begun, JSON.stringify(fresh));
      }
      await Promise.all(originals.map((original) => writeOriginal(folder, "o", original, of)));
      await Promise.all(
        commands.map((command) =>
          folder.write(`c-${command.id}`, JSON.stringify(command)).catch(unlessDropped),
        ),
      );
    } catch {
      // No room. The first copy is on disk anyway.
      await Promise.all([
        ...commands.map(({ id }) => folder.remove(`c-${id}`)),
        ...fresh.map((sha256) => folder.remove(`o-${sha256}`)),
      ]);
    }
    if (begun) await folder.remove(begun);
  }

  /** Saves a draft and then its originals, so that an original without its draft is a leftover. */
  async saveDraft(draft: LocalDraft, originals: readonly Original[]): Promise<void> {
    const folder = await this.folder;
    if (!folder) return;
    try {
      await folder.write(`d-${draft.id}`, JSON.stringify(draft));
      await Promise.all(originals.map((original) => writeOriginal(folder, "p", original, draft)));
    } catch {
      // No room. The first copy is on disk anyway.
    }
  }

  /**
   * After a draft is saved: its originals now wait for the server.
   * @param hashes those not from a draft are ignored
   */
  async claim(hashes: readonly string[], of: Belongs): Promise<void> {
    const folder = await this.folder;
    if (!folder) return;
    const { kind, record, job } = of;
    for (const sha256 of hashes)
      if (await folder.read(`p-${sha256}`))
        await folder.write(`w-${sha256}`, JSON.stringify({ kind, record, job })).catch(() => undefined);
  }

  async dropDraft(id: string): Promise<void> {
    await (await this.folder)?.remove(`d-${id}`);
  }

  /** Yields stored drafts with their complete originals. */
  async *drafts(): AsyncGenerator<{ draft: LocalDraft; originals: () => Promise<Original[]> }> {
    const folder = await this.folder;
    if (!folder) return;
    const names = await folder.names();
    const ids = names.flatMap((name) => DRAFT.exec(name)?.[1] ?? []);
    const claimed = new Set(names.flatMap((name) => CLAIMED.exec(name)?.[1] ?? []));
    const hashes = names
      .flatMap((name) => OF_DRAFT.exec(name)?.[1] ?? [])
      .filter((sha256) => !claimed.has(sha256));
    const named = new Set<string>();
    for (const id of ids) {
      const draft = await readJson<LocalDraft>(folder, `d-${id}`);
      if (draft?.id !== id) {
        await folder.remove(`d-${id}`);
        continue;
      }
      const mine = hashes.filter((sha256) => Object.hasOwn(draft.sets, `photos.${sha256}`));
      for (const sha256 of mine) named.add(sha256);
      const originals = async () =>
        (await Promise.all(mine.map((sha256) => readOriginal(folder, sha256)))).flatMap(
          (one) => one?.original ?? [],
        );
      yield { draft, originals };
    }
    const whole = new Set(names.flatMap((name) => OF_DRAFT.exec(name)?.[1] ?? []));
    const leftOver = [
      ...hashes.filter((sha256) => !named.has(sha256)),
      ...[...claimed].filter((sha256) => !whole.has(sha256)),
    ];
    await this.dropOriginals(leftOver);
  }

  /**
   * Cleans up after interrupted saves.
   * @param known which of these commands the caller has
   */
  async cleanUp(known: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const folder = await this.folder;
    if (!folder) return;
    const names = await folder.names();
    const begun = names.flatMap((name) => BEGUN.exec(name)?.[1] ?? []);
    if (begun.length === 0) return;
    const here = await known(begun);
    for (const id of begun) {
      // The caller's own commands are copied again, and for a complete one only this marker remains.
      // Otherwise delete the originals.
      if (!here.has(id) && !names.includes(`c-${id}`))
        await this.dropOriginals(await readHashes(folder, `b-${id}`));
      await folder.remove(`b-${id}`);
    }
  }

  /** Ids of stored commands and hashes of stored originals; null if there is no second copy. */
  async list(): Promise<{ commands: ReadonlySet<string>; originals: ReadonlySet<string> } | null> {
    const names = await (await this.folder)?.names();
    if (!names) return null;
    return {
      commands: new Set(names.flatMap((name) => COMMAND.exec(name)?.[1] ?? [])),
      originals: new Set(originalsIn(names)),
    };
  }

  /** Deletes commands that the server confirmed or that a person put away. */
  async dropCommands(ids: readonly string[]): Promise<void> {
    const folder = await this.folder;
    // Also delete the marker: a confirmed command's originals are not leftovers of an interrupted save.
    if (folder) await Promise.all(ids.flatMap((id) => [folder.remove(`c-${id}`), folder.remove(`b-${id}`)]));
  }

  async dropOriginals(hashes: readonly string[]): Promise<void> {
    const folder = await this.folder;
    if (folder)
      await Promise.all(
        hashes.flatMap((sha256) => ["w", "o", "p"].map((as) => folder.remove(`${as}-${sha256}`))),
      );
  }

  /** Frees space for first copies. @returns whether there was anything to delete */
  async dropAllOriginals(): Promise<boolean> {
    const names = ((await (await this.folder)?.names()) ?? []).filter(
      (name) => ORIGINAL.test(name) || OF_DRAFT.test(name),
    );
    await this.dropOriginals(names.map((name) => name.slice(2)));
    return names.length > 0;
  }

  async remove(): Promise<void> {
    await this.folder;
    await removeFolder(this.name);
  }

  /**
   * Yields stored commands that the caller doesn't have, in creation order.
   * @param known which ids the caller has
   */
  async *commands(known: (ids: readonly string[]) => Promise<ReadonlySet<string>>): AsyncGenerator<Command> {
    const folder = await this.folder;
    if (!folder) return;
    // Ids grow with time, so this is creation order.
    const ids = (await folder.names()).flatMap((name) => COMMAND.exec(name)?.[1] ?? []).toSorted();
    const here = await known(ids);
    for (const id of ids) {
      if (here.has(id)) continue;
      const command = await readCommand(folder, id);
      if (command) yield command;
      else await folder.remove(`c-${id}`);
    }
  }

  /**
   * Yields complete stored originals that the caller doesn't have.
   * @param known which hashes the caller has
   */
  async *originals(
    known: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
  ): AsyncGenerator<{ original: Original; of: Belongs }> {
    const folder = await this.folder;
    if (!folder) return;
    const hashes = originalsIn(await folder.names());
    const here = await known(hashes);
    for (const sha256 of hashes) {
      if (here.has(sha256)) continue;
      const found = await readOriginal(folder, sha256);
      if (found) yield found;
      else await this.dropOriginals([sha256]);
    }
  }
}

/** Originals of saved changes; a draft's count only once claimed. */
function originalsIn(names: readonly string[]): string[] {
  const ofDrafts = new Set(names.flatMap((name) => OF_DRAFT.exec(name)?.[1] ?? []));
  const claimed = names
    .flatMap((name) => CLAIMED.exec(name)?.[1] ?? [])
    .filter((sha256) => ofDrafts.has(sha256));
  return [...new Set([...names.flatMap((name) => ORIGINAL.exec(name)?.[1] ?? []), ...claimed])];
}

async function writeOriginal(
  folder: LocalFolder,
  as: "o" | "p",
  { sha256, type, content }: Original,
  of: Belongs,
): Promise<void> {
  const { kind, record, job, posterOf } = of;
  const description: Description = { kind, record, job, ...(posterOf ? { posterOf } : {}), type };
  await folder.write(`${as}-${sha256}`, new Blob([`${JSON.stringify(description)}\n`, content]));
}

async function readJson<T>(folder: LocalFolder, name: string): Promise<T | null> {
  try {
    return JSON.parse((await (await folder.read(name))?.text()) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** A file deleted while being written belongs to a confirmed command; its originals may still wait. */
function unlessDropped(error: unknown): void {
  if (!(error instanceof DOMException && error.name === "NotFoundError")) throw error;
}

async function readHashes(folder: LocalFolder, name: string): Promise<string[]> {
  try {
    return JSON.parse((await (await folder.read(name))?.text()) ?? "[]") as string[];
  } catch {
    return [];
  }
}

async function readCommand(folder: LocalFolder, id: string): Promise<Command | null> {
  const command = await readJson<Command>(folder, `c-${id}`);
  return command?.id === id ? command : null;
}

async function readOriginal(
  folder: LocalFolder,
  sha256: string,
): Promise<{ original: Original; of: Belongs } | null> {
  try {
    const file = (await folder.read(`o-${sha256}`)) ?? (await folder.read(`p-${sha256}`));
    const head = new Uint8Array((await file?.slice(0, MOST_DESCRIBED).arrayBuffer()) ?? new ArrayBuffer());
    const end = head.indexOf(LINE_END);
    if (!file || end < 0) return null;
    const { type, ...description } = JSON.parse(
      new TextDecoder().decode(head.subarray(0, end)),
    ) as Description;
    const claimed = await readJson<Belongs>(folder, `w-${sha256}`);
    const of = claimed ? { ...description, ...claimed } : description;
    const original = await originalOf(file.slice(end + 1), type);
    return original.sha256 === sha256 ? { original, of } : null;
  } catch {
    return null;
  }
}
