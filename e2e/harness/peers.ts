import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, chmod, chown, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { CERTIFICATE } from "../../src/platform/mail/testing/certificate.ts";
import { freePort, tempFolder } from "./product.ts";

// Debian's dovecot and postfix, as private instances: everything they write is in a temporary folder, they
// listen on loopback only, and no mail leaves this machine.

const POSTFIX = "/usr/sbin/postfix";
const POSTFIX_SERVICES = "/usr/lib/postfix/sbin";
const DOVECOT = "/usr/sbin/dovecot";
const DELIVER = "/usr/lib/dovecot/dovecot-lda";
/** Owns the mailboxes: an account that every Debian has and that owns nothing else. */
const MAIL_USER = "nobody";

/** A mailbox at the peers: an address and its password. */
export type Boxes = Readonly<Record<string, string>>;

export interface Peers {
  /** Where the internet's mail arrives. Refuses unknown people. */
  readonly smtpPort: number;
  /** Where the product hands in mail: STARTTLS and a password, then it takes mail for anybody. */
  readonly submissionPort: number;
  readonly imapPort: number;
  /** The file of the certificate for `localhost`, for NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  readonly versions: string;
  /** The messages that were delivered to an address, oldest first, as bytes in latin1. */
  mailsOf(address: string): Promise<string[]>;
  /** What both said so far. */
  logs(): Promise<string>;
  /**
   * Stops dovecot, and starts it again.
   * @param options.isRebuilt its indexes are lost, so that the folder gets another UIDVALIDITY
   */
  restartDovecot(options: { isRebuilt: boolean }): Promise<void>;
  /** Closes a mailbox: what comes for it afterwards is returned. */
  closeBox(address: string): Promise<void>;
  stop(): Promise<void>;
}

/** Why the peers can't run here, in plain words; undefined if they can. */
export async function peersMissing(): Promise<string | undefined> {
  for (const [file, name] of [
    [POSTFIX, "postfix"],
    [DOVECOT, "dovecot-imapd"],
    [DELIVER, "dovecot-imapd"],
  ] as const)
    if (
      !(await access(file, constants.X_OK).then(
        () => true,
        () => false,
      ))
    )
      return `Debian's ${name} isn't installed: apt-get install --no-install-recommends dovecot-imapd postfix`;
  return process.getuid?.() === 0 ? undefined : "postfix starts only as root";
}

/** Starts both. @param boxes everybody who has a mailbox */
export async function startPeers(boxes: Boxes): Promise<Peers> {
  const home = await tempFolder("peers");
  const [smtpPort, submissionPort, imapPort] = [await freePort(), await freePort(), await freePort()];
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    Number(execFileSync("id", [flag, MAIL_USER], { encoding: "utf8" })),
  ) as [number, number];
  const at = (...parts: string[]) => path.join(home, ...parts);
  for (const folder of ["etc", "spool", "data", "mail", "run"]) await mkdir(at(folder), { mode: 0o755 });
  await chmod(home, 0o755);
  await chown(at("mail"), uid, gid);
  const postfixUid = Number(execFileSync("id", ["-u", "postfix"], { encoding: "utf8" }));
  await chown(at("data"), postfixUid, -1);
  await writeFile(at("cert.pem"), CERTIFICATE.cert);
  await writeFile(at("key.pem"), CERTIFICATE.key, { mode: 0o600 });
  const users = Object.entries(boxes).map(
    ([address, password]) => `${address}:{PLAIN}${password}:${uid}:${gid}::${at("mail", address)}`,
  );
  await writeFile(at("users"), `${users.join("\n")}\n`);
  // Its deliveries write to it as another account.
  await writeFile(at("dovecot.log"), "");
  await chmod(at("dovecot.log"), 0o666);
  await writeFile(at("dovecot.conf"), dovecotConf({ at, imapPort }));
  const domains = [...new Set(Object.keys(boxes).map((address) => address.split("@")[1]!))];
  await writeFile(
    at("boxes"),
    `${Object.keys(boxes)
      .map((one) => `${one} ${one}`)
      .join("\n")}\n`,
  );
  await writeFile(at("etc/main.cf"), mainCf({ at, domains }));
  await writeFile(at("etc/master.cf"), masterCf({ at, smtpPort, submissionPort }));

  let said = "";
  const start = (command: string, args: readonly string[]): ChildProcess => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    return child;
  };
  const logs = async () =>
    [said, ...(await Promise.all(["dovecot.log", "postfix.log"].map((one) => read(at(one)))))].join("\n");
  const startDovecot = () => start(DOVECOT, ["-F", "-c", at("dovecot.conf")]);
  let dovecot = startDovecot();
  // Not `postfix start-fg`, which is a script: `master` is what has to be ended.
  await promisify(execFile)(POSTFIX, ["-c", at("etc"), "check"]);
  const postfix = start(`${POSTFIX_SERVICES}/master`, ["-c", at("etc"), "-d"]);
  try {
    for (const port of [smtpPort, submissionPort, imapPort]) await untilOpen(port);
  } catch (error) {
    dovecot.kill("SIGTERM");
    postfix.kill("SIGTERM");
    throw new Error(`the peers didn't start:\n${await logs()}`, { cause: error });
  }
  const versions = [
    `postfix ${execFileSync("/usr/sbin/postconf", ["-c", at("etc"), "-h", "mail_version"], { encoding: "utf8" }).trim()}`,
    `dovecot ${execFileSync(DOVECOT, ["--version"], { encoding: "utf8" }).split(" ")[0]!.trim()}`,
  ].join(", ");
  return {
    smtpPort,
    submissionPort,
    imapPort,
    certificate: at("cert.pem"),
    versions,
    logs,
    async mailsOf(address) {
      const files = await Promise.all(
        ["new", "cur"].map(async (folder) => {
          const full = at("mail", address, "Maildir", folder);
          return (await readdir(full).catch(() => [])).map((name) => path.join(full, name));
        }),
      );
      // A maildir's file name begins with the second and the microsecond of its delivery.
      const order = (file: string) => {
        const [, second, micro] = /\/(\d+)\.M(\d+)/.exec(file) ?? [];
        return Number(second) * 1e6 + Number(micro);
      };
      const sorted = files.flat().toSorted((a, b) => order(a) - order(b));
      return Promise.all(sorted.map((file) => read(file)));
    },
    async restartDovecot({ isRebuilt }) {
      await end(dovecot);
      if (isRebuilt)
        for (const address of Object.keys(boxes))
          for (const name of await readdir(at("mail", address, "Maildir")).catch(() => []))
            if (name.startsWith("dovecot")) await rm(at("mail", address, "Maildir", name));
      dovecot = startDovecot();
      await untilOpen(imapPort);
    },
    closeBox: (address) =>
      writeFile(at("users"), `${users.filter((line) => !line.startsWith(`${address}:`)).join("\n")}\n`),
    async stop() {
      await Promise.all([end(dovecot), end(postfix)]);
      await rm(home, { recursive: true, force: true });
    },
  };
}

