import { formatBytes } from "#platform/measures/bytes.ts";

const GIGABYTE = 1024 ** 3;

export interface Overview {
  readonly messages: number;
  readonly waitlistToday: number;
  readonly waitlist: number;
  readonly deadTasks: number;
  /** Of the last 24 hours, like the next two. */
  readonly failedMails: number;
  readonly unknownMails: number;
  readonly sentMails: number;
  /** Minutes since the longest-waiting email was due; 0 when none waits. */
  readonly mailWaitsMinutes: number;
  readonly failedTexts: number;
  readonly textsWaitMinutes: number;
  readonly overdueSteps: number;
  readonly viewsToday: number;
  readonly accounts: number;
  /** In bytes; null where this process can't tell. */
  readonly diskFree: number | null;
  /** From 0 to 1. */
  readonly diskShare: number | null;
}

/** A problem: what it is, where to go, and whether something is broken or just a person is waiting. */
export interface Concern {
  readonly text: string;
  readonly to: string;
  readonly isBroken: boolean;
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** An email or text due for this long is blocked by something. */
const MAIL_WAITS_MINUTES = 10;
/** Below either, a disk may fill up over a weekend. */
const DISK_LOW = { bytes: 2 * GIGABYTE, share: 0.05 };

/** The problems in these numbers, broken things first. */
export function concernsOf(numbers: Overview): Concern[] {
  const { diskFree, diskShare } = numbers;
  const isDiskLow =
    diskFree !== null && diskShare !== null && (diskFree < DISK_LOW.bytes || diskShare < DISK_LOW.share);
  const all: (Concern | false)[] = [
    isDiskLow && {
      text: `The disk is nearly full: ${formatBytes(diskFree)} left`,
      to: "/operator#machine",
      isBroken: true,
    },
    numbers.deadTasks > 0 && {
      text: counted(numbers.deadTasks, "task failed for good", "tasks failed for good"),
      to: "/operator/tasks",
      isBroken: true,
    },
    numbers.mailWaitsMinutes >= MAIL_WAITS_MINUTES && {
      text: `Email has been waiting for ${counted(numbers.mailWaitsMinutes, "minute", "minutes")}`,
      to: "/operator/sending",
      isBroken: true,
    },
    numbers.textsWaitMinutes >= MAIL_WAITS_MINUTES && {
      text: `Texts have been waiting for ${counted(numbers.textsWaitMinutes, "minute", "minutes")}`,
      to: "/operator/sending#texts",
      isBroken: true,
    },
    numbers.overdueSteps > 0 && {
      text: counted(numbers.overdueSteps, "follow-up step is overdue", "follow-up steps are overdue"),
      to: "/operator/sending",
      isBroken: true,
    },
    numbers.unknownMails > 0 && {
      text: counted(
        numbers.unknownMails,
        "email today may or may not have arrived",
        "emails today may or may not have arrived",
      ),
      to: "/operator/sending",
      isBroken: true,
    },
    numbers.failedMails > 0 && {
      text: counted(numbers.failedMails, "email failed in 24 hours", "emails failed in 24 hours"),
      to: "/operator/sending",
      isBroken: true,
    },
    numbers.failedTexts > 0 && {
      text: counted(numbers.failedTexts, "text failed in 24 hours", "texts failed in 24 hours"),
      to: "/operator/sending#texts",
      isBroken: true,
    },
    numbers.messages > 0 && {
      text: counted(numbers.messages, "message needs a reply", "messages need a reply"),
      to: "/operator/messages",
      isBroken: false,
    },
    numbers.waitlistToday > 0 && {
      text: counted(
        numbers.waitlistToday,
        "person joined a waitlist today",
        "people joined a waitlist today",
      ),
      to: "/operator/waitlist",
      isBroken: false,
    },
  ];
  return all.filter((one) => one !== false);
}
