/** An email service, recognized by its servers' names. */
export interface MailProvider {
  readonly id: string;
  readonly name: string;
  /** Names of its mail servers, outgoing or incoming. */
  readonly hosts: RegExp;
  /** Includes for a sender's SPF record. We suggest the first; any of them is accepted. */
  readonly includes: readonly [string, ...string[]];
  /** Selectors of its DKIM keys, where they are the same for every customer. */
  readonly selectors: readonly string[];
  readonly signing: string;
}

const ASK =
  "Look for “DKIM” or “Authentication” in its settings for your domain, switch it on, and add the records it shows you.";

/** Sources: each provider's own help pages on SPF and DKIM. */
export const MAIL_PROVIDERS: readonly MailProvider[] = [
  {
    id: "google",
    name: "Google Workspace",
    hosts: /(?:^|\.)(?:google|googlemail|gmail)\.com$/,
    includes: ["_spf.google.com"],
    selectors: ["google"],
    signing:
      "In the Google Admin console: Apps → Google Workspace → Gmail → Authenticate email. Generate the record, add it to your DNS, then press “Start authentication”.",
  },
  {
    id: "microsoft",
    name: "Microsoft 365",
    hosts: /(?:^|\.)(?:outlook\.com|office365\.com|office\.com)$/,
    includes: ["spf.protection.outlook.com"],
    selectors: ["selector1", "selector2"],
    signing:
      "In the Microsoft Defender portal: Email & collaboration → Policies & rules → Threat policies → Email authentication settings → DKIM. Choose your domain, add the two CNAME records it shows, and switch it on.",
  },
  {
    id: "fastmail",
    name: "Fastmail",
    hosts: /(?:^|\.)(?:fastmail\.com|messagingengine\.com)$/,
    includes: ["spf.messagingengine.com"],
    selectors: ["fm1", "fm2", "fm3"],
    signing:
      "In Fastmail: Settings → Domains → your domain. It shows three CNAME records, fm1 to fm3. Add all of them.",
  },
  {
    id: "zoho-eu",
    name: "Zoho Mail",
    hosts: /(?:^|\.)zoho(?:mail)?\.eu$/,
    includes: ["zohomail.eu", "zoho.eu", "spf.zoho.eu"],
    selectors: ["zmail", "zoho", "default"],
    signing:
      "In the Zoho Mail admin console: Domains → your domain → Email configuration → DKIM. Add the record it shows, then verify it.",
  },
  {
    id: "zoho",
    name: "Zoho Mail",
    hosts: /(?:^|\.)zoho(?:mail)?\.(?:com|in|jp|com\.au)$/,
    includes: [
      "zohomail.com",
      "zoho.com",
      "one.zoho.com",
      "zohomail.in",
      "zoho.in",
      "zoho.jp",
      "zoho.com.au",
    ],
    selectors: ["zmail", "zoho", "default"],
    signing:
      "In the Zoho Mail admin console: Domains → your domain → Email configuration → DKIM. Add the record it shows, then verify it.",
  },
  {
    id: "godaddy",
    name: "GoDaddy Workspace Email",
    hosts: /(?:^|\.)secureserver\.net$/,
    includes: ["secureserver.net"],
    selectors: [],
    signing: ASK,
  },
  {
    id: "icloud",
    name: "iCloud Mail",
    hosts: /(?:^|\.)(?:mail\.me|icloud)\.com$/,
    includes: ["icloud.com"],
    selectors: ["sig1"],
    signing:
      "At icloud.com: Custom Email Domain → your domain. It shows a CNAME record for sig1._domainkey. Add it.",
  },
  {
    id: "proton",
    name: "Proton Mail",
    hosts: /(?:^|\.)(?:protonmail\.ch|proton\.me)$/,
    includes: ["_spf.protonmail.ch"],
    selectors: ["protonmail", "protonmail2", "protonmail3"],
    signing: "In Proton: Settings → Domain names → your domain → DKIM. Add the three CNAME records it shows.",
  },
  {
    id: "privateemail",
    name: "Namecheap Private Email",
    hosts: /(?:^|\.)privateemail\.com$/,
    includes: ["spf.privateemail.com"],
    selectors: ["default"],
    signing: ASK,
  },
  {
    id: "rackspace",
    name: "Rackspace Email",
    hosts: /(?:^|\.)emailsrvr\.com$/,
    includes: ["emailsrvr.com"],
    selectors: [],
    signing: ASK,
  },
  {
    id: "ionos",
    name: "IONOS Mail",
    hosts: /(?:^|\.)ionos\.(?:com|co\.uk|de)$/,
    includes: ["_spf-us.ionos.com", "_spf-eu.ionos.com"],
    selectors: ["s1-ionos", "s2-ionos"],
    signing: ASK,
  },
  {
    id: "hostinger",
    name: "Hostinger Email",
    hosts: /(?:^|\.)hostinger\.com$/,
    includes: ["_spf.mail.hostinger.com"],
    selectors: ["hostingermail-a", "hostingermail-b", "hostingermail-c"],
    signing: ASK,
  },
  {
    id: "ses",
    name: "Amazon SES",
    hosts: /(?:^|\.)amazonaws\.com$/,
    includes: ["amazonses.com"],
    selectors: [],
    signing: ASK,
  },
  {
    id: "sendgrid",
    name: "SendGrid",
    hosts: /(?:^|\.)sendgrid\.net$/,
    includes: ["sendgrid.net"],
    selectors: ["s1", "s2"],
    signing: ASK,
  },
  {
    id: "mailgun",
    name: "Mailgun",
    hosts: /(?:^|\.)mailgun\.org$/,
    includes: ["mailgun.org"],
    selectors: ["mx", "k1"],
    signing: ASK,
  },
  {
    id: "postmark",
    name: "Postmark",
    hosts: /(?:^|\.)postmarkapp\.com$/,
    includes: ["spf.mtasv.net"],
    selectors: ["pm"],
    signing: ASK,
  },
];

