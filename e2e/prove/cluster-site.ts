import { startBalancer } from "../harness/balancer.ts";
import type { Cluster } from "../harness/cluster.ts";
import { freePort, removeData, type RunningProduct, startProduct, tempFolder } from "../harness/product.ts";
import { startSink, type SmtpSink } from "../harness/smtp-sink.ts";

/** Two web processes behind one address and two workers, on a cluster. */
export interface ClusterSite {
  /** Like a product, at the address of both web processes. */
  readonly product: RunningProduct;
  readonly sink: SmtpSink;
  /** All processes' output. */
  output(): string;
  /** Stops all; resolves with the exit codes. */
  stop(): Promise<(number | null)[]>;
  remove(): Promise<void>;
}

/** Emails go to a mail server that accepts all of them. */
export async function startClusterSite(
  cluster: Cluster,
  settings: Readonly<Record<string, string>> = {},
): Promise<ClusterSite> {
  const dataDir = await tempFolder("cluster-data");
  const sink = await startSink();
  const ports = [await freePort(), await freePort()] as const;
  const balancer = await startBalancer(ports);
  const shared = {
    LOG_LEVEL: "warn",
    ...settings,
    DATA_DIR: dataDir,
    DATABASE_URL: cluster.sessionUrl,
    DATABASE_POOL_URL: cluster.poolUrl,
    SECRET: "a secret that only this proof knows, 2026",
    PUBLIC_URL: balancer.url,
    SMTP_URL: sink.url,
    MAIL_FROM: "Plumbline <mail@plumbline.example>",
  };
  const running: RunningProduct[] = [];
  for (const [role, port] of [
    ["web", ports[0]],
    ["web", ports[1]],
    ["worker", await freePort()],
    ["worker", await freePort()],
  ] as const)
    running.push(await startProduct({ ...shared, ROLE: role, PORT: String(port) }));
  const first = running[0]!;
  let stopped: Promise<(number | null)[]> | undefined;
  const stopAll = async () => {
    const codes = await Promise.all(running.map((one) => one.stop()));
    await balancer.stop();
    await sink.stop();
    return codes;
  };
  return {
    product: {
      ...first,
      url: balancer.url,
      // Emails are at the mail server, in the form of an outbox.
      outbox: async () => (await sink.accepted()).map(({ raw }) => raw),
    },
    sink,
    output: () => running.map((one) => one.output()).join(""),
    stop: () => (stopped ??= stopAll()),
    remove: () => removeData(dataDir),
  };
}