const read = (file: string) => readFile(file, "latin1").catch(() => "");

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (child.exitCode === null && child.signalCode === null && child.kill("SIGTERM")) await ended;
}

async function untilOpen(port: number): Promise<void> {
  for (const until = Date.now() + 20_000; ; await sleep(50)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isOpen) return;
    if (Date.now() > until) throw new Error(`nothing listens on port ${port}`);
  }
}

type At = (...parts: string[]) => string;

const dovecotConf = ({ at, imapPort }: { at: At; imapPort: number }) => `
base_dir = ${at("run")}
state_dir = ${at("run")}
log_path = ${at("dovecot.log")}
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${at("cert.pem")}
ssl_key = <${at("key.pem")}
# No password without TLS, also on loopback.
disable_plaintext_auth = yes
login_trusted_networks =
mail_location = maildir:~/Maildir
first_valid_uid = 1
# Delivers what is for post+token@… to post@….
recipient_delimiter = +
passdb {
  driver = passwd-file
  args = username_format=%u ${at("users")}
}
userdb {
  driver = passwd-file
  args = username_format=%u ${at("users")}
}
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
}
service auth {
  unix_listener auth-userdb {
    mode = 0666
  }
  unix_listener auth-postfix {
    mode = 0666
  }
}
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
`;

const mainCf = ({ at, domains }: { at: At; domains: readonly string[] }) => `
compatibility_level = 3.6
queue_directory = ${at("spool")}
data_directory = ${at("data")}
command_directory = /usr/sbin
daemon_directory = ${POSTFIX_SERVICES}
meta_directory = /etc/postfix
shlib_directory = /usr/lib/postfix
maillog_file = ${at("postfix.log")}
maillog_file_prefixes = ${at()}
myhostname = mx.peers.test
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks =
disable_dns_lookups = yes
default_transport = error:no mail leaves this machine
virtual_mailbox_domains = ${domains.join(", ")}
virtual_mailbox_maps = texthash:${at("boxes")}
virtual_transport = dovecot
dovecot_destination_recipient_limit = 1
recipient_delimiter = +
alias_maps =
alias_database =
message_size_limit = 41943040
smtpd_tls_cert_file = ${at("cert.pem")}
smtpd_tls_key_file = ${at("key.pem")}
smtpd_tls_security_level = may
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${at("run", "auth-postfix")}
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
`;

const masterCf = ({ at, smtpPort, submissionPort }: { at: At; smtpPort: number; submissionPort: number }) => `
127.0.0.1:${smtpPort} inet n - n - - smtpd
127.0.0.1:${submissionPort} inet n - n - - smtpd
  -o smtpd_tls_security_level=encrypt
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_reject_unlisted_recipient=no
  -o smtpd_recipient_restrictions=permit_sasl_authenticated,reject
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
dovecot unix - n n - - pipe
  flags=DRhu user=${MAIL_USER} argv=${DELIVER} -c ${at("dovecot.conf")} -f \${sender} -a \${original_recipient} -d \${user}@\${domain}
`;
