import { Fragment, type ReactNode } from "react";
import {
  type Block,
  type Inline,
  type ListItem,
  type Table,
  type TableCell,
  wordsOf,
} from "#platform/markdown/blocks.ts";

// oxlint-disable react/no-array-index-key -- a text never changes once it is drawn: the place is the name of each part
// Text rendered from Markdown. Its styles are `.prose` in ui/styles/prose.css.

interface Look {
  /** Prefix of links to our own pages. */
  readonly base: string;
  /** For a feed reader, which doesn't know our pages. */
  readonly plain: boolean;
  /** Content for the slots in the text. */
  readonly slots: Readonly<Record<string, ReactNode>>;
}

function Words({ of, look }: { of: readonly Inline[]; look: Look }): ReactNode {
  return of.map((part, place) => {
    switch (part.kind) {
      case "text":
        return part.text;
      case "code":
        return <code key={place}>{part.text}</code>;
      case "slot":
        return <Fragment key={place}>{look.slots[part.name]}</Fragment>;
      case "break":
        return <br key={place} />;
      case "link":
        return (
          <a key={place} href={part.href.startsWith("/") ? `${look.base}${part.href}` : part.href}>
            <Words of={part.children} look={look} />
          </a>
        );
      default: {
        const Mark = part.kind;
        return (
          <Mark key={place}>
            <Words of={part.children} look={look} />
          </Mark>
        );
      }
    }
  });
}

/**
 * Tasks can be checked, and print as an empty square. In a feed, where checkboxes mean nothing, a square
 * replaces them.
 */
function Item({ item, look }: { item: ListItem; look: Look }) {
  const words = <Blocks of={item.blocks} look={look} />;
  if (item.checked === undefined) return <li>{words}</li>;
  if (look.plain)
    return (
      <li>
        {item.checked ? "☑ " : "☐ "}
        {words}
      </li>
    );
  return (
    <li>
      <label>
        <input type="checkbox" defaultChecked={item.checked} />
        <span>{words}</span>
      </label>
    </li>
  );
}

const alignOf = (cell: TableCell) => (cell.align && cell.align !== "left" ? cell.align : undefined);

function Grid({ table, look }: { table: Table; look: Look }) {
  const name = look.plain ? undefined : (table.heading ?? undefined);
  const grid = (
    <table aria-labelledby={name}>
      <thead>
        <tr>
          {table.head.map((cell) => (
            <th key={wordsOf(cell.children)} scope="col" data-align={alignOf(cell)}>
              <Words of={cell.children} look={look} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, place) =>
              place === 0 ? (
                <th key={place} scope="row" data-align={alignOf(cell)}>
                  <Words of={cell.children} look={look} />
                </th>
              ) : (
                <td key={place} data-align={alignOf(cell)}>
                  <Words of={cell.children} look={look} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (look.plain) return grid;
  // Two columns fit on a phone. Wider tables scroll sideways there, by finger or arrow keys.
  const isWide = table.head.length > 2;
  return isWide ? (
    <div
      className="prose-table"
      role="region"
      aria-labelledby={name}
      aria-label={name ? undefined : "Table"}
      // What scrolls has to be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {grid}
    </div>
  ) : (
    <div className="prose-table" data-narrow="">
      {grid}
    </div>
  );
}

function Blocks({ of, look }: { of: readonly Block[]; look: Look }): ReactNode {
  return of.map((block, place) => <One key={place} block={block} look={look} />);
}

function One({ block, look }: { block: Block; look: Look }): ReactNode {
  switch (block.kind) {
    case "heading": {
      const Level = `h${block.level}` as "h2" | "h3" | "h4";
      return (
        <Level id={look.plain ? undefined : block.id}>
          <Words of={block.children} look={look} />
        </Level>
      );
    }
    case "paragraph":
      return (
        <p>
          <Words of={block.children} look={look} />
        </p>
      );
    case "line":
      return <Words of={block.children} look={look} />;
    case "list": {
      const items = block.items.map((item, at) => <Item key={at} item={item} look={look} />);
      if (block.start !== null) return <ol start={block.start === 1 ? undefined : block.start}>{items}</ol>;
      return block.tasks && !look.plain ? (
        <ul className="checklist" aria-labelledby={block.heading ?? undefined}>
          {items}
        </ul>
      ) : (
        <ul>{items}</ul>
      );
    }
    case "table":
      return <Grid table={block} look={look} />;
    case "quote":
      return (
        <blockquote>
          <Blocks of={block.blocks} look={look} />
        </blockquote>
      );
    case "code":
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case "rule":
      return <hr />;
  }
}

/** Text from Markdown, at the page's line length. */
export function Prose({
  blocks,
  slots = {},
  className = "",
}: {
  blocks: readonly Block[];
  slots?: Readonly<Record<string, ReactNode>>;
  className?: string;
}) {
  return (
    <div className={`prose prose-open ${className}`.trim()}>
      <Blocks of={blocks} look={{ base: "", plain: false, slots }} />
    </div>
  );
}

/** The same text for a feed reader: no ids, no checkboxes, links with full addresses. */
export function PlainProse({ blocks, base }: { blocks: readonly Block[]; base: string }) {
  return <Blocks of={blocks} look={{ base, plain: true, slots: {} }} />;
}

/** A heading and its anchor. */
export interface ContentsEntry {
  readonly id: string;
  readonly words: string;
}

/** The sections of a text, for its table of contents. */
export function contentsOf(blocks: readonly Block[]): ContentsEntry[] {
  return blocks.flatMap((block) =>
    block.kind === "heading" && block.level === 2 ? [{ id: block.id, words: wordsOf(block.children) }] : [],
  );
}

function ContentsList({ entries }: { entries: readonly ContentsEntry[] }) {
  return (
    <ol className="contents">
      {entries.map(({ id, words }) => (
        <li key={id}>
          <a href={`#${id}`}>{words}</a>
        </li>
      ))}
    </ol>
  );
}

/**
 * The table of contents: beside the text on a desktop, folded above it on a phone. Only one of the two is
 * shown.
 */
export function Contents({ entries }: { entries: readonly ContentsEntry[] }) {
  return (
    <div data-no-print="">
      <details className="contents-fold lg:hidden">
        <summary>On this page</summary>
        <nav aria-label="On this page">
          <ContentsList entries={entries} />
        </nav>
      </details>
      <nav className="hidden lg:block" aria-labelledby="contents-title">
        <h2 className="label" id="contents-title">
          On this page
        </h2>
        <ContentsList entries={entries} />
      </nav>
    </div>
  );
}
