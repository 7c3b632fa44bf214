import { statfsSync } from "node:fs";
import type { Latencies } from "./scale-load.ts";

/** What the server says of one statement, each value per call. */
export interface StatementCost {
  readonly text: string;
  readonly calls: number;
  /** Milliseconds. */
  readonly mean: number;
  /** Of 8 KB, from memory or disk. */
  readonly blocks: number;
}

/** One load with a number of accounts. */
export interface Measured {
  readonly accounts: number;
  readonly latencies: Latencies;
  readonly counts: Readonly<Record<string, number>>;
  readonly gigabytes: number;
  readonly seedSeconds: number;
  /** Statements that waited for a lock for longer than `deadlock_timeout`. */
  readonly lockWaits: number;
  readonly mails: number;
  /** By the server's id of the statement. */
  readonly statements: ReadonlyMap<string, StatementCost>;
}

/** A statement that reads less is no trouble at any size. */
const FEW_BLOCKS = 500;

/** Every statement of both loads with how much more it reads, the most grown first. */
function growths(first: Measured, last: Measured) {
  return [...last.statements]
    .flatMap(([id, after]) => {
      const before = first.statements.get(id);
      return before ? [{ before, after, factor: after.blocks / Math.max(before.blocks, 1) }] : [];
    })
    .toSorted((a, b) => b.factor - a.factor);
}

/** Statements that read more the more accounts there are. */
export function grownWithAll(first: Measured, last: Measured): string[] {
  const limit = Math.max(2, last.accounts / first.accounts / 3);
  return growths(first, last)
    .filter(({ after, factor }) => after.blocks > FEW_BLOCKS && factor > limit)
    .map(({ before, after }) => `${before.blocks.toFixed(0)} to ${after.blocks.toFixed(0)}: ${after.text}`);
}

const quantile = (values: readonly number[], at: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * at))] ?? Number.NaN;
const milliseconds = (value: number) => value.toFixed(value < 10 ? 1 : 0);
const words = (value: number) => Math.round(value).toLocaleString("en-US");

/** The report's paragraphs. @param folder on the disk with the database */
export function report(
  first: Measured,
  last: Measured,
  { setting, folder }: { readonly setting: string; readonly folder: string },
): string[] {
  const sizes = [first, last].map(
    ({ accounts, counts, gigabytes, seedSeconds, lockWaits, mails, latencies }) =>
      `| ${accounts} | ${words(counts["records"]!)} | ${words(counts["photos"]!)} | ${words(counts["rows"]!)} | ${gigabytes.toFixed(1)} GB | ${words(seedSeconds)} s | ${words(Object.values(latencies).flat().length)} | ${words(mails)} | ${lockWaits} |`,
  );
  const requests = Object.keys(last.latencies)
    .toSorted()
    .map((what) => {
      const [before, after] = [first, last].map(({ latencies }) => latencies[what] ?? []);
      const shown = [before!, after!].flatMap((values) =>
        [0.5, 0.95, 0.99].map((at) => milliseconds(quantile(values, at))),
      );
      return `| ${what} | ${shown.join(" | ")} | ${(quantile(after!, 0.5) / quantile(before!, 0.5)).toFixed(2)} |`;
    });
  const all = growths(first, last);
  const heaviest = all.toSorted((a, b) => b.after.blocks - a.after.blocks).slice(0, 10);
  const grown = all.filter(({ after }) => after.blocks > 50 && after.mean > 0.5).slice(0, 10);
  const statements = [...new Set([...grown, ...heaviest])].map(
    ({ before, after, factor }) =>
      `| ${words(before.blocks)} | ${words(after.blocks)} | ${factor.toFixed(1)} | ${milliseconds(before.mean)} | ${milliseconds(after.mean)} | ${after.calls} | \`${after.text.slice(0, 140).replaceAll("|", "\\|").replaceAll("`", "'")}\` |`,
  );
  const { bavail, bsize } = statfsSync(folder);
  return [
    `Two web processes behind one address and two workers, all on this machine with PostgreSQL and the load itself; PgBouncer in transaction mode with 20 connections. ${setting} Whatever else ran on this machine slows both columns, so the growth says more than the milliseconds. ${words((bavail * bsize) / 1e9)} GB of disk were left.`,
    [
      "| Accounts | Records | Photos | Rows | Database | Seeded in | Requests | Emails sent | Waits for a lock over 200 ms |",
      `|${" ---: |".repeat(9)}`,
      ...sizes,
    ].join("\n"),
    `Milliseconds to the last byte, with ${first.accounts} and ${last.accounts} accounts:`,
    [
      "| What | p50 | p95 | p99 | p50 | p95 | p99 | p50 grew |",
      `| --- |${" ---: |".repeat(7)}`,
      ...requests,
    ].join("\n"),
    "The statements of the product that read the most, or that grew the most (blocks of 8 KB and milliseconds in the server per call, `pg_stat_statements`):",
    [
      "| Blocks | after | grew | ms | after | Calls | Statement |",
      `|${" ---: |".repeat(6)} --- |`,
      ...statements,
    ].join("\n"),
  ];
}
