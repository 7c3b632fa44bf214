import { type LocalFolder, openFolder, removeFolder } from "#platform/local/folder.ts";
import type { Command } from "../rules.ts";
import type { LocalBlob, LocalDraft } from "./local-tables.ts";
import { type Original, originalOf } from "./originals.ts";

// A second copy of what waits, in files that the browser keeps apart from its databases. A browser that is
// killed while it writes its database may find it damaged later, and deletes it then, with all that it held
// (docs/decisions/0033): what waited is put back from here.

/** What an original belongs to, as its row in the database says it. */
export type Belongs = Pick<LocalBlob, "kind" | "record" | "job" | "posterOf">;
/** An original as the file beside its bytes describes it. */
type Described = Belongs & { readonly type: string };

// The file of an original begins with a line that describes it; its bytes come after.
const LINE_END = 10;
/** A description is shorter than this. */
const MOST_DESCRIBED = 2_000;
const COMMAND = /^c-([0-9a-f-]{36})$/;
/** Names what a save is about to write, until all of it is written. */
const BEGUN = /^b-([0-9a-f-]{36})$/;
const ORIGINAL = /^o-([0-9a-f]{64})$/;
/** A draft that has photos, and the original of one. */
const DRAFT = /^d-([0-9a-f-]{36})$/;
const OF_DRAFT = /^p-([0-9a-f]{64})$/;
/** Says that the original of a draft was saved, and what it belongs to now. */
const CLAIMED = /^w-([0-9a-f]{64})$/;

/**
 * The second copy of one person's store. Where a browser has no such files, or no room for them, there is
 * none: nothing fails for it.
 */
export class SecondCopy {
  private readonly name: string;
  private readonly folder: Promise<LocalFolder | null>;

  constructor(name: string) {
    // Names of stores hold what no file's name may.
    this.name = name.replaceAll(/[^A-Za-z0-9-]/g, "-");
    this.folder = openFolder(this.name);
  }

  /**
   * Keeps commands, and originals before those that name them: all of it, or none.
   * @param of what the originals belong to
   */
  async keep(commands: readonly Command[], originals: readonly Original[], of: Belongs): Promise<void> {
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
      // No room: the first copy is on the disk all the same.
      await Promise.all([
        ...commands.map(({ id }) => folder.remove(`c-${id}`)),
        ...fresh.map((sha256) => folder.remove(`o-${sha256}`)),
      ]);
    }
    if (begun) await folder.remove(begun);
  }

  /** Keeps a draft, and originals that it names: first it, so that what is found without it is left over. */
  async keepDraft(draft: LocalDraft, originals: readonly Original[]): Promise<void> {
    const folder = await this.folder;
    if (!folder) return;
    try {
      await folder.write(`d-${draft.id}`, JSON.stringify(draft));
      await Promise.all(originals.map((original) => writeOriginal(folder, "p", original, draft)));
    } catch {
      // No room: the first copy is on the disk all the same.
    }
  }

  /**
   * A draft was saved: its originals wait for the server from now on.
   * @param hashes others than those of drafts count for nothing
   */
  async claim(hashes: readonly string[], of: Belongs): Promise<void> {
    const folder = await this.folder;
    if (!folder) return;
    const { kind, record, job } = of;
    for (const sha256 of hashes)
      if (await folder.read(`p-${sha256}`))
        await folder.write(`w-${sha256}`, JSON.stringify({ kind, record, job })).catch(() => undefined);
  }

  /** A draft was saved, or somebody discarded it. */
  async dropDraft(id: string): Promise<void> {
    await (await this.folder)?.remove(`d-${id}`);
  }

  /** Drafts that are kept here, with those of their originals that are whole. */
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
   * Takes away what a save had written when it was cut off.
   * @param known which of these commands the caller has
   */
  async tidy(known: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const folder = await this.folder;
    if (!folder) return;
    const names = await folder.names();
    const begun = names.flatMap((name) => BEGUN.exec(name)?.[1] ?? []);
    if (begun.length === 0) return;
    const here = await known(begun);
    for (const id of begun) {
      // Whatever is missing of one that the caller has is written again; of one that is whole, only this is
      // left over.
      if (!here.has(id) && !names.includes(`c-${id}`))
        await this.dropOriginals(await readHashes(folder, `b-${id}`));
      await folder.remove(`b-${id}`);
    }
  }

  /** What is kept here: ids of commands, and hashes of originals. Null where there is no second copy. */
  async kept(): Promise<{ commands: ReadonlySet<string>; originals: ReadonlySet<string> } | null> {
    const names = await (await this.folder)?.names();
    if (!names) return null;
    return {
      commands: new Set(names.flatMap((name) => COMMAND.exec(name)?.[1] ?? [])),
      originals: new Set(originalsIn(names)),
    };
  }

  /** The server holds these commands, or somebody put them away. */
  async dropCommands(ids: readonly string[]): Promise<void> {
    const folder = await this.folder;
    // With what is begun: the originals of a command that is held are no rest of a save that was cut off.
    if (folder) await Promise.all(ids.flatMap((id) => [folder.remove(`c-${id}`), folder.remove(`b-${id}`)]));
  }

  /** The server holds these originals. */
  async dropOriginals(hashes: readonly string[]): Promise<void> {
    const folder = await this.folder;
    if (folder)
      await Promise.all(
        hashes.flatMap((sha256) => ["w", "o", "p"].map((as) => folder.remove(`${as}-${sha256}`))),
      );
  }

  /** Makes room: the first copies need it. @returns whether there was anything to let go of */
  async dropAllOriginals(): Promise<boolean> {
    const names = ((await (await this.folder)?.names()) ?? []).filter(
      (name) => ORIGINAL.test(name) || OF_DRAFT.test(name),
    );
    await this.dropOriginals(names.map((name) => name.slice(2)));
    return names.length > 0;
  }

  /** All of it: for a sign-out. */
  async remove(): Promise<void> {
    await this.folder;
    await removeFolder(this.name);
  }

  /**
   * Commands that are kept here and not among those known, in the order they were made.
   * @param known which ids the caller has
   */
  async *commands(known: (ids: readonly string[]) => Promise<ReadonlySet<string>>): AsyncGenerator<Command> {
    const folder = await this.folder;
    if (!folder) return;
    // Ids grow with time: what was made first comes first.
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
   * Originals that are kept here whole and not among those known.
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

/** Originals of what was saved: those of drafts are not among them until they are claimed. */
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
  const described: Described = { kind, record, job, ...(posterOf ? { posterOf } : {}), type };
  await folder.write(`${as}-${sha256}`, new Blob([`${JSON.stringify(described)}\n`, content]));
}

async function readJson<T>(folder: LocalFolder, name: string): Promise<T | null> {
  try {
    return JSON.parse((await (await folder.read(name))?.text()) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/**
 * A file that was dropped while it was written is of a command that the server holds; its originals may still
 * wait.
 */
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
    const { type, ...described } = JSON.parse(new TextDecoder().decode(head.subarray(0, end))) as Described;
    const claimed = await readJson<Belongs>(folder, `w-${sha256}`);
    const of = claimed ? { ...described, ...claimed } : described;
    const original = await originalOf(file.slice(end + 1), type);
    return original.sha256 === sha256 ? { original, of } : null;
  } catch {
    return null;
  }
}
