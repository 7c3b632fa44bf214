import { brand } from "#platform/config/brand.ts";

/** The plumb bob and the name. The drawing is decorative, so screen readers read only the name. */
export function Logo() {
  return (
    <>
      <svg className="mr-2 h-10 w-4 flex-none" viewBox="0 0 16 40" aria-hidden="true">
        <path className="stroke-ink" d="M8 0v15" strokeWidth="1.5" />
        <path className="fill-ink" d="M6 14h4v4H6z" />
        <path className="fill-signal" d="M2 18h12l-1.5 9L8 38l-4.500-11z" />
      </svg>
      <span className="font-display text-[clamp(1.25rem,7vw,1.625rem)] leading-none font-extrabold">
        {brand}
      </span>
    </>
  );
}
