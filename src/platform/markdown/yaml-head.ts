import { load } from "js-yaml";

const FILE = /^---\r?\n(?<head>[\s\S]*?)\r?\n---\r?\n(?<body>[\s\S]*)$/;

/**
 * Splits a text file into its head in YAML, between two lines of `---`, and the text after it.
 * @param file named in errors
 * @returns `head`: whatever the YAML says, for a schema to check
 * @throws Error that names the file
 */
export function readYamlHead(text: string, file: string): { readonly head: unknown; readonly body: string } {
  const found = FILE.exec(text)?.groups;
  if (!found) throw new Error(`${file} can't be used. It must begin with a head between two lines of ---.`);
  try {
    return { head: load(found["head"]!), body: found["body"]! };
  } catch (error) {
    throw new Error(`${file} can't be used. ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
