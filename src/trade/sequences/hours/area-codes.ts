export type Region = keyof typeof REGIONS;

/**
 * Area codes and time zones of each state, province and territory. Source: the North American Numbering Plan
 * Administrator (overlays in service or announced to the end of 2025). One zone represents all with the same
 * clock since 2007: America/Denver includes Boise, America/New_York includes Detroit and Indianapolis,
 * America/Anchorage includes Juneau and Nome. `only` lists area codes with fewer zones than their state, or
 * with one the state doesn't have. Checked code by code against libphonenumber 8.13: every zone it gives is
 * here, except for five codes where it is plainly wrong (437 and 689 an hour west of Toronto and Orlando;
 * 709, 879 and 907 in a neighbor without daylight saving time).
 */
export const REGIONS = {
  // 334 includes Phenix City and Valley, which use Georgia's time whatever the law says.
  AL: {
    zones: ["America/Chicago"],
    codes: "205 251 256 334 659 938",
    only: { "334": ["America/Chicago", "America/New_York"] },
  },
  AK: { zones: ["America/Anchorage", "America/Adak"], codes: "907" },
  AR: { zones: ["America/Chicago"], codes: "327 479 501 870" },
  // The Navajo Nation, in 928, observes daylight saving time; the rest of Arizona doesn't.
  AZ: {
    zones: ["America/Phoenix"],
    codes: "480 520 602 623 928",
    only: { "928": ["America/Phoenix", "America/Denver"] },
  },
  CA: {
    zones: ["America/Los_Angeles"],
    codes:
      "209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 760 805 818 820 831 837 840 858 909 916 925 949 951",
  },
  CO: { zones: ["America/Denver"], codes: "303 719 720 748 970 983" },
  CT: { zones: ["America/New_York"], codes: "203 475 860 959" },
  DC: { zones: ["America/New_York"], codes: "202 771" },
  DE: { zones: ["America/New_York"], codes: "302" },
  FL: {
    zones: ["America/New_York"],
    codes: "239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954",
    only: { "448": ["America/New_York", "America/Chicago"], "850": ["America/New_York", "America/Chicago"] },
  },
  GA: { zones: ["America/New_York"], codes: "229 404 470 478 678 706 762 770 912 943" },
  HI: { zones: ["Pacific/Honolulu"], codes: "808" },
  IA: { zones: ["America/Chicago"], codes: "319 515 563 641 712" },
  ID: { zones: ["America/Denver", "America/Los_Angeles"], codes: "208 986" },
  IL: {
    zones: ["America/Chicago"],
    codes: "217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872",
  },
  IN: {
    zones: ["America/New_York", "America/Chicago"],
    codes: "219 260 317 463 574 765 812 930",
    only: { "260": ["America/New_York"], "317": ["America/New_York"], "463": ["America/New_York"] },
  },
  KS: {
    zones: ["America/Chicago"],
    codes: "316 620 785 913",
    only: { "620": ["America/Chicago", "America/Denver"], "785": ["America/Chicago", "America/Denver"] },
  },
  KY: {
    zones: ["America/New_York", "America/Chicago"],
    codes: "270 364 502 606 859",
    only: { "502": ["America/New_York"], "859": ["America/New_York"] },
  },
  LA: { zones: ["America/Chicago"], codes: "225 318 337 457 504 985" },
  MA: { zones: ["America/New_York"], codes: "339 351 413 508 617 774 781 857 978" },
  MD: { zones: ["America/New_York"], codes: "227 240 301 410 443 667" },
  ME: { zones: ["America/New_York"], codes: "207" },
  MI: {
    zones: ["America/New_York"],
    codes: "231 248 269 313 517 586 616 679 734 810 906 947 989",
    only: { "906": ["America/New_York", "America/Chicago"] },
  },
  MN: { zones: ["America/Chicago"], codes: "218 320 507 612 651 763 924 952" },
  MO: { zones: ["America/Chicago"], codes: "235 314 417 557 573 636 660 816 975" },
  MS: { zones: ["America/Chicago"], codes: "228 471 601 662 769" },
  MT: { zones: ["America/Denver"], codes: "406" },
  NC: { zones: ["America/New_York"], codes: "252 336 472 704 743 828 910 919 980 984" },
  ND: { zones: ["America/Chicago", "America/Denver"], codes: "701" },
  NE: {
    zones: ["America/Chicago"],
    codes: "308 402 531",
    only: { "308": ["America/Chicago", "America/Denver"] },
  },
  NH: { zones: ["America/New_York"], codes: "603" },
  NJ: { zones: ["America/New_York"], codes: "201 551 609 640 732 848 856 862 908 973" },
  NM: { zones: ["America/Denver"], codes: "505 575" },
  // West Wendover and Jackpot, in 775, use the time of Utah and Idaho.
  NV: {
    zones: ["America/Los_Angeles"],
    codes: "702 725 775",
    only: { "775": ["America/Los_Angeles", "America/Denver"] },
  },
  NY: {
    zones: ["America/New_York"],
    codes: "212 315 329 332 347 363 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934",
  },
  OH: { zones: ["America/New_York"], codes: "216 220 234 283 326 330 380 419 436 440 513 567 614 740 937" },
  OK: { zones: ["America/Chicago"], codes: "405 539 572 580 918" },
  // Malheur County, in 541 and 458, uses Boise's time.
  OR: {
    zones: ["America/Los_Angeles"],
    codes: "458 503 541 971",
    only: {
      "458": ["America/Los_Angeles", "America/Denver"],
      "541": ["America/Los_Angeles", "America/Denver"],
    },
  },
  PA: { zones: ["America/New_York"], codes: "215 223 267 272 412 445 484 570 582 610 717 724 814 835 878" },
  RI: { zones: ["America/New_York"], codes: "401" },
  SC: { zones: ["America/New_York"], codes: "803 821 839 843 854 864" },
  SD: { zones: ["America/Chicago", "America/Denver"], codes: "605" },
  TN: {
    zones: ["America/New_York", "America/Chicago"],
    codes: "423 615 629 729 731 865 901 931",
    only: {
      "615": ["America/Chicago"],
      "629": ["America/Chicago"],
      "731": ["America/Chicago"],
      "865": ["America/New_York"],
      "901": ["America/Chicago"],
    },
  },
  TX: {
    zones: ["America/Chicago"],
    codes:
      "210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979",
    // El Paso and Hudspeth counties, and by custom northwest Culberson, in 432.
    only: { "432": ["America/Chicago", "America/Denver"], "915": ["America/Denver"] },
  },
  UT: { zones: ["America/Denver"], codes: "385 435 801" },
  VA: { zones: ["America/New_York"], codes: "276 434 540 571 686 703 757 804 826 948" },
  VT: { zones: ["America/New_York"], codes: "802" },
  WA: { zones: ["America/Los_Angeles"], codes: "206 253 360 425 509 564" },
  WI: { zones: ["America/Chicago"], codes: "262 274 353 414 534 608 715 920" },
  WV: { zones: ["America/New_York"], codes: "304 681" },
  WY: { zones: ["America/Denver"], codes: "307" },

  AS: { zones: ["Pacific/Pago_Pago"], codes: "684" },
  GU: { zones: ["Pacific/Guam"], codes: "671" },
  MP: { zones: ["Pacific/Saipan"], codes: "670" },
  PR: { zones: ["America/Puerto_Rico"], codes: "787 939" },
  VI: { zones: ["America/St_Thomas"], codes: "340" },

  AB: { zones: ["America/Edmonton"], codes: "368 403 587 780 825" },
  // The East Kootenays use Alberta's time, the Peace River country and Creston Arizona's.
  BC: {
    zones: ["America/Vancouver", "America/Edmonton", "America/Dawson_Creek"],
    codes: "236 250 257 604 672 778",
    only: { "604": ["America/Vancouver"] },
  },
  MB: { zones: ["America/Winnipeg"], codes: "204 431 584" },
  NB: { zones: ["America/Halifax"], codes: "428 506" },
  NL: { zones: ["America/St_Johns", "America/Halifax"], codes: "709 879" },
  NS: { zones: ["America/Halifax"], codes: "782 902" },
  PE: { zones: ["America/Halifax"], codes: "782 902" },
  // One area code from the Alaskan border to Baffin Island.
  NT: { zones: ["America/Edmonton"], codes: "867" },
  NU: { zones: ["America/Edmonton", "America/Winnipeg", "America/Toronto"], codes: "867" },
  YT: { zones: ["America/Whitehorse", "America/Vancouver"], codes: "867" },
  ON: {
    zones: ["America/Toronto"],
    codes: "226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 807 905 942",
    only: { "807": ["America/Toronto", "America/Winnipeg"] },
  },
  // The Magdalen Islands and the Lower North Shore use Atlantic time.
  QC: {
    zones: ["America/Toronto"],
    codes: "263 354 367 418 438 450 468 514 579 581 819 873",
    only: {
      "367": ["America/Toronto", "America/Halifax"],
      "418": ["America/Toronto", "America/Halifax"],
      "581": ["America/Toronto", "America/Halifax"],
    },
  },
  // Lloydminster uses Alberta's time, Creighton Manitoba's.
  SK: { zones: ["America/Regina", "America/Edmonton", "America/Winnipeg"], codes: "306 474 639" },
} as const satisfies Readonly<Record<string, RegionOfNumbers>>;

