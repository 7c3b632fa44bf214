/** A pattern in a user agent, and the name people use. The first match wins. */
type Kind = readonly [mark: RegExp, name: string];

// Order matters: Edge also claims to be Chrome and Safari, and Chrome to be Safari.
const BROWSERS: readonly Kind[] = [
  [/\bFBA[NV]\/|\bFB_IAB\//, "the Facebook app"],
  [/\bInstagram\b/, "the Instagram app"],
  [/\bGSA\//, "the Google app"],
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, "Edge"],
  [/\b(?:OPR|OPiOS|OPT|OPX)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\b(?:DuckDuckGo|Ddg)\//, "DuckDuckGo"],
  [/\bBrave\b/, "Brave"],
  [/\bSilk\//, "Silk"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
  [/\b(?:MSIE |Trident\/)/, "Internet Explorer"],
];

const DEVICES: readonly Kind[] = [
  [/\biPhone\b|\biPod\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b.*\bMobile\b/, "Android phone"],
  [/\bAndroid\b/, "Android tablet"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "Mac"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/** Programs that aren't browsers begin with their name, such as `curl/8.5.0`. */
const PROGRAM = /^([a-z][\w.-]{1,30})\/\d[\w.-]*/i;

const nameIn = (kinds: readonly Kind[], userAgent: string) =>
  kinds.find(([mark]) => mark.test(userAgent))?.[1];

/** The device of a user agent, such as `iPhone` or `Windows`; undefined when unknown. */
export function deviceOf(userAgent: string): string | undefined {
  return nameIn(DEVICES, userAgent);
}

/** Browser and device of a user agent, such as `Chrome on Windows`. It can be forged and proves nothing. */
export function describeDevice(userAgent: string): string {
  const device = deviceOf(userAgent);
  const browser = nameIn(BROWSERS, userAgent);
  if (browser && device) return `${capitalize(browser)} on ${device}`;
  if (browser ?? device) return capitalize(browser ?? device ?? "");
  const program = PROGRAM.exec(userAgent)?.[1];
  return program && program !== "Mozilla" ? `A program (${program})` : "Unknown device";
}

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
