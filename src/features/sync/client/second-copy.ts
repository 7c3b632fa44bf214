import { type LocalFolder, openFolder, removeFolder } from "#platform/local/folder.ts";
import type { Command } from "../rules.ts";
import { sha256Of } from "./ids.ts";
import type { Original } from "./originals.ts";
import type { Store } from "./store.ts";
import { waitingOf } from "./store.ts";

// A second copy of what waits, in files that the browser keeps apart from its databases. A browser that is killed while it writes its
// database may find it damaged later, and deletes it then, with all that it held (docs/decisions/0033): what waited is put back from here.

/** A command as its file holds it, with the originals that were written with it: their files are named by their hashes. */
interface CommandFile {
  readonly command: Command;
  readonly originals: readonly { readonly sha256: string; readonly type: string }[];
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
    await Promise.all(ids.map((id) => folder?.remove(`c-${id}`)));
  }

  /** The server holds these originals. */
  async dropOriginals(hashes: readonly string[]): Promise<void> {
    const folder = await this.folder;
    await Promise.all(hashes.map((sha256) => folder?.remove(`o-${sha256}`)));
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

  /**
   * Puts back what the database lost. What was held meanwhile is sent once more, and is held as before.
   * @returns how many commands were put back
   */
  async restoreInto(store: Store): Promise<number> {
    const folder = await this.folder;
    if (!folder) return 0;
    const names = await folder.names();
    // Ids grow with time: what was made first comes first.
    const ids = names.flatMap((name) => COMMAND.exec(name)?.[1] ?? []).toSorted();
    const known = new Set((await store.tables.outbox.where("id").anyOf(ids).toArray()).map(({ id }) => id));
    let restored = 0;
    for (const id of ids) {
      if (known.has(id)) continue;
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
      await putBack(store, file.command, originals);
      restored++;
    }
    if (restored > 0) for (const tell of store.written) tell();
    return restored;
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

async function putBack(store: Store, command: Command, originals: readonly Original[]): Promise<void> {
  const { tables } = store;
  await tables.transaction("rw", [tables.outbox, tables.blobs, tables.bytes, tables.cursors, tables.known], async () => {
    if (await tables.outbox.where({ id: command.id }).count()) return;
    await tables.outbox.add(waitingOf(command));
    if (command.job !== null && !(await tables.cursors.get(command.job))) await tables.cursors.add({ scope: command.job, upTo: 0 });
    let made = 1;
    const { kind, record, job } = command;
    for (const one of originals) if (await store.keepOriginal(one, { kind, record, job })) made++;
    await store.count(made);
  });
}