interface RegionOfNumbers {
  readonly zones: readonly [string, ...string[]];
  readonly codes: string;
  readonly only?: Readonly<Record<string, readonly [string, ...string[]]>>;
}

export const CANADA: ReadonlySet<Region> = new Set<Region>([
  "AB",
  "BC",
  "MB",
  "NB",
  "NL",
  "NS",
  "NT",
  "NU",
  "ON",
  "PE",
  "QC",
  "SK",
  "YT",
]);

/** Area codes of the numbering plan's other countries, in the Caribbean and the Atlantic. */
export const OTHER_COUNTRIES: ReadonlySet<string> = new Set(
  "242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876".split(" "),
);

export interface AreaPlace {
  readonly region: Region;
  readonly zones: readonly string[];
}

const ALL: readonly (readonly [Region, RegionOfNumbers])[] = Object.entries(REGIONS) as [
  Region,
  RegionOfNumbers,
][];

const byCode = new Map<string, AreaPlace[]>();
for (const [region, { codes, zones, only }] of ALL)
  for (const code of codes.split(" "))
    byCode.set(code, [...(byCode.get(code) ?? []), { region, zones: only?.[code] ?? zones }]);

/** Every state or province that uses an area code, with its zones there; empty for an unknown code. */
export const placesOf = (code: string): readonly AreaPlace[] => byCode.get(code) ?? [];

export const AREA_CODES: readonly string[] = [...byCode.keys()];

/** Every time zone used in a state or province. */
export const zonesIn = (region: Region): readonly string[] => [
  ...new Set(
    [...byCode.values()]
      .flatMap((places) => places.filter((place) => place.region === region))
      .flatMap(({ zones }) => [...zones]),
  ),
];
