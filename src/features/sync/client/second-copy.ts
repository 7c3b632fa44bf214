import { type LocalFolder, openFolder, removeFolder } from "#platform/local/folder.ts";
import type { Command } from "../rules.ts";
import { sha256Of } from "./ids.ts";
import type { Original } from "./originals.ts";

// A second copy of what waits, in files that the browser keeps apart from its databases. A browser that is killed while it writes its
// database may find it damaged later, and deletes it then, with all that it held (docs/decisions/0033): what waited is put back from here.

/** A command as its file holds it, with the originals that were written with it: their files are named by their hashes. */
interface CommandFile {
  readonly command: Command;
  readonly originals: readonly { readonly sha256: string; readonly type: string }[];
}

/** A command with those of its originals that are here whole. */
interface Kept {
  readonly command: Command;
  readonly originals: readonly Original[];
}

const COMMAND = /^c-([0-9a-f-]{36})$/;
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

  /** Keeps commands, and originals before those that name them. */
  async keep(commands: readonly Command[], originals: readonly Original[]): Promise<void> {
    const folder = await this.folder;
    if (!folder) return;
    try {
      await Promise.all(originals.map(({ sha256, bytes }) => folder.write(`o-${sha256}`, bytes)));
      await Promise.all(
        commands.map((command, at) => {
          const file: CommandFile = { command, originals: at === 0 ? originals.map(({ sha256, type }) => ({ sha256, type })) : [] };
          return folder.write(`c-${command.id}`, JSON.stringify(file));
        }),
      );
    } catch {
      // No room: the first copy is on the disk all the same.
    }
  }

  /** The server holds these commands, or somebody put them away. */
  async dropCommands(ids: readonly string[]): Promise<void> {
    const folder = await this.folder;
    if (folder) await Promise.all(ids.map((id) => folder.remove(`c-${id}`)));
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

  /** What is kept here that is not among those known, in the order it was made. @param known which ids of commands the caller has */
  async *missing(known: (ids: readonly string[]) => Promise<ReadonlySet<string>>): AsyncGenerator<Kept> {
    const folder = await this.folder;
    if (!folder) return;
    // Ids grow with time: what was made first comes first.
    const ids = (await folder.names()).flatMap((name) => COMMAND.exec(name)?.[1] ?? []).toSorted();
    const here = await known(ids);
    for (const id of ids) {
      if (here.has(id)) continue;
      const file = await readCommand(folder, id);
      if (!file) {
        await folder.remove(`c-${id}`);
        continue;
      }
      const originals: Original[] = [];
      for (const { sha256, type } of file.originals) {
        const bytes = await (await folder.read(`o-${sha256}`))?.arrayBuffer();
        if (bytes && (await sha256Of(bytes)) === sha256) originals.push({ sha256, type, bytes });
      }
      yield { command: file.command, originals };
    }
  }
}

async function readCommand(folder: LocalFolder, id: string): Promise<CommandFile | null> {
  try {
    const file = JSON.parse((await (await folder.read(`c-${id}`))?.text()) ?? "null") as CommandFile | null;
    return file?.command.id === id ? file : null;
  } catch {
    return null;
  }
}
