import { execFile, spawn } from "node:child_process";
import { chmod, copyFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const PROJECT = path.resolve(import.meta.dirname, "../..");
const RELEASE = "bookworm";
/** The oldest Node that the bootstrap accepts, with its npm, as a contractor's server may have. */
const NODE = "20.20.2";
const NPM = "10.9.9";
/**
 * Where the root has the machine's certificates, apart from Debian's own: installing `ca-certificates`
 * rewrites that file.
 */
const CERTIFICATES = "/etc/ssl/machine-certificates.pem";

/**
 * A Debian with only its base packages, Node 20, npm, and a clone of this repository in a home that others
 * can't read.
 */
export interface BareRoot {
  readonly folder: string;
  /** Environment of the commands run in it. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Runs a shell script in the root, as root, in its own namespaces; its processes and mounts end with it.
   * @param told receives each piece of output as it arrives
   * @returns its exit code and all its output
   */
  run(script: string, told?: (text: string) => void): Promise<{ code: number | null; output: string }>;
  remove(): Promise<void>;
}

/** Why such a root can't be made here; undefined if it can. */
export function cannotMakeBareRoot(): string | undefined {
  if (process.platform !== "linux") return "it takes Linux";
  if (process.getuid?.() !== 0) return "it takes root";
  for (const program of ["/usr/sbin/debootstrap", "/usr/bin/apt-get", "/usr/bin/unshare", "/usr/sbin/chroot"])
    if (!existsSync(program)) return `there is no ${path.basename(program)}`;
  return undefined;
}

/** Makes a root, using the mirror, proxies and certificates of the machine's apt and npm. */
export async function makeBareRoot(): Promise<BareRoot> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-bare-root-"));
  await chmod(folder, 0o755);
  await run("debootstrap", ["--variant=minbase", RELEASE, folder, await mirror()], {
    maxBuffer: 64 * 2 ** 20,
  });
  const environment = {
    ...(await copyMachineSettings(folder)),
    HOME: "/root",
    LANG: "C.UTF-8",
    PATH: "/usr/local/bin:/usr/sbin:/usr/bin",
  };
  await installNode(folder);
  await chmod(path.join(folder, "root"), 0o700);
  await run("git", ["clone", "--quiet", "--no-hardlinks", PROJECT, path.join(folder, "root/plumbline")]);
  return {
    folder,
    environment,
    run: (script, told) => runIn(folder, environment, script, told),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** The address that apt fetches this release's main packages from. */
async function mirror(): Promise<string> {
  const { stdout } = await run("apt-get", [
    "indextargets",
    "--format",
    "$(RELEASE) $(REPO_URI)",
    "Identifier: Packages",
    "Component: main",
  ]);
  const found = stdout.split("\n").map((line) => line.split(" "));
  return found.find(([release]) => release === RELEASE)?.[1] ?? "http://deb.debian.org/debian";
}

/**
 * Copies the machine's network settings: apt's settings and sources, resolvers, proxies, certificates, npm's
 * registry.
 */
async function copyMachineSettings(folder: string): Promise<Record<string, string>> {
  for (const name of [
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/apt/sources.list",
    "/etc/apt/sources.list.d",
    "/etc/apt/apt.conf",
    "/etc/apt/apt.conf.d",
  ])
    if (existsSync(name))
      await cp(name, path.join(folder, name), { recursive: true, dereference: true, force: true });
  const environment: Record<string, string> = { npm_config_update_notifier: "false" };
  for (const name of ["http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"])
    if (process.env[name]) environment[name] = process.env[name];
  const npm = async (key: string) =>
    (await run("npm", ["config", "get", key], { cwd: PROJECT })).stdout.trim();
  for (const key of ["registry", "proxy", "https-proxy"]) {
    const value = await npm(key);
    if (value && value !== "null" && value !== "undefined")
      environment[`npm_config_${key.replaceAll("-", "_")}`] = value;
  }
  const certificates = process.env["NODE_EXTRA_CA_CERTS"] ?? "/etc/ssl/certs/ca-certificates.crt";
  if (existsSync(certificates)) {
    await mkdir(path.join(folder, path.dirname(CERTIFICATES)), { recursive: true });
    await copyFile(certificates, path.join(folder, CERTIFICATES));
    await writeFile(
      path.join(folder, "etc/apt/apt.conf.d/99machine-certificates"),
      `Acquire::https::CaInfo "${CERTIFICATES}";\n`,
    );
    environment["NODE_EXTRA_CA_CERTS"] = CERTIFICATES;
    environment["npm_config_cafile"] = CERTIFICATES;
  }
  return environment;
}

/** Installs Node 20 and npm from their npm packages, on the PATH. */
async function installNode(folder: string): Promise<void> {
  const name = `node-linux-${process.arch}`;
  const place = path.join(folder, "opt/node");
  await mkdir(place, { recursive: true });
  await run(
    "npm",
    [
      "install",
      "--prefix",
      place,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      `${name}@${NODE}`,
      `npm@${NPM}`,
    ],
    {
      cwd: place,
      maxBuffer: 16 * 2 ** 20,
    },
  );
  const bin = path.join(folder, "usr/local/bin");
  await symlink(`/opt/node/node_modules/${name}/bin/node`, path.join(bin, "node"));
  await symlink("/opt/node/node_modules/npm/bin/npm-cli.js", path.join(bin, "npm"));
}

// /dev is bound, but with its own /dev/shm, which disappears with the namespace. The outer shell stays, to
// reap orphans.
const ENTER = `set -e
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm"
chroot "$0" /bin/sh -c "$1"
exit $?`;

async function runIn(
  folder: string,
  environment: Readonly<Record<string, string>>,
  script: string,
  told: (text: string) => void = () => {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    "unshare",
    ["--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-c", ENTER, folder, script],
    {
      // Pass the test run's mark, so that its guard ends this process too (bootstrap/guard.mjs).
      env: { ...environment, PLUMBLINE_TEST_RUNS: process.env["PLUMBLINE_TEST_RUNS"] },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      told(text);
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, output };
}

/** The short hash of the root's commit. */
export async function commitOf(root: BareRoot): Promise<string> {
  const { stdout } = await run("git", [
    "-C",
    path.join(root.folder, "root/plumbline"),
    "rev-parse",
    "--short",
    "HEAD",
  ]);
  return stdout.trim();
}
