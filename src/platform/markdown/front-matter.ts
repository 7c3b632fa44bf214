/** A text file's front matter (`name: value` lines between two `---`) and the text after it. */
export interface FrontMatter {
  readonly head: Readonly<Record<string, string>>;
  readonly body: string;
}

const FILE = /^---\r?\n(?<head>[\s\S]*?)\r?\n---\r?\n(?<body>[\s\S]*)$/;
const LINE = /^(?<name>[a-zA-Z]+):\s*(?<value>.*?)\s*$/;

/**
 * Splits front matter and body of a text file. A value is plain, or a JSON string in double quotes; no other
 * YAML is supported.
 * @param file named in errors
 * @throws Error that names the file and the line
 */
export function readFrontMatter(text: string, file: string): FrontMatter {
  const parts = FILE.exec(text)?.groups;
  if (!parts)
    throw new Error(
      `${file} can't be used. It has to begin with a head: lines of "name: value" between two lines of three hyphens.`,
    );
  const head: Record<string, string> = {};
  for (const line of parts["head"]!.split(/\r?\n/)) {
    const { name, value } = LINE.exec(line)?.groups ?? {};
    if (!name || value === undefined)
      throw new Error(`${file} can't be used. This line of its head is no "name: value": ${line}`);
    if (Object.hasOwn(head, name)) throw new Error(`${file} can't be used. Its head has ${name} twice.`);
    head[name] = unquoted(value, file, line);
  }
  return { head, body: parts["body"]! };
}

function unquoted(value: string, file: string, line: string): string {
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch (cause) {
    throw new Error(
      `${file} can't be used. The quotes of this line do not close, or one inside lacks its backslash: ${line}`,
      { cause },
    );
  }
}
