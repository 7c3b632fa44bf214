import { PHONE_SCREEN, screenFile, type ScreenName, SCREENS } from "./screens.ts";

/** A screen of the demonstration in the visitor's color scheme, loaded when it is near. */
export function ScreenPicture({ name, className = "" }: { name: ScreenName; className?: string }) {
  const { width, height } = PHONE_SCREEN;
  return (
    <picture>
      <source
        media="(prefers-color-scheme: dark)"
        type="image/avif"
        srcSet={screenFile(name, "dark", "avif")}
      />
      <source
        media="(prefers-color-scheme: dark)"
        type="image/webp"
        srcSet={screenFile(name, "dark", "webp")}
      />
      <source type="image/avif" srcSet={screenFile(name, "light", "avif")} />
      <img
        src={screenFile(name, "light", "webp")}
        width={width}
        height={height}
        alt={SCREENS[name]}
        loading="lazy"
        decoding="async"
        className={`h-auto w-full rounded-md border border-rule shadow-sheet ${className}`}
      />
    </picture>
  );
}
