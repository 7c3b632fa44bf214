import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import type { LiveCamera } from "./live-camera.ts";

/** Where the live picture isn't to be had: the phone's own camera, one photo at a time. */
export function PhoneCamera({ add }: { add: (files: readonly File[]) => void }) {
  return (
    <div className="camera-none">
      <p>This browser can’t show the camera here. Your phone’s camera app takes the photo instead.</p>
      <PhoneButton label="Take photo" accept="image/*" add={add} />
      <PhoneButton label="Record video" accept="video/*" add={add} />
    </div>
  );
}

function PhoneButton({
  label,
  accept,
  add,
}: {
  label: string;
  accept: "image/*" | "video/*";
  add: (files: readonly File[]) => void;
}) {
  const isPhoto = accept === "image/*";
  return (
    <label
      className="button chooser"
      data-kind={isPhoto ? "signal" : "plain"}
      data-size={isPhoto ? "large" : undefined}
    >
      <Icon name="camera" />
      {label}
      <input
        type="file"
        className="sr-only"
        accept={accept}
        capture="environment"
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </label>
  );
}

/** Switches the light of the camera. */
export function Torch({ camera }: { camera: LiveCamera }) {
  const [isOn, setOn] = useState(false);
  const toggle = () => {
    setOn(!isOn);
    void camera.setTorch(!isOn);
  };
  return (
    <Button type="button" kind="plain" size="small" aria-pressed={isOn} onClick={toggle}>
      {isOn ? "Light off" : "Light on"}
    </Button>
  );
}

const STEPS = [1, 2, 5];

export function Zoom({ camera, zoom }: { camera: LiveCamera; zoom: NonNullable<LiveCamera["zoom"]> }) {
  const [times, setTimes] = useState(Math.max(zoom.min, 1));
  const set = (next: number) => {
    setTimes(next);
    void camera.setZoom(next);
  };
  // Buttons, because a slider is hard to use with gloves. Below 1 is the wide lens.
  const steps = [...(zoom.min < 1 ? [zoom.min] : []), ...STEPS.filter((step) => step <= zoom.max)];
  return (
    <div className="camera-zoom">
      <div className="choices" role="group" aria-label="Zoom">
        {steps.map((step) => (
          <button
            key={step}
            type="button"
            className="choice-chip"
            aria-pressed={step === times}
            onClick={() => set(step)}
          >
            {step < 1 ? `Wide ${step.toFixed(1)}×` : `${step}×`}
          </button>
        ))}
      </div>
      <label>
        <span className="sr-only">Zoom</span>
        <input
          type="range"
          min={zoom.min}
          max={Math.min(zoom.max, 10)}
          step={zoom.step || 0.1}
          value={times}
          onChange={({ target }) => set(target.valueAsNumber)}
        />
      </label>
      <span data-figures="">{times.toFixed(1)}×</span>
    </div>
  );
}