export const providerOf = (host: string): MailProvider | undefined =>
  MAIL_PROVIDERS.find(({ hosts }) => hosts.test(host.toLowerCase()));

/** Public mailbox domains, which only their owner can set up. */
const FREE =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|aol|icloud|me|mac|gmx|mail|proton|protonmail)\.(?:com|me|net|de)$/;
export const isFreeDomain = (domain: string): boolean => FREE.test(domain);

/** A DNS host, recognized by its name servers, with hints for its form. */
export interface DnsHost {
  readonly name: string;
  readonly servers: RegExp;
  readonly hint: string;
  /** Long TXT values must be entered as quoted strings. */
  readonly wantsPieces?: true;
}

const SHORT = "It adds your domain to every name, so enter the short name. Use @ for the domain itself.";

export const DNS_HOSTS: readonly DnsHost[] = [
  {
    name: "Cloudflare",
    servers: /\.ns\.cloudflare\.com$/,
    hint: `DNS → Records → Add record. ${SHORT} Mail records are “DNS only”, never proxied.`,
  },
  { name: "GoDaddy", servers: /\.domaincontrol\.com$/, hint: `My Products → DNS → Add new record. ${SHORT}` },
  {
    name: "Namecheap",
    servers: /\.registrar-servers\.com$/,
    hint: `Domain List → Manage → Advanced DNS → Add new record. ${SHORT}`,
  },
  {
    name: "Squarespace",
    servers: /\.(?:squarespacedns|googledomains)\.com$/,
    hint: `Domains → your domain → DNS → Custom records. ${SHORT}`,
  },
  {
    name: "Amazon Route 53",
    servers: /\.awsdns-\d+\.(?:com|net|org|co\.uk)$/,
    hint: "Hosted zones → your domain → Create record. It shows the domain after the name field, so enter the short name, and leave it blank for the domain itself. Put text in quotes, and split long text into pieces.",
    wantsPieces: true,
  },
  { name: "Wix", servers: /\.wixdns\.net$/, hint: `Domains → your domain → Manage DNS records. ${SHORT}` },
  {
    name: "IONOS",
    servers: /\.ui-dns\.(?:com|org|de|biz)$/,
    hint: `Domains & SSL → your domain → DNS → Add record. ${SHORT}`,
  },
  {
    name: "Hostinger",
    servers: /\.dns-parking\.com$/,
    hint: `Domains → your domain → DNS / Nameservers. ${SHORT}`,
  },
  {
    name: "Network Solutions",
    servers: /\.worldnic\.com$/,
    hint: `Domains → Manage → Advanced DNS. ${SHORT}`,
  },
  { name: "Bluehost", servers: /\.bluehost\.com$/, hint: `Domains → your domain → DNS. ${SHORT}` },
  {
    name: "DreamHost",
    servers: /\.dreamhost\.com$/,
    hint: `Websites → your domain → DNS settings. ${SHORT} Leave the name blank for the domain itself.`,
  },
  {
    name: "DigitalOcean",
    servers: /\.digitalocean\.com$/,
    hint: `Networking → Domains → your domain. ${SHORT}`,
  },
  {
    name: "Hetzner",
    servers: /\.(?:hetzner\.com|hetzner\.de|second-ns\.\w+)$/,
    hint: `DNS console → your zone → Records. ${SHORT}`,
  },
];

export const dnsHostOf = (servers: readonly string[]): DnsHost | undefined =>
  DNS_HOSTS.find((host) => servers.some((server) => host.servers.test(server)));
