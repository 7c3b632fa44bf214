import type { ReactNode } from "react";

// Jobsite photos as a draftsman would sketch them. 160 × 120 each; the text beside them describes them.

const pen = { fill: "none", stroke: "currentColor", strokeWidth: 1 } as const;

/** A photo's place on the sheet. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 160 120" className="block w-full border border-rule bg-wash" aria-hidden="true">
      {children}
    </svg>
  );
}

/** House, window, door: the same view before and after. */
const house =
  "M0 12h160M0 24h160M0 36h160M0 48h160M22 14h34v28H22zM39 14v28M22 28h34M104 12h32v62h-32zM108 17h24v30h-24zM132 56h1";

export function OldDeck() {
  return (
    <Frame>
      <g {...pen}>
        <path d={house} strokeWidth="0.7" />
        <path d="M8 74h146l-4 7H10zM18 81v25M84 81v23M140 81l6 25" strokeWidth="1.6" />
        {/* Guard with balusters gone, one rail down */}
        <path d="M12 74V46M64 74V48M142 74l5-26M12 49l52 3M64 53l40 16" strokeWidth="1.6" />
        <path d="M22 74V50M32 74V51M52 74V52" />
        <path d="M0 106h160" strokeWidth="1.4" />
        <path d="m6 106 3-7 3 7m38 0 3-9 4 9m54 0 4-6 3 6" />
      </g>
    </Frame>
  );
}

export function NewDeck() {
  return (
    <Frame>
      <g {...pen}>
        <path d={house} strokeWidth="0.7" />
        <path
          d="M6 74h132v8H6zM16 82v20M74 82v20M132 82v20M11 102h10v4H11zM69 102h10v4H69zM127 102h10v4h-10z"
          strokeWidth="1.6"
        />
        <path d="M8 74V44M72 74V44M136 74V44M8 46h128M8 70h128" strokeWidth="1.6" />
        <path d="M16 46v24M24 46v24M32 46v24M40 46v24M48 46v24M56 46v24M64 46v24M80 46v24M88 46v24M96 46v24M104 46v24M112 46v24M120 46v24M128 46v24" />
        <path d="M138 74v8h7v8h7v8h8" strokeWidth="1.6" />
        <path d="M0 106h160" strokeWidth="1.4" />
      </g>
    </Frame>
  );
}

/** A hole with a tape measure in it. */
export function Footing() {
  return (
    <Frame>
      <path d="M0 22h50v84h58V22h52v98H0z" fill="currentColor" fillOpacity="0.1" />
      <g {...pen}>
        <path d="M54 22h52" strokeDasharray="4 4" />
        <path d="M0 22h50M108 22h52" strokeWidth="1.6" />
        <path d="M50 22c2 20-3 40 1 58-2 12 0 20-1 26h58c1-14-2-26 0-42-3-16 1-30 0-42" strokeWidth="1.6" />
        <path d="m10 34 4 3m12 9 5-1m-18 22 4 3m16 12 4-3m-22 22 5 2m104-64 5 2m10 14 4-3m-18 22 5 3m12 12 4-2m-16 16 5 2" />
        <path d="M4 22l3-8 3 8m20 0 2-6 4 6m90 0 3-8 3 8m16 0 2-5 3 5" />
      </g>
      <g className="text-chalk" {...pen}>
        <path d="M76 22v84h9V22z" className="fill-sheet" />
        <path d="M76 29h5M76 38h5M76 47h5M76 56h5M76 65h5M76 74h5M76 83h5M76 92h5" />
        <path d="M60 106h38" strokeWidth="2" />
      </g>
      <text x="91" y="16" className="fill-current font-sans text-[12px] font-semibold">
        42&quot;
      </text>
    </Frame>
  );
}

/** Ledger, bolts in two rows, flashing over the top. */
export function Ledger() {
  return (
    <Frame>
      <g {...pen}>
        <path d="M0 8h160M0 20h160M0 32h160" strokeWidth="0.7" />
        <path d="M40 8v12M116 20v12" strokeWidth="0.7" />
        <path d="M0 40h160v7H0z" fill="currentColor" fillOpacity="0.18" />
        <path d="M0 47h160M0 86h160M0 47v39M0 55h160" strokeWidth="1.6" />
        <path d="M8 62h30m18 0h48m16 0h36M4 72h40m24 0h30m22 0h36M10 80h48m18 0h66" strokeWidth="0.5" />
        <path d="M0 100h160M30 86v34M110 86v34" strokeWidth="0.7" />
      </g>
      {[
        [22, 64],
        [52, 77],
        [82, 64],
        [112, 77],
        [142, 64],
      ].map(([x, y]) => (
        <g key={x} className="fill-sheet" stroke="currentColor" strokeWidth="1">
          <circle cx={x} cy={y} r="5.500" />
          <path
            d={`m${x} ${y} m-2.500-1.500 2.500-1.500 2.500 1.500v3l-2.500 1.500-2.500-1.500z`}
            fill="none"
          />
        </g>
      ))}
    </Frame>
  );
}

/** A joist hanger, seen from the yard. */
export function Hanger() {
  return (
    <Frame>
      <g {...pen}>
        <path d="M0 18h160M0 104h160" strokeWidth="1.6" />
        <path d="M8 34h40m76 0h28M12 54h30m78 0h34M6 74h42m70 0h30M16 92h28m84 0h26" strokeWidth="0.5" />
        <path d="M62 18h36v78H62z" className="fill-sheet" strokeWidth="1.6" />
        <path d="m66 24 28 66M94 24 66 90" strokeWidth="0.5" />
        <path d="M46 40h16v58h36V40h16v64H46z" fill="currentColor" fillOpacity="0.18" strokeWidth="1.4" />
      </g>
      <path
        d="M54 48v.1M54 60v.1M54 72v.1M54 84v.1M106 48v.1M106 60v.1M106 72v.1M106 84v.1"
        stroke="currentColor"
        strokeWidth="5"
        strokeLinecap="round"
      />
    </Frame>
  );
}

/** Conduit in a trench, with a tape from the top of the pipe to grade. */
export function Conduit() {
  return (
    <Frame>
      <path d="M0 28h44v66h76V28h40v92H0z" fill="currentColor" fillOpacity="0.1" />
      <g {...pen}>
        <path d="M0 28h44v66h76V28h40" strokeWidth="1.6" />
        <path d="m8 42 5 2m14 8 4-3M10 70l5 3m14 14 5-3m98-36 5 2m8 16 5-3m-14 24 4 3" />
        <path d="M44 90c20-5 50 4 76-2" />
        <circle cx="66" cy="82" r="9" className="fill-sheet" strokeWidth="1.6" />
        <circle cx="66" cy="82" r="5.500" />
        <path d="M30 28h100" strokeDasharray="4 4" />
      </g>
      <g className="text-chalk" {...pen} strokeWidth="1.4">
        <path d="M88 28v45M82 34l6-6 6 6M82 67l6 6 6-6M72 73h24" />
      </g>
      <text x="96" y="56" className="fill-current font-sans text-[12px] font-semibold">
        18&quot;
      </text>
    </Frame>
  );
}
