import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import type { LiveCamera } from "./live-camera.ts";

/** Where the live picture isn't to be had: the phone's own camera, one photo at a time. */
export function PhoneCamera({ add }: { add: (files: readonly File[]) => void }) {
  return (
    <div className="camera-none">
      <p>This browser can’t show the camera here. Your phone’s camera app takes the photo instead.</p>
      <label className="button chooser" data-kind="signal" data-size="large">
        <Icon name="camera" />
        Take photo
        <input
          type="file"
          className="sr-only"
          accept="image/*"
          capture="environment"
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            target.value = "";
          }}
        />
      </label>
    </div>
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

export function Zoom({ camera, zoom }: { camera: LiveCamera; zoom: NonNullable<LiveCamera["zoom"]> }) {
  const [times, setTimes] = useState(Math.max(zoom.min, 1));
  return (
    <label className="camera-zoom">
      <span className="sr-only">Zoom</span>
      <input
        type="range"
        min={zoom.min}
        max={Math.min(zoom.max, 10)}
        step={zoom.step || 0.1}
        value={times}
        onChange={({ target }) => {
          setTimes(target.valueAsNumber);
          void camera.setZoom(target.valueAsNumber);
        }}
      />
      <span data-figures="">{times.toFixed(1)}×</span>
    </label>
  );
}
