/**
 * One set, drawn on a 24 grid with a 2 px square-ended pen. Icons always have a text label, so they are
 * hidden from assistive technology.
 */
const paths = {
  arrow: "M4 12h15m-6-6 6 6-6 6",
  back: "M20 12H5m6-6-6 6 6 6",
  bell: "M6 17V10a6 6 0 0 1 12 0v7M4 17h16M10 21h4",
  blur: "M4 4h4v4H4zM16 4h4v4h-4zM10 10h4v4h-4zM4 16h4v4H4zM16 16h4v4h-4z",
  box: "M4 5.500h16v13H4z",
  calendar: "M4 6h16v14H4zM4 10.5h16M8.5 3v5M15.5 3v5",
  camera: "M3 7h4.5L9 4.5h6L16.5 7H21v12.5H3zM12 16.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5",
  check: "m4.5 12.5 5 5 10-11",
  chevron: "m5 9 7 7 7-7",
  circle: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5.5l3.5 2",
  close: "M5 5l14 14M19 5 5 19",
  copy: "M8 8h12v12H8zM16 8V4H4v12h4",
  document: "M5 3h9l5 5v13H5zM14 3v5h5M8.5 13h7M8.5 17h7",
  download: "M12 3v12m-5.5-5.5L12 15l5.5-5.5M4 20.5h16",
  edit: "M4 20v-4L16 4l4 4L8 20zM13 7l4 4",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  link: "M10 14a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.5 3.5a4 4 0 0 0 5.7 5.7L12 17.7",
  mail: "M3 5.5h18v13H3zM3 6.5l9 7 9-7",
  measure: "M3 12h18M3 8v8M21 8v8",
  menu: "M3 7h18M3 12h18M3 17h18",
  message: "M4 4.5h16v12h-9L6.5 20.5v-4H4z",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c.6-4 3.6-6 8-6s7.4 2 8 6",
  photos: "M3 5h18v14H3zM3 16.500l5.500-5.500 4.500 4.500 3-3 5 5M15.500 9.500h.01",
  phone: "M5 3.500h4l1.75 5-2.5 1.750a12 12 0 0 0 5.5 5.500L15.5 13.250l5 1.750v4c-9.5 1.5-17-6-15.5-15.5",
  place:
    "M12 21.500c-4.500-5-7-8.500-7-12a7 7 0 0 1 14 0c0 3.500-2.500 7-7 12M12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5",
  plus: "M12 4v16M4 12h16",
  redo: "m16 4 4 4.500-4 4.500M20 8.500H10a5.500 5.500 0 0 0 0 11h5",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.5 21 21",
  trash: "M4 6.500h16M9 6.500v-3h6v3M6 6.5 7 21h10l1-14.500M10 11v6M14 11v6",
  undo: "M8 4 4 8.500l4 4.500M4 8.500h10a5.500 5.500 0 0 1 0 11H9",
  warning: "M12 3 1.75 21h20.500zM12 10v5M12 17.250v1.5",
  words: "M5 5h14M12 5v15",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg
      className={`icon ${className}`.trimEnd()}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="miter"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
