export { type PadWords, SignaturePad } from "./sign/pad.tsx";
export { SignatureDrawing } from "./sign/drawing.tsx";
