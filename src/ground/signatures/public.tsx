export { SignaturePad } from "./pad.tsx";
export { SignatureDrawing } from "./drawing.tsx";
