import { type LocalFolder, openFolder, removeFolder } from "#platform/local/folder.ts";
import type { Command } from "../rules.ts";
import type { LocalBlob } from "./local-tables.ts";
import { type Original, originalOf } from "./originals.ts";

// A second copy of what waits, in files that the browser keeps apart from its databases. A browser that is killed while it writes its
// database may find it damaged later, and deletes it then, with all that it held (docs/decisions/0033): what waited is put back from here.

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

/** The second copy of one person's store. Where a browser has no such files, or no room for them, there is none: nothing fails for it. */
export class SecondCopy {
  private readonly name: string;
  private readonly folder: Promise<LocalFolder | null>;

  constructor(name: string) {
    // Names of stores hold what no file's name may.
    this.name = name.replaceAll(/[^A-Za-z0-9-]/g, "-");
    this.folder = openFolder(this.name);
  }

  /** Keeps commands, and originals before those that name them: all of it, or none. @param of what the originals belong to */
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
      await Promise.all(
        originals.map(({ sha256, type, content }) => {
          const { kind, record, job, posterOf } = of;
          const described: Described = { kind, record, job, ...(posterOf ? { posterOf } : {}), type };
          return folder.write(`o-${sha256}`, new Blob([`${JSON.stringify(described)}\n`, content]));
        }),
      );
      await Promise.all(commands.map((command) => folder.write(`c-${command.id}`, JSON.stringify(command)).catch(unlessDropped)));
    } catch {
      // No room: the first copy is on the disk all the same.
      await Promise.all([...commands.map(({ id }) => folder.remove(`c-${id}`)), ...fresh.map((sha256) => folder.remove(`o-${sha256}`))]);
    }
    if (begun) await folder.remove(begun);
  }

  /** Takes away what a save had written when it was cut off. @param known which of these commands the caller has */
  async tidy(known: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const folder = await this.folder;
    if (!folder) return;
    const names = await folder.names();
    const begun = names.flatMap((name) => BEGUN.exec(name)?.[1] ?? []);
    if (begun.length === 0) return;
    const here = await known(begun);
    for (const id of begun) {
      // Whatever is missing of one that the caller has is written again; of one that is whole, only this is left over.
      if (!here.has(id) && !names.includes(`c-${id}`)) await this.dropOriginals(await readHashes(folder, `b-${id}`));
      await folder.remove(`b-${id}`);
    }
  }

  /** What is kept here: ids of commands, and hashes of originals. Null where there is no second copy. */
  async kept(): Promise<{ commands: ReadonlySet<string>; originals: ReadonlySet<string> } | null> {
    const names = await (await this.folder)?.names();
    if (!names) return null;
    return {
      commands: new Set(names.flatMap((name) => COMMAND.exec(name)?.[1] ?? [])),
      originals: new Set(names.flatMap((name) => ORIGINAL.exec(name)?.[1] ?? [])),
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
    if (folder) await Promise.all(hashes.map((sha256) => folder.remove(`o-${sha256}`)));
  }

  /** Makes room: the first copies need it. @returns whether there was anything to let go of */
  async dropAllOriginals(): Promise<boolean> {
    const names = ((await (await this.folder)?.names()) ?? []).filter((name) => ORIGINAL.test(name));
    await this.dropOriginals(names.map((name) => name.slice(2)));
    return names.length > 0;
  }

  /** All of it: for a sign-out. */
  async remove(): Promise<void> {
    await this.folder;
    await removeFolder(this.name);
  }

  /** Commands that are kept here and not among those known, in the order they were made. @param known which ids the caller has */
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

  /** Originals that are kept here whole and not among those known. @param known which hashes the caller has */
  async *originals(
    known: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
  ): AsyncGenerator<{ original: Original; of: Belongs }> {
    const folder = await this.folder;
    if (!folder) return;
    const hashes = (await folder.names()).flatMap((name) => ORIGINAL.exec(name)?.[1] ?? []);
    const here = await known(hashes);
    for (const sha256 of hashes) {
      if (here.has(sha256)) continue;
      const found = await readOriginal(folder, sha256);
      if (found) yield found;
      else await this.dropOriginals([sha256]);
    }
  }
}

/** A file that was dropped while it was written is of a command that the server holds; its originals may still wait. */
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
  try {
    const command = JSON.parse((await (await folder.read(`c-${id}`))?.text()) ?? "null") as Command | null;
    return command?.id === id ? command : null;
  } catch {
    return null;
  }
}

async function readOriginal(folder: LocalFolder, sha256: string): Promise<{ original: Original; of: Belongs } | null> {
  try {
    const file = await folder.read(`o-${sha256}`);
    const head = new Uint8Array((await file?.slice(0, MOST_DESCRIBED).arrayBuffer()) ?? new ArrayBuffer());
    const end = head.indexOf(LINE_END);
    if (!file || end < 0) return null;
    const { type, ...of } = JSON.parse(new TextDecoder().decode(head.subarray(0, end))) as Described;
    const original = await originalOf(file.slice(end + 1), type);
    return original.sha256 === sha256 ? { original, of } : null;
  } catch {
    return null;
  }
}
