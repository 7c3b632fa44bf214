import { SignatureDrawing } from "./drawing.tsx";
import type { Drawing } from "../rules.ts";

/** A signature on its line: drawn, or typed in a script font. */
export function SignatureLine({ name, drawing }: { name: string; drawing: Drawing | null }) {
  return (
    <div className="signature-given">
      {drawing ? (
        <SignatureDrawing drawing={drawing} label={`The signature of ${name}`} />
      ) : (
        <p className="signature-typed">{name}</p>
      )}
    </div>
  );
}
