/** Two short tones, synthesised so that no file is loaded. */
const tones = [
  { hertz: 880, fromSeconds: 0 },
  { hertz: 1318.5, fromSeconds: 0.11 },
] as const;
const toneSeconds = 0.22;
const loudest = 0.12;

/** A message and its notification arrive together and sound once. */
const intervalMsMin = 1_000;

let audio: AudioContext | undefined;
let last = Number.NEGATIVE_INFINITY;

/** Opening the audio device takes a slow phone 0.1 s: the touch, which still counts as the gesture, comes first. */
const openAfterMs = 100;

/** Browsers play no sound before the user has interacted with the page: the first interaction enables it. */
export function unlockChime(): () => void {
  const gestures = ['pointerdown', 'keydown'] as const;
  const forget = () => {
    for (const gesture of gestures) document.removeEventListener(gesture, unlock, true);
  };
  const open = () => {
    if (audio !== undefined || !('AudioContext' in window)) return;
    audio = new AudioContext();
    audio
      .resume()
      .then(() => audio?.suspend())
      .catch(() => undefined);
  };
  const unlock = () => {
    forget();
    setTimeout(open, openAfterMs);
  };
  for (const gesture of gestures) document.addEventListener(gesture, unlock, true);
  return forget;
}

/** Plays the sound. Silent until unlocked. */
export function chime(): void {
  if (audio === undefined || performance.now() - last < intervalMsMin) return;
  last = performance.now();
  play(audio).catch(() => undefined);
}

/** The device is open only while it sounds: an open one takes power, and its silence is computed all the time. */
async function play(device: AudioContext): Promise<void> {
  await device.resume();
  for (const { hertz, fromSeconds } of tones) {
    const from = device.currentTime + fromSeconds;
    const tone = new OscillatorNode(device, { type: 'sine', frequency: hertz });
    const volume = new GainNode(device, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(loudest, from + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + toneSeconds);
    tone.connect(volume).connect(device.destination);
    tone.start(from);
    tone.stop(from + toneSeconds);
    if (fromSeconds > 0) tone.onended = () => void device.suspend();
  }
}
